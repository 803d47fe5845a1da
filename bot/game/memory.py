"""Up to where each person knows a game: their last order, or the last time they asked what is new."""

from __future__ import annotations

from bot.game.deadlines import HOUR
from bot.game.history import turn_span
from bot.store import SetPreference, Store
from rules.play.game import Game

SCOPE = "seen"
# Who asks twice within this time wants to see the same again.
AGAIN = HOUR / 2


async def last_here(store: Store, game_id: str, game: Game, user: int, now: float) -> int:
    """The number of the last log entry that a person knows of; without a trace of them, the last round is new."""
    seen = (await store.preferences(SCOPE, game_id)).get(str(user)) or {}
    own = await store.last_entry_by(game_id, str(user))
    if own and game.log[own].by != game.log[own].turn.power:
        own = turn_span(game.log, own)[0] - 1  # who only answered in somebody's turn wants to see all of it
    marked = seen.get("before" if now - seen.get("when", 0.0) < AGAIN else "at")
    known = [number for number in (own, marked) if number is not None]
    return min(max(known, default=_round_ago(game)), game.log[-1].number)


async def note_here(store: Store, game_id: str, game: Game, user: int, before: int, now: float) -> None:
    """A person has been told of everything up to now; `before`: where that began."""
    value = {"at": game.log[-1].number, "before": before, "when": now}
    await store.apply(SetPreference(SCOPE, game_id, str(user), value))


def _round_ago(game: Game) -> int:
    """The entry before the last round's first."""
    late = [e.number for e in game.log[1:] if e.turn.round >= game.state.turn.round - 1]
    return late[0] - 1 if late else game.log[-1].number
