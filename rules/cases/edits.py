"""What a game master's edit can do: each gives a `Change`, which gets an `Act` and says in words what it did. The words can
be read back (`read`), so a case has them for a step."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rules.core.act import Act
from rules.core.position import check_tags, heads, lexicon, put, read_facilities
from rules.legal import consistency
from rules.mechanics.fire import lines
from rules.mechanics.fire.laying import laid
from rules.model.names import article, sentence
from rules.model.orders import Item
from rules.model.parse import parse_items
from rules.model.profiles import AIR, FACILITY, MARKER
from rules.model.refusals import Refused
from rules.model.state import MOST_UNITS, Facility, Unit
from rules.movement import packing
from rules.play.game import Entry, Game, NoDice
from rules.play.narrate import count

Change = Callable[[Act], str]

# Bounds of one edit and of a board: what grows with them is reckoned while other games wait.
MOST_ADDED = 200
# How the text of an edit's entry in the log begins.
EDIT = "edit "


_SAID: Sequence[tuple[re.Pattern[str], Callable[..., Change]]] = (
    (re.compile(r"(?P<owner>.+?) gets (?P<units>.+) (?:in|on) (?P<place>.+)"), lambda **said: add_units(**said)),
    (re.compile(r"(?P<owner>.+?) loses (?P<units>.+) (?:in|on) (?P<place>.+)"), lambda **said: remove_units(**said)),
    (re.compile(r"(?P<place>.+) goes to (?P<owner>.+)"), lambda **said: set_owner(**said)),
    (re.compile(r"(?P<purse>.+) has (?P<amount>\d+) IPC"), lambda **said: set_money(**said)),
    (
        re.compile(r"(?:(?P<owner>.+)'s )?(?P<unit>.+) in (?P<place>.+) has (?P<damage>\d+) damage"),
        lambda **said: set_damage(**said),
    ),
)


def read(text: str) -> Change:
    """An edit from its words: `Germany gets 2 infantry in Poland`. Raises Refused."""
    for form, make in _SAID:
        if found := form.fullmatch(text.strip()):
            given: dict[str, Any] = {name: value or "" for name, value in found.groupdict().items()}
            for name in {"amount", "damage"} & given.keys():
                given[name] = int(given[name])
            return make(**given)
    raise Refused(
        "syntax",
        f"I could not read “{text[:80]}”: an edit says who gets or loses UNITS in a place, which place goes to whom, "
        "how many IPC a treasury has, or how much damage a unit or facility has.",
    )


def carry_out(game: Game, change: Change, why: str) -> tuple[Entry, str, list[str]]:
    """Make a change in a game: the entry in its log, what it did, and what no play would have led to. Raises Refused."""
    act = Act(game.table, game.state, NoDice())
    said, odd = warned(act, change)
    act.note(f"Edit by the game master: {said}. Reason: {why}", since=0)
    entry = Entry(len(game.log), "", f"{EDIT}{said} # {why}", act.closed(), game.state.turn)
    game.record(entry)
    return entry, said, odd


def said_of(text: str) -> str:
    """What an edit did, from the text of its entry in the log."""
    return text.removeprefix(EDIT).partition(" # ")[0]


def warned(act: Act, change: Change) -> tuple[str, list[str]]:
    """Make a change; what it did, and what no play would have led to."""
    before = set(consistency.oddities(act))
    said = change(act)
    return said, [odd for odd in dict.fromkeys(consistency.oddities(act)) if odd not in before]


def add_units(owner: str, units: str, place: str) -> Change:
    """Put units on the board; on a border (`Germany | Poland`) what is laid there."""

    def change(act: Act) -> str:
        lex = lexicon(act.table)
        who, items = lex.power(owner), parse_items(units, lex)
        check_tags(act.table, who, items)
        if name := _line(act, place, items):
            return _mark(act, name, who, items, 1)
        where = lex.place(place)
        if sum(map(heads, items)) > MOST_ADDED or len(act.state.units) > MOST_UNITS:
            raise Refused(
                "limit-on-board", f"One edit adds at most {MOST_ADDED} units, to a board of at most {MOST_UNITS}."
            )
        before = set(act.state.units)
        for item in items:
            if act.profile(who, item.unit).domain == FACILITY:
                _build(act, where, who, item)
            else:
                put(act, where, who, str(item))
        for unit in [u for i, u in act.state.units.items() if i not in before]:
            _must_be_possible(act, unit)
        return f"{who} gets {_told(act, items)} in {where}"

    return change


def _line(act: Act, place: str, items: Sequence[Item]) -> str:
    """The key of a border (`Germany | Poland`), or of a place that markers are to lie in; "" for any other place."""
    lex, (here, *there) = lexicon(act.table), place.split("|")
    if there:
        where, other = lex.place(here), lex.place(there[0])
        if other not in act.board.near(where):
            raise Refused("no-path", f"{where} and {other} have no common border.")
        return lines.key(where, other)
    return lex.place(here) if all(act.table.units[item.unit].domain == MARKER for item in items) else ""


def _mark(act: Act, name: str, who: str, items: Sequence[Item], sign: int) -> str:
    """Put markers on a border or place, or (sign -1) take them off, from whichever side they were put there."""
    known = laid(act.table)
    for item in items:
        if item.unit not in known:
            raise Refused("wrong-site", f"{_a(item.unit)} does not lie on borders or as a marker in places.")
        here, _, other = name.partition(" | ")
        have = lines.count(act, here, other, item.unit, who)
        if sign < 0 and have < item.count:
            raise Refused("not-enough-units", f"{who} has {act.table.units[item.unit].counted(have)} on {name}.")
        if sign < 0:
            lines.take(act, here, other, item.unit, who, item.count, "edit")
        else:
            lines.add(act, name, item.unit, who, min(item.count, MOST_ADDED), "edit")
    return f"{who} {'gets' if sign > 0 else 'loses'} {_told(act, items)} on {name}"


def _told(act: Act, items: Sequence[Item]) -> str:
    """`2 destroyers, 1 transport (cargo: 1 armor)`."""
    tags = [f" ({', '.join(item.tags)})" if item.tags else "" for item in items]
    return ", ".join(count(act.table, i.count, i.unit) + tag for i, tag in zip(items, tags, strict=True))


def _build(act: Act, where: str, who: str, item: Item) -> None:
    """Facilities belong to whoever holds their territory."""
    if act.owner(where) != who:
        raise Refused("not-yours", f"{where} is held by {act.owner(where) or 'nobody'}: what is built there is theirs.")
    act.set_facilities(where, (*act.facilities(where), *read_facilities(act.table, str(item))), "edit")


def _facilities(act: Act, where: str, kind: str) -> list[Facility]:
    return [f for f in act.facilities(where) if f.type == kind]


def _demolish(act: Act, where: str, item: Item) -> None:
    left, found = list(act.facilities(where)), _facilities(act, where, item.unit)
    if len(found) < item.count:
        raise Refused("not-enough-units", f"{where} has {len(found)} {item.unit}.")
    for facility in found[: item.count]:
        left.remove(facility)
    act.set_facilities(where, left, "edit")


def _must_be_possible(act: Act, unit: Unit) -> None:
    """Refuse a unit that no play leads to: hit more often than it can take, or aboard what can't carry it."""
    profile = act.of(unit)
    if unit.damage and unit.damage >= profile.hits:
        raise Refused("damaged", f"{_a(unit.type)} that has taken {unit.damage} hits is no longer there.")
    if unit.carrier is None:
        return
    ship = act.state.units[unit.carrier]
    flies = profile.domain == AIR
    room = act.of(ship).decks if flies else packing.room(act, ship) + packing.size(act, unit)
    taken = sum(act.of(u).deck for u in act.state.aboard(ship.id)) if flies else packing.size(act, unit)
    if not (profile.deck if flies else packing.carried(act, unit)) or taken > room:
        raise Refused("no-capacity", f"{_a(ship.type)} cannot carry {unit.type} there.")


def _a(noun: str) -> str:
    return sentence(article(noun)).rstrip(".")


def remove_units(owner: str, units: str, place: str) -> Change:
    """Take units off the board, or off a border what is laid there."""

    def change(act: Act) -> str:
        lex = lexicon(act.table)
        who, items = lex.power(owner), parse_items(units, lex)
        if name := _line(act, place, items):
            return _mark(act, name, who, items, -1)
        where = lex.place(place)
        for item in items:
            if any(tag.startswith("cargo") for tag in item.tags):
                raise Refused("syntax", "What is aboard goes with its ship, or is named by itself.")
            if act.profile(who, item.unit).domain == FACILITY:
                _demolish(act, where, item)
                continue
            here = [u for u in act.units(where, who) if u.type == item.unit]
            if len(here) < item.count:
                raise Refused(
                    "not-enough-units", f"{who} has {act.table.units[item.unit].counted(len(here))} in {where}."
                )
            here.sort(key=lambda u: (len(act.state.aboard(u.id)), u.id))
            for unit in here[: item.count]:
                act.remove(unit, "edit")
        return f"{who} loses {_told(act, items)} in {where}"

    return change


def set_owner(place: str, owner: str) -> Change:
    """Give a territory to a power, or to nobody."""

    def change(act: Act) -> str:
        lex = lexicon(act.table)
        where = lex.place(place)
        who = None if owner.strip().lower() in ("nobody", "none", "") else lex.power(owner)
        if act.place(where).is_sea:
            raise Refused("wrong-site", f"{where} is a sea zone.")
        act.set_owner(where, who, "edit")
        return f"{where} goes to {who or 'nobody'}"

    return change


def set_money(purse: str, amount: int) -> Change:
    """Set what a treasury holds."""

    def change(act: Act) -> str:
        known = {name.lower(): name for name in act.board.purse_power}
        name = known.get(purse.strip().lower()) or lexicon(act.table).power(purse)
        if name not in act.board.purse_power:
            raise Refused("unknown-power", f"{name} has several treasuries: {', '.join(act.purses(name))}.")
        act.pay(name, act.state.money.get(name, 0) - amount, "edit")
        return f"{name} has {amount} IPC"

    return change


def _damage_facility(act: Act, where: str, kind: str, damage: int) -> str:
    here = next((f for f in _facilities(act, where, kind) if f.damage != damage), None)
    if here is None:
        raise Refused("not-enough-units", f"There is no such {kind} in {where}.")
    most = act.most_damage(where, kind)
    if damage > most:
        raise Refused("damaged", f"{_a(kind)} holds at most {most} damage.")
    found = [replace(f, damage=damage) if f is here else f for f in act.facilities(where)]
    act.set_facilities(where, found, "edit")
    return f"{kind} in {where} has {damage} damage"


def set_damage(owner: str, unit: str, place: str, damage: int) -> Change:
    """Set the damage of one unit or facility."""

    def change(act: Act) -> str:
        lex = lexicon(act.table)
        where, kind = lex.place(place), lex.unit(unit)
        if act.table.units[kind].domain == FACILITY:
            return _damage_facility(act, where, kind, damage)
        who = lex.power(owner)
        if damage >= act.profile(who, kind).hits:
            raise Refused("damaged", f"{_a(kind)} that has taken {damage} hits is no longer there.")
        here = [u for u in act.units(where, who) if u.type == kind and u.damage != damage]
        if not here:
            raise Refused("not-enough-units", f"{who} has no such {kind} in {where}.")
        act.change(here[0], damage=damage)
        return f"{who}'s {kind} in {where} has {damage} damage"

    return change
