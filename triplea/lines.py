"""Turn summaries as TripleA writes them and as players post them: each line as what it tells (told.py).

A line that is an order in our language is taken as it stands, so whoever posts or mends a text can say exactly what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from rules.core.table import Table
from rules.model.profiles import AIR
from triplea import told as t
from triplea.line_forms import Lines

LONGEST = 600


def read(text: str, table: Table) -> t.Summary:
    """A text, line by line. Nothing is refused here: what can't be read is `Unread`, with why."""
    names, found, game = Lines(table), list[t.Told](), ""
    for number, line in enumerate(text.splitlines(), 1):
        said = " ".join(line.replace("\u00a0", " ").split()).strip("*_# ")[:LONGEST]
        if said:
            found += names.read(number, said)
            if about := re.search(r"turn summary.* for game: ([^,]+)", said, re.I):
                game = about[1].strip()
    return t.Summary(tuple(_raids(found, table)), game, any(line.text == t.EXACT for line in found))


# --- what only later lines tell -----------------------------------------------------------------------------------------


def _raids(lines: Sequence[t.Told], table: Table) -> Iterator[t.Told]:
    """Bombers that went where a raid is told later set out to raid: the order is another one."""
    for at, line in enumerate(lines):
        if isinstance(line, t.Ordered) and not line.literal and line.order.startswith("move "):
            yield from _as_raid(line, list(_raids_of_turn(lines[at:])), table)
        else:
            yield line


def _raids_of_turn(lines: Sequence[t.Told]) -> Iterator[t.Raided]:
    for line in lines:
        if isinstance(line, t.Step) and line.phase == t.OVER:
            return
        if isinstance(line, t.Raided):
            yield line


def _as_raid(line: t.Ordered, raids: Sequence[t.Raided], table: Table) -> Iterator[t.Told]:
    units, _, way = line.order.removeprefix("move ").partition(": ")
    goal = way.rpartition(" > ")[2]
    raid = next((raid for raid in raids if raid.place == goal), None)
    if raid is None:
        yield line
        return
    items = [item.partition(" ")[2] for item in units.split(", ")]
    bombing = [raid.facility in table.units[unit].raids for unit in items]
    flying = [table.units[unit].domain == AIR for unit in items]
    raids_now = any(bombing) and all(flying)
    yield replace(line, order=f"bomb {raid.facility}: {units}: {way}") if raids_now else line


@lru_cache(maxsize=4096)
def orders_of(table: Table, phase: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The orders that some lines would be read as, in a part of a turn."""
    names = Lines(table)
    names.phase = phase
    found = [told for line in lines for told in names.read(0, line)]
    return tuple(told.order for told in found if isinstance(told, t.Ordered))
