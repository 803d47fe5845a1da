"""A turn of a game of ours as the summary that TripleA's players post in forums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.core.table import Table
from rules.model.events import MoneyChanged, UnitMoved, UnitPlaced
from rules.model.state import Unit
from rules.play.game import Entry, standing
from rules.play.recap import Fight, TurnRecap, recaps
from triplea import spelling

_STEPS: Mapping[str, str] = {
    "research": "Research Technology",
    "purchase": "Purchase Units",
    "combat move": "Combat Move",
    "conduct combat": "Combat",
    "noncombat move": "Non Combat Move",
    "mobilize": "Place Units",
    "collect income": "Turn Complete",
}
_ENDS = {"attacker": "win", "defender": "lose", "draw": "fight to a draw", "retreat": "retreat"}
_INDENT = "    "


def turn_summary(table: Table, entries: Sequence[Entry]) -> str:
    """One turn in words: purchases, moves, battles with losses and what was taken, placements, income. entries: those of
    the turn; what was taken back is left out."""
    held = list(standing(entries))
    if not held:
        return ""
    (recap,) = recaps(table, held)[:1]
    lines = ["Game History", "", f"{_INDENT}Round: {recap.round}"]
    for phase, title in _STEPS.items():
        part = [entry for entry in held if entry.turn.phase == phase]
        told = list(_told(table, phase, recap, part, held))
        if told or part:
            lines += [
                "",
                f"{2 * _INDENT}{title} - {spelling.player(recap.power)}",
                *(3 * _INDENT + one for one in told),
            ]
    return "\n".join(lines) + "\n"


def _told(table: Table, phase: str, recap: TurnRecap, part: Sequence[Entry], every: Sequence[Entry]) -> Iterator[str]:
    who = spelling.player(recap.power)
    if phase == "research":
        yield from (f"{who} acquire {found.partition(': ')[2]}" for found in recap.developed)
    elif phase == "purchase" and recap.bought:
        left = _left(every, table, recap.power)
        yield f"{who} buy {spelling.listed(recap.bought.items())}; Remaining resources: {left} PUs;"
    elif phase in ("combat move", "noncombat move"):
        yield from _moves(part)
    elif phase == "conduct combat":
        for fight in recap.fights:
            yield from _fight(recap, fight, every)
    elif phase == "mobilize":
        yield from _placed(part)
    elif phase == "collect income":
        for purse, amount in recap.income.items():
            yield f"{spelling.player(purse)} collect {amount} PUs; end with {recap.holds.get(purse, 0)} PUs"


def _left(entries: Sequence[Entry], table: Table, power: str) -> int:
    """What was left when the purchase was over."""
    found = 0
    for entry in entries:
        for event in entry.events if entry.turn.phase == "purchase" else ():
            if isinstance(event, MoneyChanged) and table.board.purse_power.get(event.purse) == power:
                found = event.after
    return found


def _moves(entries: Sequence[Entry]) -> Iterator[str]:
    """Who went from where to where, an order a line for each way."""
    for entry in entries:
        start: dict[int, Unit] = {}
        end: dict[int, Unit] = {}
        for event in entry.events:
            if isinstance(event, UnitMoved):
                start.setdefault(event.before.id, event.before)
                end[event.after.id] = event.after
        ways: dict[tuple[str, str], Counter[str]] = {}
        for unit in start:
            if start[unit].place != end[unit].place:
                way = (start[unit].place, end[unit].place)
                ways.setdefault(way, Counter())[start[unit].type] += 1
        for (before, after), units in ways.items():
            yield f"{spelling.listed(units.items())} moved from {spelling.place(before)} to {spelling.place(after)}"


def _fight(recap: TurnRecap, fight: Fight, entries: Iterable[Entry]) -> Iterator[str]:
    place, who = spelling.place(fight.place), spelling.player(recap.power)
    yield f"{'Strategic bombing raid' if fight.kind == 'raid' else 'Battle'} in {place}"
    before, after = recap.taken.get(fight.place, (None, None))
    if after == recap.power:
        yield f"{_INDENT}{who} win, taking {place}{f' from {spelling.player(before)}' if before else ''}"
    elif told := _ENDS.get(fight.outcome, ""):
        yield f"{_INDENT}{who} {told}"
    lost = fight.attacking.lost + fight.defending.lost
    for owner in dict.fromkeys(owner for owner, _ in lost):
        units = [(type_, count) for (whose, type_), count in lost.items() if whose == owner]
        yield f"{_INDENT}Casualties for {spelling.player(owner)}: {spelling.listed(units)}"


def _placed(entries: Sequence[Entry]) -> Iterator[str]:
    places: dict[str, Counter[str]] = {}
    for entry in entries:
        for event in entry.events:
            if isinstance(event, UnitPlaced):
                places.setdefault(event.unit.place, Counter())[event.unit.type] += 1
    for name, units in places.items():
        yield f"{spelling.listed(units.items())} placed in {spelling.place(name)}"
