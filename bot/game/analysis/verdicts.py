"""The last time a game's position was played out: kept beside the game, for its players to accept or an arbiter to have in
hand. It binds nobody."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from analysis.adjudication import Played, ways
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


async def end_by(master: Master, row: Game, actor: int, verdict: Verdict, consent: str) -> None:
    """The game is over by it. consent: whose word that rests on. Raises PlayError."""
    await master.set_status(actor, row.id, "over", f"The {verdict.winner} have won, {consent}: {verdict.text}")
