"""`bomb`: aircraft set out to raid a facility, escorts with them (CL-8.1, G40-7.14)."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.hooks import Rule
from rules.model.names import article
from rules.model.orders import Bomb, Order
from rules.model.state import Unit
from rules.movement import moves
from rules.movement.moves import Journey


def bomb(act: Act, order: Order) -> None:
    """`bomb FACILITY: ITEMS: PATH`: those that can damage the facility raid it, fighters escort them."""
    assert isinstance(order, Bomb)
    goal = order.path[-1]
    target = _target(act, order.facility, goal)
    journeys = moves.plan(act, order.items, order.path)
    raiders = [j for j in journeys if raids(act, j[0], target)]
    escorts = [j for j in journeys if j not in raiders]
    _check(act, escorts, target, bool(raiders) or _raided(act, goal, target))
    moves.launch(act, escorts, "escort", target)
    moves.launch(act, raiders, "raid", target)


def _target(act: Act, facility: str, place: str) -> str:
    """The facility of the place that is meant: a complex of any size answers to any complex's name."""
    if not act.hostile_land(place, act.active):
        peace = act.owner(place) is not None and not act.allied(act.owner(place), act.active)
        act.refuse("at-peace" if peace else "no-target", f"{place} is not in enemy hands.", act.cite("raid"))
    here = {f.type: f for f in act.facilities(place)}
    complexes = [f.type for f in act.complexes(place)]
    if facility not in here and act.table.units[facility].has("complex") and complexes:
        facility = complexes[0]
    if facility in here:
        act.check(act.table.veto(Rule.may_fire_at, act, place, here[facility], None))
        return facility
    act.refuse(
        "no-target", f"There is no {facility} in {place}; there are: {', '.join(here) or 'none'}.", act.cite("raid")
    )


def raids(act: Act, unit: Unit, facility: str) -> bool:
    """Whether a unit can bomb a type of facility."""
    return facility in act.of(unit).raids


def _raided(act: Act, place: str, facility: str) -> bool:
    """Whether bombers of an earlier order raid a facility: fighters from elsewhere may join them as escorts."""
    return any(u.role == "raid" and u.target == facility for u in act.commanded(place, act.active))


def _check(act: Act, escorts: list[Journey], target: str, raided: bool) -> None:
    for unit, _ in escorts:
        if not act.has(unit, "escorts"):
            act.refuse(
                "cannot-attack", f"{article(unit.type)} neither bombs {article(target)} nor escorts.", act.cite("raid")
            )
    if not raided:
        text = f"Nothing in this order can bomb {article(target)}; order the bombers before escorts from elsewhere."
        act.refuse("cannot-attack", text, act.cite("raid"))
