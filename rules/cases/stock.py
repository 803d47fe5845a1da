"""Units, facilities and markers as texts compared by what they mean, not by how they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rules.cases.file import CaseError
from rules.core import position
from rules.core.table import Table
from rules.core.view import View
from rules.model.orders import Item
from rules.model.parse import parse_item, parse_items, split_top
from rules.model.refusals import Refused
from rules.model.state import Unit


@dataclass(frozen=True)
class Kind:
    """What makes two pieces alike: type, damage, marks, owner where foreign, cargo."""

    type: str
    damage: int = 0
    marks: frozenset[str] = frozenset()
    owner: str = ""
    cargo: frozenset[tuple[Kind, int]] = frozenset()


Stock = Counter[Kind]


def read(table: Table, text: str) -> Stock:
    """A text such as `2 infantry, 1 transport (cargo: 1 tank)` as counted kinds; CaseError if unreadable."""
    lex = position.lexicon(table)
    try:
        return _count(table, (parse_item(part, lex) for part in split_top(text, ",") if part))
    except Refused as refused:
        raise CaseError(f"“{text}”: {refused.refusal.message}") from refused


def _count(table: Table, items: Iterable[Item]) -> Stock:
    stock: Stock = Counter()
    for item in items:
        stock[_kind(table, item)] += item.count
    return stock


def _kind(table: Table, item: Item) -> Kind:
    loads = [t.split(":", 1)[1] for t in item.tags if _is_cargo(t)]
    tags = [t for t in item.tags if not _is_cargo(t)]
    damage, marks = position.damage_and_marks(tags)
    owner = next((p for m in sorted(marks) if (p := table.board.power_names.find(m))), "")
    marks = frozenset(m for m in marks if not table.board.power_names.find(m))
    cargo: Stock = Counter()
    for load in loads:
        cargo += _count(table, parse_items(load, position.lexicon(table)) if load.strip() else ())
    return Kind(table.standing(item.unit), damage, marks, owner, frozenset(cargo.items()))


def _is_cargo(tag: str) -> bool:
    return tag.lower().startswith("cargo:")


def standing(view: View, place: str, owner: str, passengers: bool = False) -> Stock:
    """The units of a power in a place, cargo inside its ships; `passengers` counts those aboard ships of
    other powers too."""
    stock: Stock = Counter()
    for unit in view.units(place, owner):
        if unit.carrier is None or (passengers and view.state.units[unit.carrier].owner != owner):
            stock[_unit_kind(view, unit, owner)] += 1
    return stock


def army(view: View, place: str, owner: str) -> Stock:
    """The units of a place with the neutral army that stands by there, for nobody's owner name."""
    stock = standing(view, place, owner)
    if owner not in view.board.powers:
        stock.update({Kind(unit): count for unit, count in view.standing_army(place).items()})
    return stock


def _unit_kind(view: View, unit: Unit, owner: str) -> Kind:
    cargo = Counter(_unit_kind(view, u, owner) for u in view.state.aboard(unit.id))
    marks = frozenset(m for m in unit.marks if not m.startswith("."))
    foreign = "" if unit.owner == owner else unit.owner
    return Kind(unit.type, unit.damage, marks, foreign, frozenset(cargo.items()))


def facilities(view: View, place: str) -> Stock:
    """The facilities of a place."""
    return Counter(Kind(f.type, f.damage, _shown(f.marks)) for f in view.facilities(place))


def markers(view: View, border: str, owner: str) -> Stock:
    """The markers of a power on a border or place."""
    stock: Stock = Counter()
    for marker in view.state.borders.get(border, ()):
        if marker.owner == owner:
            stock[Kind(marker.type)] += marker.count
    return stock


def _shown(marks: frozenset[str]) -> frozenset[str]:
    return frozenset(m for m in marks if not m.startswith("."))


def show(stock: Stock) -> str:
    """A stock as text; "nothing" when empty."""
    return ", ".join(sorted(f"{n} {_text(kind)}" for kind, n in stock.items())) or "nothing"


def _text(kind: Kind) -> str:
    tags = sorted(kind.marks) + ([kind.owner] if kind.owner else [])
    if kind.damage:
        tags.append("damaged" if kind.damage == 1 else f"damaged {kind.damage}")
    if kind.cargo:
        tags.append(f"cargo: {show(Counter(dict(kind.cargo)))}")
    return kind.type + (f" ({', '.join(tags)})" if tags else "")
