"""Who is meant by `all`: the units of a place that can do what an order asks of all of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rules.core.view import View
from rules.model.names import key, sentence
from rules.model.orders import Items, Path
from rules.model.parse import Lexicon, parse_items, split_top
from rules.model.profiles import AIR, LAND, SEA, UnitType
from rules.model.refusals import Refusal, Refused
from rules.model.state import COMBAT_MOVE, Unit
from rules.movement import moves, packing, selection
from rules.movement.reach import Reach

# Words for everything there is, and for everything of an element.
EVERYTHING = ("all", "everything", "everyone", "everybody", "units", "forces", "what i have", "whatever can")
# Words for what is left of it.
REST = ("rest", "the rest", "remaining", "remainder", "the remainder", "everything else", "all else", "what is left")
ELEMENTS = {
    **dict.fromkeys(("planes", "aircraft", "airplanes", "air units", "air force", "air"), AIR),
    **dict.fromkeys(("ships", "fleet", "boats", "naval units", "sea units", "navy"), SEA),
    **dict.fromkeys(("land units", "ground units", "ground forces", "land forces", "troops", "army"), LAND),
}
_ALL = re.compile(r"(?:all|every|everything)\s+(?:of\s+)?(?:(?:the|my|our|that)\s+)?(.+)", re.I)
Wanted = Callable[[UnitType], bool]


@dataclass(frozen=True, slots=True)
class Journey:
    """Who of some units can make a journey, and why the others cannot."""

    able: tuple[Unit, ...]
    unable: tuple[tuple[Unit, Refusal], ...]


def wanted(text: str, lex: Lexicon) -> Wanted | None:
    """Which units `all`, `all planes`, `all tanks` mean; None for what does not speak of all."""
    said = _ALL.fullmatch(text.strip())
    name = key(said[1] if said else text)
    if left_over(text) or (name in EVERYTHING and (said or name in EVERYTHING[:4])):
        return lambda unit: True
    if said and (element := ELEMENTS.get(name)):
        return lambda unit: unit.domain == element
    if said and (type_ := lex.units.find(said[1])):
        return lambda unit: unit.name == type_
    return None


def left_over(text: str) -> bool:
    """Whether a list of units speaks of what is left: `the rest`, `the remaining units`."""
    words = re.sub(r"^(?:all|my|our|all (?:of )?(?:the|my|our))\s+(?=rest|remain)", "", text.strip(), flags=re.I)
    words = re.sub(
        r"^((?:the\s+)?(?:rest|remaining|remainder))\s+(?:of\s+(?:it|them|the\s+units)|units|ones)$",
        r"\1",
        words,
        flags=re.I,
    )
    return key(words) in REST


def spoken(text: str, lex: Lexicon) -> bool:
    """Whether a list of units speaks of all of some."""
    return any(wanted(part, lex) for part in split_top(text, ","))


def of_all(view: View, text: str, units: Iterable[Unit], lex: Lexicon) -> list[Unit]:
    """Those of some units that a list means which speaks of all of some."""
    asked = [meant for part in split_top(text, ",") if (meant := wanted(part, lex))]
    return [u for u in units if any(meant(view.table.units[u.type]) for meant in asked)]


def chosen(view: View, text: str, who: Sequence[Unit], lex: Lexicon) -> Items:
    """A list of units in which `all` stands for those of `who`; empty where it stands for nobody."""
    parts = [named(view, of_all(view, part, who, lex)) if wanted(part, lex) else part for part in split_top(text, ",")]
    said = ", ".join(part for part in parts if part)
    return parse_items(said, lex) if said else ()


def there(view: View, named: Items, units: Sequence[Unit]) -> bool:
    """Whether so many are among some units."""
    return all(len(selection.named(view, units, item)) >= item.count for item in named)


def named(view: View, units: Sequence[Unit]) -> str:
    """Units as items of an order."""
    return ", ".join(f"{n} {name}" for name, n in sorted(Counter(selection.called(view, u) for u in units).items()))


def movable(view: View, place: str) -> list[Unit]:
    """Units of a place that still move by orders of their own in this phase."""
    ground = Reach(view).ground
    return [u for u in view.commanded(place, view.active) if _moves(view, u) and not moves.committed(ground, u)]


def _moves(view: View, unit: Unit) -> bool:
    if unit.carrier is not None or view.points(unit) <= unit.spent:
        return False
    if view.phase == COMBAT_MOVE and (view.has(unit, "not in combat move") or view.has(unit, "cannot attack")):
        return False
    try:
        moves.check_free(view, unit)
    except Refused:
        return False
    return True


def cargo(view: View, place: str, verb: str) -> list[Unit]:
    """Units of a place that can be meant by `load`, `ship` (those ashore that ships carry) and `unload` (those aboard)."""
    here = view.commanded(place, view.active)
    if verb == "unload":
        return [u for u in here if u.carrier is not None and u.role != "assault"]
    return [
        u for u in here if u.carrier is None and view.domain(u) == LAND and packing.carried(view, u) and _moves(view, u)
    ]


def journey(view: View, units: Sequence[Unit], path: Path) -> Journey:
    """Who of some units can go along a path now; aircraft have to be able to land afterwards."""
    reach, able, unable = Reach(view), list[Unit](), list[tuple[Unit, Refusal]]()
    known: dict[object, Refusal | None] = {}
    for unit in units:
        sort = selection.kind(unit)
        if sort not in known:
            known[sort] = _refusal(reach, unit, path)
        refusal = known[sort]
        if refusal is None:
            able.append(unit)
        else:
            unable.append((unit, refusal))
    return Journey(tuple(able), tuple(unable))


def _refusal(reach: Reach, unit: Unit, path: Path) -> Refusal | None:
    view = reach.view
    try:
        moves.way_for(reach.ground, unit, path)
    except Refused as refused:
        return refused.refusal
    if view.domain(unit) == AIR and path[-1] not in reach.destinations(unit):
        return Refusal(
            "no-landing", sentence(f"no landing place would be in reach from {path[-1]}"), view.cite("landing")
        )
    return None
