"""The last time a game's position was played out: kept beside the game, for its players to accept or an arbiter to have in
hand. It binds nobody."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass

from analysis.adjudication import Played, ways
from bot.game.league.results import Results
from bot.game.master.master import Master
from bot.store import Game, SetPreference, Store

SCOPE, LAST = "adjudication", "last"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a position fared. revision: the last order before it. seed: of its games. winner: the side that won more of
    them; share, low, high: its part of the games, with the 95 % interval. won: games it has won; ahead: in which it was
    clearly ahead when they were ended; even: in which nobody was. level, rounds: who played, to which round at most."""

    revision: int
    seed: str
    level: str
    rounds: int
    games: int
    winner: str
    share: float
    low: float
    high: float
    won: int
    ahead: int
    even: int

    @property
    def text(self) -> str:
        """In a sentence: a reason that stands by itself."""
        return (
            f"played out {self.games} times from the position after order {self.revision} (seed {self.seed}): "
            f"the {self.winner} win {self.share:.0%} ({self.low:.0%} to {self.high:.0%})"
        )


def verdict_of(played: Played, revision: int) -> Verdict | None:
    """What the games say; None while there are none."""
    if not played.games:
        return None
    side = played.favours
    low, high = played.interval(side)
    return Verdict(
        revision, played.seed, played.level, played.rounds, len(played.games), side, played.share(side), low, high,
        *ways(played.games, side),
    )  # fmt: skip


async def keep(store: Store, game_id: str, verdict: Verdict) -> None:
    """Keep it, in place of an earlier one."""
    await store.apply(SetPreference(SCOPE, game_id, LAST, asdict(verdict)))


async def kept(store: Store, game_id: str) -> Verdict | None:
    """The last one of a game."""
    found = (await store.preferences(SCOPE, game_id)).get(LAST)
    return Verdict(**found) if found else None


async def accept(results: Results, row: Game, interaction_id: str, agreed: Collection[int], verdict: Verdict) -> None:
    """The game is over by it, all who play having agreed: that is its result. Raises PlayError."""
    await results.accept(row.id, interaction_id, agreed, verdict.winner, verdict.text)


async def close(master: Master, row: Game, actor: int, verdict: Verdict) -> None:
    """The game master ends the game by it: the result is for an arbiter to say. Raises PlayError."""
    await master.set_status(actor, row.id, "over", f"By the game master's word: {verdict.text}")
