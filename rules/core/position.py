"""Units and facilities of a place as text, both ways (docs/CASES.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.table import Table
from rules.core.view import View
from rules.model.names import article, figure, listing
from rules.model.orders import Item
from rules.model.parse import Lexicon, parse_item, parse_items, split_top
from rules.model.profiles import FACILITY
from rules.model.refusals import Refused
from rules.model.state import Facility, Marker, Unit


def lexicon(table: Table) -> Lexicon:
    """The names orders may use on a table."""
    return table.lexicon


def damage_and_marks(tags: Sequence[str]) -> tuple[int, frozenset[str]]:
    """The damage that tags name, and the other tags."""
    damage, marks = 0, set()
    for tag in tags:
        if tag == "damaged":
            damage = 1
        elif tag.startswith("damaged "):
            found = figure(tag.removeprefix("damaged ").strip(), digits=2)
            if found is None:
                raise Refused("syntax", f"“{tag[:60]}”: damage is a number, such as `damaged 2`.")
            damage = found
        else:
            marks.add(tag)
    return damage, frozenset(marks)


def check_tags(table: Table, owner: str, items: Iterable[Item]) -> None:
    """Refuse what is said of units in parentheses that no rule of the table knows of them (code "syntax"), cargo
    included. owner: whose units they are; cargo may be of any power.

    For what people write; positions of files say what they like.
    """
    for item in items:
        none: tuple[str, ...] = ()
        known = table.fold(Rule.tags, none, table.units[item.unit], owner)
        for tag in (t.strip() for t in item.tags):
            if tag.lower().startswith("cargo"):
                check_tags(table, owner, parse_items(tag.partition(":")[2], lexicon(table)))
            elif not (re.fullmatch(r"damaged( \d+)?", tag) or table.board.power_names.find(tag)):
                _check_tag(table, owner, item.unit, tag, known)


def _check_tag(table: Table, owner: str, unit: str, tag: str, known: Sequence[str]) -> None:
    plain = re.sub(r" \d+$", "", table.fold(Rule.written_mark, tag, owner))
    if plain in known:
        return
    said = [f"({name})" for name in ("damaged", *known)]
    raise Refused("syntax", f"“{tag[:60]}” is nothing that is said of {article(unit)} here; known: {listing(said)}.")


def shown(marks: Iterable[str]) -> tuple[str, ...]:
    """Marks that are there to be seen: not those that begin with a dot."""
    return tuple(sorted(m for m in marks if not m.startswith(".")))


def printed(table: Table, text: str) -> str:
    """The text of a printed set-up without the units whose house rule is off."""
    off = table.board.setup_house - set(table.units)
    parts = [part.strip() for part in split_top(text, ",")] if off else [text]
    return ", ".join(part for part in parts if part.partition(" ")[2] not in off)


def put(act: Act, place: str, owner: str, text: str) -> None:
    """Place the units of a text such as `1 transport (cargo: 2 infantry), 1 tank (damaged)`."""
    lex = lexicon(act.table)
    for part in split_top(text, ","):
        if part:
            _put_item(act, lex, place, owner, parse_item(part, lex))


def heads(item: Item) -> int:
    """How many units an item is, with those aboard."""
    aboard = [tag.partition(":")[2] for tag in item.tags if tag.lower().startswith("cargo")]
    return item.count * (
        1 + sum(int(found or 1) for text in aboard for found in re.findall(r"(?:^|,)\s*([0-9]*)", text))
    )


def _put_item(act: Act, lex: Lexicon, place: str, owner: str, item: Item) -> None:
    cargo = [t.split(":", 1)[1] for t in item.tags if t.lower().startswith("cargo")]
    damage, marks = damage_and_marks([t for t in item.tags if not t.lower().startswith("cargo")])
    marks = frozenset(act.table.fold(Rule.written_mark, m, owner) for m in marks)
    for _ in range(item.count):
        unit = act.place_unit(act.table.standing(item.unit), owner, place, "setup", damage=damage, marks=marks)
        for load in (i for text in cargo for i in parse_items(text, lex)):
            _put_cargo(act, unit, load)


def _put_cargo(act: Act, ship: Unit, load: Item) -> None:
    damage, marks = damage_and_marks(load.tags)
    owner = next((p for m in marks if (p := act.board.power_names.find(m))), ship.owner)
    marks = frozenset(m for m in marks if not act.board.power_names.find(m))
    for _ in range(load.count):
        act.place_unit(
            act.table.standing(load.unit), owner, ship.place, "setup", carrier=ship.id, damage=damage, marks=marks
        )


def read_facilities(table: Table, text: str, original: bool = False) -> tuple[Facility, ...]:
    """Facilities of a text such as `minor industrial complex (damaged 2), air base`."""
    found = []
    for part in split_top(text, ","):
        if part:
            item = parse_item(part, lexicon(table))
            if table.units[item.unit].domain != FACILITY:
                raise ValueError(f"{item.unit} is no facility")
            damage, marks = damage_and_marks(item.tags)
            found += [Facility(item.unit, damage, original, marks)] * item.count
    return tuple(found)


def read_markers(table: Table, owner: str, text: str) -> tuple[Marker, ...]:
    """Markers of a text such as `10 landmine`."""
    items = parse_items(text, lexicon(table)) if text.strip() else ()
    return tuple(Marker(i.unit, owner, i.count) for i in items)


def show_unit(view: View, unit: Unit) -> str:
    """One unit without its count: `tank (damaged)`, `transport (cargo: 2 infantry)`."""
    tags = [*shown(unit.marks)]
    if unit.damage:
        tags.append("damaged" if unit.damage == 1 else f"damaged {unit.damage}")
    cargo = view.state.aboard(unit.id)
    if cargo:
        tags.append("cargo: " + show_units(view, cargo, unit.owner))
    return unit.type + (f" ({', '.join(tags)})" if tags else "")


def show_units(view: View, units: Iterable[Unit], owner: str = "") -> str:
    """Units as canonical text, alike ones counted together; foreign owners are named in cargo."""
    counts: Counter[str] = Counter()
    for unit in units:
        text = show_unit(view, unit)
        if owner and unit.owner != owner:
            text = f"{text[:-1]}, {unit.owner})" if text.endswith(")") else f"{text} ({unit.owner})"
        counts[text] += 1
    return ", ".join(f"{n} {text}" for text, n in sorted(counts.items()))


def show_place(view: View, place: str, owner: str) -> str:
    """All units of a power in a place as canonical text, cargo inside its ships."""
    return show_units(view, (u for u in view.units(place, owner) if u.carrier is None))


def show_facility(facility: Facility) -> str:
    """A facility as text: `air base (damaged 2)`."""
    tags = sorted(facility.marks) + ([f"damaged {facility.damage}"] if facility.damage else [])
    return facility.type + (f" ({', '.join(tags)})" if tags else "")


def show_facilities(view: View, place: str) -> str:
    """All facilities of a place as text."""
    return ", ".join(sorted(show_facility(f) for f in view.facilities(place)))
