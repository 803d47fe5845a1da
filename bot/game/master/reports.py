"""Reports of players: kept with all it takes to look into them; and any moment of a game as a case that reproduces it."""

from __future__ import annotations

import asyncio

from bot.game.people.problems import PlayError
from bot.game.record.history import entries_of, position_after, turn_with, turns
from bot.game.record.narration import titled
from bot.store import Game as Row
from bot.store import Report, Store
from rules.cases.write import case_text
from rules.core.changes import VERSION
from rules.core.table import Table

# Orders that are kept with a report; reports that a person may make of a game in an hour.
LAST, MOST_AN_HOUR = 12, 5


async def may_report(store: Store, row: Row, user: int, now: float) -> None:
    """Raises PlayError for whoever is neither in a game nor its master, and after many reports in an hour: each calls
    the master."""
    if user != row.master and user not in {seat.user_id for seat in await store.seats(row.id)}:
        raise PlayError("Only those who play in this game report on it. Tell its game master what you saw.")
    lately = [r for r in await store.reports(row.id, 200) if r.user_id == user and r.at > now - 3600]
    if len(lately) >= MOST_AN_HOUR:
        raise PlayError(f"That is {MOST_AN_HOUR} reports in an hour. Put what is left into one, later.")


async def report(store: Store, row: Row, user: int, text: str, number: int) -> int:
    """Keep what somebody wrote about an order, with the rule set and the last orders; gives the report's number."""
    entries = await entries_of(store, row, max(1, number - LAST + 1), number)
    data = {
        "board": row.board,
        "rules": list(row.rules),
        "options": dict(row.options),
        "on trial": [option.name for option in Table(row.board, row.rules, row.options).on_trial],
        "rules_version": row.rules_version,
        "version": VERSION,
        "state_hash": row.state_hash if number == row.revision else None,
        "orders": [f"{e.number} {titled(e)}" for e in entries],
    }
    return await store.file_report(Report(row.id, user, text, number, data))


async def case_of(store: Store, row: Row, number: int) -> str:
    """A case file from the start of an order's turn up to the order: `python -m rules case` runs it. Where the turn was
    gone back to from later on, it begins there; where it begins with questions (a bid), behind their answers."""
    span = turn_with(await turns(store, row), number)
    entries = await entries_of(store, row, span.first, number)
    back = [e.number for e in entries if e.undoes and min(e.undoes) < span.first]
    first = max(back, default=span.first - 1) + 1
    start, end = await position_after(store, row, first - 1), await position_after(store, row, number)
    while start.state.pending and first < number:
        first += 1
        start = await position_after(store, row, first - 1)
    name, title = f"{row.id}-{number}", f"{row.name}: order {number}"
    held = [e for e in entries if e.number >= first]
    return await asyncio.to_thread(case_text, start, end, held, name, title)
