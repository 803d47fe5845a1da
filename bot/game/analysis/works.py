"""Long works that go on beside games, noted so that a start takes up what a stop broke off."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from bot.store import SetPreference, Store

SCOPE, ALL = "works", "all"
MOST_STARTS = 3


@dataclass(frozen=True, slots=True)
class Begun:
    """A work. kind: "analysis" or "adjudicate". by: who began it. message: where it tells how far it has come (None: nowhere
    yet). revision: the last order it looks at. games: how many are to be played out. starts: how often it was begun."""

    kind: str
    game_id: str
    by: int
    message: int | None
    revision: int
    games: int = 0
    starts: int = 1

    @property
    def name(self) -> str:
        """Under which the desk knows it: one of a kind for each game."""
        return f"{self.kind} {self.game_id}"


async def note(store: Store, begun: Begun) -> None:
    """Note that it has begun, in place of what was noted of it before."""
    await store.apply(SetPreference(SCOPE, ALL, begun.name, asdict(begun)))


async def forget(store: Store, begun: Begun) -> None:
    """It is over."""
    await store.apply(SetPreference(SCOPE, ALL, begun.name, None))


async def noted(store: Store) -> list[Begun]:
    """What has begun and is not over."""
    return [Begun(**one) for one in (await store.preferences(SCOPE, ALL)).values() if one]
