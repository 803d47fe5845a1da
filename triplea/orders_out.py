"""Orders and dice of a game of ours in the words of TripleA's summaries, and in ours where those do not say it all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.core.table import Table
from rules.model.events import DiceRolled, MoneyChanged, UnitMoved
from rules.model.orders import DONE, Buy, DeclareWar, Fight, Items, Load, Move, Order, PlaceUnits, Unload
from rules.model.refusals import Refused
from rules.model.state import Unit
from rules.play.game import Entry
from triplea import spelling
from triplea.lines import orders_of


def order_lines(table: Table, entry: Entry) -> list[str]:
    """An order in TripleA's words; none where it has no words for it."""
    try:
        order: Order = table.lexicon.read(entry.text)
    except Refused:
        return []
    who = spelling.player(entry.by or entry.turn.power)
    match order:
        case Buy() if not order.site:
            left = [event.after for event in entry.events if isinstance(event, MoneyChanged)]
            return [f"{who} buy {_listed(order.items)}{f'; Remaining resources: {left[-1]} PUs;' if left else ''}"]
        case Move() | Load() | Unload() if len(order.path) > 1:
            start, end = spelling.place(order.path[0]), spelling.place(order.path[-1])
            return [f"{_with_cargo(table, order, entry)} moved from {start} to {end}"]
        case Fight():
            return [f"Battle in {spelling.place(order.place)}"]
        case PlaceUnits():
            return [f"{_listed(order.items)} placed in {spelling.place(order.place)}"]
        case DeclareWar():
            return [f"{who} declare war on {spelling.player(order.power)}"]
        case _:
            return list(_ways(entry)) if order != DONE else []


def _listed(items: Items) -> str:
    return spelling.listed((item.unit, item.count) for item in items)


def _with_cargo(table: Table, order: Move | Load | Unload, entry: Entry) -> str:
    """Who is ordered, and the troops that sail along."""
    units = [(item.unit, item.count) for item in order.items]
    if isinstance(order, Move) and not any(table.board.places[place].is_land for place in order.path):
        moved = {e.after.id: e.after for e in entry.events if isinstance(e, UnitMoved)}
        cargo = Counter(unit.type for unit in moved.values() if unit.carrier in moved)
        units += [(type_, count) for type_, count in cargo.items() if table.units[type_].domain == "land"]
    return spelling.listed(units)


def _ways(entry: Entry) -> Iterator[str]:
    """Who went from where to where, for orders that are no plain moves."""
    start, end = dict[int, Unit](), dict[int, Unit]()
    for event in entry.events:
        if isinstance(event, UnitMoved):
            start.setdefault(event.before.id, event.before)
            end[event.after.id] = event.after
    ways: dict[tuple[str, str], Counter[str]] = {}
    for number, unit in start.items():
        if unit.place != end[number].place:
            ways.setdefault((unit.place, end[number].place), Counter())[unit.type] += 1
    for (before, after), units in ways.items():
        yield f"{spelling.listed(units.items())} moved from {spelling.place(before)} to {spelling.place(after)}"


def dice_lines(entry: Entry) -> list[str]:
    """The dice of an order, a line for each throw."""
    return [_dice(rolled) for rolled in entry.rolls]


def _dice(rolled: DiceRolled) -> str:
    units = spelling.listed((name, rolled.labels.count(name)) for name in dict.fromkeys(rolled.labels))
    for_ = " ".join((units or rolled.why).replace(":", " ").split())
    place = f" in {spelling.place(rolled.place)}" if rolled.place and "|" not in rolled.place else ""
    hits = f"{rolled.hits}/{len(rolled.dice)} hits, " if rolled.needs and any(rolled.needs) else ""
    faces = " ".join(map(str, rolled.dice))
    return f"{spelling.player(rolled.who)} roll dice for {for_}{place} : {hits}dice {faces}"


def whole(table: Table, entry: Entry, phase: str, told: Sequence[str], said: bool) -> list[str]:
    """The lines of an order, with the order itself where they would be read as another, or as none."""
    lines = list(told)
    if not said:
        return lines
    by = entry.by if entry.by not in ("", entry.turn.power) else ""
    words = [line for line in lines if line not in dice_lines(entry)]
    if not by and orders_of(table, phase, tuple(words)) == (entry.text,):
        return lines
    order = f"[{entry.text}]{f' by {spelling.player(by)}' if by else ''}"
    return [f"({line})" for line in words] + [order, *dice_lines(entry)]
