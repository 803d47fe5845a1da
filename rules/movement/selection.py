"""Which concrete units an item of an order means (docs/ORDERS.md: those that can, most movement left first)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.names import figure, have
from rules.model.orders import Item
from rules.model.refusals import Refused
from rules.model.state import Unit

T = TypeVar("T")


_KIND = attrgetter(
    *("type", "owner", "place", "damage", "turn.spent", "turn.moved", "turn.role", "start", "turn.fought"),
    *("turn.loaded", "turn.unloaded", "marks", "carrier"),
)


def kind(unit: Unit) -> tuple[Any, ...]:
    """What tells a unit from its fellows in a place; units of one kind can do the same things."""
    found: tuple[Any, ...] = _KIND(unit)
    return found


def owner_of(view: View, item: Item) -> str:
    """The power whose units an item names: a power among its tags, else the active one."""
    return next((p for t in item.tags if (p := view.board.power_names.find(t))), view.active)


def at_hand(view: View, item: Item, place: str, among: Sequence[Unit] | None = None) -> bool:
    """Whether an item means units that the active power may order about: its own, or some it commands. among: those of the
    place, where they are to be taken for others than they are."""
    owner = owner_of(view, item)
    if owner == view.active:
        return True
    theirs = [u for u in (view.units(place) if among is None else among) if u.owner == owner]
    return any(view.commands(view.active, u) and fits(view, u, item) for u in theirs)


def fits(view: View, unit: Unit, item: Item) -> bool:
    """Whether a unit answers an item's type and qualifiers (its owner is checked apart)."""
    return unit.type == view.table.standing(item.unit) and all(_tag(view, unit, tag) for tag in item.tags)


def named(view: View, units: Sequence[Unit], item: Item) -> list[Unit]:
    """Those of some units that an item names, an owner among its tags included."""
    owner = next((p for t in item.tags if (p := view.board.power_names.find(t))), "")
    return [u for u in units if fits(view, u, item) and owner in ("", u.owner)]


def _tag(view: View, unit: Unit, tag: str) -> bool:
    low = tag.lower()
    if view.board.power_names.find(tag):
        return True
    if low in ("damaged", "undamaged"):
        found = bool(unit.damage) == (low == "damaged")
    elif low.startswith("damaged "):
        found = str(unit.damage) == low.split()[1]
    else:
        found = low in unit.marks or laden(view, unit, low)
    return view.table.fold(Rule.matches_qualifier, found, view, unit, low)


def laden(view: View, unit: Unit, tag: str) -> bool:
    """Whether a unit has aboard what a qualifier says: `cargo`, `empty`, `cargo: 1 infantry`."""
    if tag in ("cargo", "empty"):
        return bool(view.state.aboard(unit.id)) == (tag == "cargo")
    return tag.startswith("cargo:") and _carries(view, unit, tag.removeprefix("cargo:"))


def _carries(view: View, unit: Unit, text: str) -> bool:
    wanted: Counter[str] = Counter()
    for part in text.split(","):
        count, _, name = part.strip().partition(" ")
        number = figure(count)
        wanted[view.table.unit_names.find(part if number is None else name) or part] += 1 if number is None else number
    return wanted == Counter(u.type for u in view.state.aboard(unit.id))


def candidates(act: Act, place: str, item: Item, among: Sequence[Unit] | None = None) -> list[Unit]:
    """Units of a place that an item may mean; refuses `not-enough-units` when there are too few."""
    owner, type_ = owner_of(act, item), act.table.standing(item.unit)
    pool = [u for u in (act.units(place) if among is None else among) if u.type == type_ and u.owner == owner]
    found = [u for u in pool if fits(act, u, item)]
    if len(found) < item.count:
        raise not_enough(act, item, place, len(found))
    return found


def mine(
    act: Act, place: str, item: Item, taken: Sequence[Unit] = (), among: Sequence[Unit] | None = None
) -> list[Unit]:
    """Units of a place that an item may mean, under the active power's command, aboard nothing and not taken already;
    the first are those it would rather mean."""
    units = [u for u in candidates(act, place, item, among) if u.carrier is None and act.commands(act.active, u)]
    return sorted((u for u in units if u not in taken), key=lambda u: preference(act, u))


def fresh(act: Act, place: str, items: Sequence[Item], rule: str, code: str = "too-far") -> list[Unit]:
    """Units for all items that have neither moved nor fought this turn; refuses by `code`, citing a rule."""
    found: list[Unit] = []
    for item in items:
        pool = mine(act, place, item, found)
        ready = [u for u in pool if u.fresh]
        if len(ready) < item.count:
            text = f"{act.table.units[item.unit].counted(len(ready))} in {place} {have(len(ready))} neither moved nor fought"
            text = f"{text}, {item.count} ordered."
            raise Refused(code if len(pool) >= item.count else "not-enough-units", text, rule)
        found += ready[: item.count]
    return found


def called(view: View, unit: Unit) -> str:
    """A unit's type as an order of the active power names it: with the owner where that is another power."""
    return unit.type if unit.owner == view.active else f"{unit.type} ({unit.owner})"


def tagged(name: str, tag: str) -> str:
    """What `called` gives, with a qualifier more."""
    return f"{name[:-1]}, {tag})" if name.endswith(")") else f"{name} ({tag})"


def not_enough(view: View, item: Item, place: str, there: int) -> Refused:
    """The refusal for an item that names more units than there are."""
    tags = f" ({', '.join(item.tags)})" if item.tags else ""
    return Refused(
        "not-enough-units",
        f"{owner_of(view, item)} has {view.table.units[item.unit].counted(there)}{tags} in {place}, not {item.count}.",
    )


def choose(view: View, units: Sequence[Unit], count: int, able: Callable[[Unit], T]) -> list[tuple[Unit, T]]:
    """The first `count` units, best first, for which `able` gives an answer instead of raising Refused;
    raises the first unit's own reason where too few are able."""
    answers: dict[tuple[Any, ...], T | Refused] = {}
    chosen: list[tuple[Unit, T]] = []
    reason: Refused | None = None
    for unit in sorted(units, key=lambda u: preference(view, u)):
        sort = kind(unit)
        if sort not in answers:
            answers[sort] = _ask(able, unit)
        answer = answers[sort]
        if isinstance(answer, Refused):
            reason = reason or answer
        else:
            chosen.append((unit, answer))
        if len(chosen) == count:
            return chosen
    raise reason or Refused("not-enough-units", "No unit there can do that.")


def _ask(able: Callable[[Unit], T], unit: Unit) -> T | Refused:
    try:
        return able(unit)
    except Refused as refused:
        return refused


def preference(view: View, unit: Unit) -> tuple[int, int, int, int, int]:
    """Sorting key: unmarked, most movement left, laden ships, undamaged, oldest first."""
    laden = bool(view.of(unit).capacity and view.state.aboard(unit.id))
    marks = sum(not mark.startswith(".") for mark in unit.marks)
    return (marks, unit.spent - view.points(unit), not laden, unit.damage, unit.id)
