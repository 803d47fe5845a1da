"""One step from a place to the next, for any unit: may it, what does it cost, what does it do."""

from __future__ import annotations

from types import ModuleType

from rules.core import border_crossings
from rules.core.hooks import Rule
from rules.core.view import View
from rules.economy import prices
from rules.model.names import sentence
from rules.model.profiles import AIR, LAND, SEA
from rules.model.refusals import Refusal
from rules.model.state import Unit
from rules.movement import air, land, sea
from rules.movement.ground import FRIENDLY, Ground


def ways(element: str) -> ModuleType:
    """How units of an element go."""
    return air if element == AIR else sea if element == SEA else land


def _ways(ground: Ground, unit: Unit) -> ModuleType:
    return ways(ground.view.element(unit))


def enter(ground: Ground, unit: Unit, origin: str, place: str, last: bool) -> Refusal | None:
    """Why a unit may not go from a place to the next (last: it means to end there)."""
    view = ground.view
    if refusal := shut(ground, unit, place) or barred(ground, unit, place, last):
        return refusal
    if view.element(unit) == SEA and (refusal := sea.canal(ground, unit, origin, place)):
        return refusal
    found: Refusal | None = _ways(ground, unit).enter(ground, unit, origin, place, last)
    return found


def shut(ground: Ground, unit: Unit, place: str) -> Refusal | None:
    """Why a place is not open to a unit, from whichever side and whether or not it goes on."""
    view = ground.view
    if view.place(place).impassable:
        return Refusal("impassable", f"Nothing can enter {place}.", view.cite("impassable"))
    return view.table.veto(Rule.may_enter, view, unit, place, ground.phase)


def barred(ground: Ground, unit: Unit, place: str, last: bool) -> Refusal | None:
    """Why a unit that cannot attack may not go into enemy land, or end among enemies at sea."""
    view = ground.view
    if not ground.combat or not view.has(unit, "cannot attack"):
        return None
    if view.place(place).is_land:
        hostile = ground.land(place) != FRIENDLY and (last or view.element(unit) == LAND)
    else:
        hostile = last and ground.fought_over(place)
    if not hostile:
        return None
    sound = view.profile(unit.owner, unit.type)
    here = sound.rule or view.cite("combat move")
    if sound.has("cannot attack"):
        text = sentence(f"{sound.many} do not attack: {place} is in enemy hands")
        fire = " They fire from where they stand, in conduct combat." if sound.number("range_dice") else ""
        return Refusal("cannot-attack", text + fire, here)
    text = sentence(f"damaged {sound.many} do not attack: {place} is in enemy hands")
    cost = prices.repair_price(view, unit.owner, unit.type, 1)
    return Refusal("damaged", f"{text} Repairs are made in purchase, {cost} IPC a hit.", here)


def through(ground: Ground, unit: Unit, place: str) -> Refusal | None:
    """Why a unit that enters a place may not go on from it."""
    refusal: Refusal | None = _ways(ground, unit).through(ground, unit, place)
    return refusal


def cost(view: View, unit: Unit, origin: str, place: str) -> int:
    """Movement points of a step (1 unless a rule says otherwise)."""
    return view.table.fold(Rule.step_cost, 1, view, unit, origin, place)


def effects(ground: Ground, unit: Unit, origin: str, place: str, last: bool) -> tuple[str, ...]:
    """What a step does beside the move itself; two routes with other effects are not the same route."""
    own: tuple[str, ...] = () if last else _ways(ground, unit).effects(ground, unit, place)
    if border_crossings.guarded(ground.view, unit, origin, place):
        own = (*own, f"what guards the line {origin} | {place}")
    return ground.view.table.fold(Rule.step_effects, own, ground.view, unit, origin, place, last)
