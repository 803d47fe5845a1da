"""Up to where each person knows a game: their last order, or the last time they asked what is new."""

from __future__ import annotations

from bot.game.clock.deadlines import HOUR
from bot.game.record.history import TurnSpan, entries_of, turn_with, turns
from bot.store import Game, SetPreference, Store

SCOPE = "seen"
# Who asks twice within this time wants to see the same again.
AGAIN = HOUR / 2


async def last_here(store: Store, row: Game, user: int, now: float) -> int:
    """The number of the last log entry that a person knows of; without a trace of them, the last round is new."""
    seen, spans = (await store.preferences(SCOPE, row.id)).get(str(user)) or {}, await turns(store, row)
    own = await store.last_entry_by(row.id, str(user))
    if own and (await entries_of(store, row, own, own))[0].by != turn_with(spans, own).power:
        own = turn_with(spans, own).first - 1  # who only answered in somebody's turn wants to see all of it
    marked = seen.get("before" if now - seen.get("when", 0.0) < AGAIN else "at")
    known = [number for number in (own, marked) if number is not None]
    return min(max(known, default=_round_ago(spans)), row.revision)


async def note_here(store: Store, row: Game, user: int, before: int, now: float) -> None:
    """A person has been told of everything up to now; `before`: where that began."""
    value = {"at": row.revision, "before": before, "when": now}
    await store.apply(SetPreference(SCOPE, row.id, str(user), value))


def _round_ago(spans: list[TurnSpan]) -> int:
    """The entry before the last round's first."""
    return next((span.first - 1 for span in spans if span.round >= spans[-1].round - 1), 0)
