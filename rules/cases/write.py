"""A case from a game: the position at the start of a turn, the orders given since with their dice, and what came of them.

What a case cannot say (marks that are not shown, units bought earlier and not placed, facts that no rule lists) is named in a
comment; where there is none the case leads to the very position.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.cases.edits import EDIT, said_of
from rules.cases.setup import CORE_FLAGS, known_flag
from rules.core import position
from rules.core.view import View
from rules.model.events import Event, UnitMoved, UnitPlaced, UnitRemoved
from rules.play.game import Entry, Game, standing

Lines = Iterator[str]


def case_text(start: Game, end: Game, entries: Sequence[Entry], name: str, title: str) -> str:
    """The text of a case file. start: the game before the first of some entries; end: after the last of them."""
    lines = [*position_lines(start, name, title), *_steps(entries), *_expect(end, entries)]
    return "\n".join(lines) + "\n"


def position_lines(game: Game, name: str, title: str) -> list[str]:
    """A game's position as lines of a case file, without orders."""
    return [*_head(game, name, title), *_comments(game.view), *_position(game.view)]


def _head(game: Game, name: str, title: str) -> Lines:
    head, turn = game.head(), game.state.turn
    yield from (f"id = {_value(name)}", f"title = {_value(title)}", f"game = {_value(head['board'])}")
    if head["rules"]:
        yield f"rules = {_value(head['rules'])}"
    yield from (f"options.{_key(n)} = {_value(v)}" for n, v in head["options"].items())
    yield from (
        f"round = {turn.round}",
        f"power = {_value(turn.power)}",
        f"phase = {_value(turn.phase)}",
        'setup = "empty"',
    )


def _comments(view: View) -> Lines:
    state = view.state
    if any(mark.startswith(".") for unit in state.units.values() for mark in unit.marks):
        yield "# not in this case: marks of units that are not shown"
    if any(state.pool.values()):
        yield "# not in this case: units bought earlier and not placed"
    if lost := [flag for flag in state.flags if not _written(view, flag) and flag != "hostile zones"]:
        yield f"# not in this case: {', '.join(lost)}"
    if any(unit.role or unit.spent or unit.moved for unit in state.units.values()):
        yield "# not in this case: what units did in this turn before it begins"


def _written(view: View, flag: str) -> bool:
    """Whether a fact can stand under `flags`."""
    return (
        flag != CORE_FLAGS[1]
        and not flag.startswith("tech.")
        and known_flag(view.table, flag)
        and _plain(view.state.flags[flag])
    )


def _plain(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(isinstance(k, str) and _plain(v) for k, v in value.items())
    if isinstance(value, list | tuple):
        return all(map(_plain, value))
    return isinstance(value, str | int | bool | float)


def _position(view: View) -> Lines:
    state, board = view.state, view.board
    at_war = sorted(pair.split("|") for pair, relation in state.relations.items() if relation == "war")
    yield f"war = {_value(at_war)}"
    yield from (f"money.{_key(purse)} = {amount}" for purse, amount in state.money.items())
    for flag, value in state.flags.items():
        if flag.startswith("tech."):
            yield f"tech.{_key(flag.removeprefix('tech.'))} = {_value(value)}"
        elif _written(view, flag):
            yield f"flags.{_key(flag)} = {_value(value)}"
    for place in board.places.values():
        if place.is_land and state.owners.get(place.name) != place.owner:
            yield f"owner.{_key(place.name)} = {_value(state.owners.get(place.name) or '')}"
    for border, markers in state.borders.items():
        for owner in dict.fromkeys(m.owner for m in markers):
            told = ", ".join(f"{m.count} {m.type}" for m in markers if m.owner == owner)
            yield f"borders.{_key(border)}.{_key(owner)} = {_value(told)}"
    for name in sorted({*board.setup_facilities, *(p for p, found in state.facilities.items() if found)}):
        yield f"facilities.{_key(name)}.has = {_value(position.show_facilities(view, name))}"
    yield from _units(view, (p for p, ids in sorted(state.ids_by_place.items()) if ids))


def _units(view: View, places: Iterable[str], under: str = "units") -> Lines:
    for place in places:
        for owner in sorted({unit.owner for unit in view.units(place)}):
            if told := position.show_place(view, place, owner):
                yield f"{under}.{_key(place)}.{_key(owner)} = {_value(told)}"


def _steps(entries: Sequence[Entry]) -> Lines:
    yield "step = ["
    for entry in standing(entries):
        if entry.text.startswith(EDIT):
            yield f"  {{ edit = {_value(said_of(entry.text))} }},"
            continue
        dice = [die for roll in entry.rolls for die in roll.dice]
        by = f", by = {_value(entry.by)}" if entry.by else ""
        yield f"  {{ order = {_value(entry.text)}{by}{f', dice = {_value(dice)}' if dice else ''} }},"
    yield "]"


def _expect(end: Game, entries: Sequence[Entry]) -> Lines:
    turn, view = end.state.turn, end.view
    yield from (f"expect.round = {turn.round}", f"expect.power = {_value(turn.power)}")
    yield f"expect.phase = {_value(turn.phase)}"
    yield f"expect.pending = {_value(end.state.pending[0].kind if end.state.pending else '')}"
    yield from (f"expect.money.{_key(purse)} = {amount}" for purse, amount in end.state.money.items())
    held = standing(entries)
    yield from _units(view, sorted(_touched(held[-1].events)) if held else (), "expect.units")


def _touched(events: Iterable[Event]) -> set[str]:
    """The places in which units came, went or were lost."""
    found = set()
    for event in events:
        if isinstance(event, UnitPlaced | UnitRemoved):
            found.add(event.unit.place)
        elif isinstance(event, UnitMoved):
            found |= {event.before.place, event.after.place}
    return found


def _key(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _value(value: Any) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(str(k))} = {_value(v)}" for k, v in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
