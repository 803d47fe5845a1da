"""Aircraft that carry: in noncombat move a unit with the number "airlift" takes land units along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.names import sentence
from rules.model.orders import Item, Items, Move, Order
from rules.model.profiles import AIR, LAND, UnitType
from rules.model.state import NONCOMBAT, Unit, ids
from rules.movement import moves, selection
from rules.movement.reach import Reach

FLOWN: Final = "turn.airlift"
AIR_BASE: Final = "air base"
GOALS: Final = 2  # places to which a flight is offered, those first that most enemies press
LOADS: Final = 3  # kinds of units that are offered as a load, the most costly first


@dataclass(frozen=True, eq=False, kw_only=True)
class Airlift(Mechanic):
    """`move 1 air transport, 1 tank: Lombardy > Smolensk`: an aircraft with the number "airlift" flies so many spaces with
    a load (one more from an air base where bases help it), within its own range.

    It takes one unit: of the types it `carries`, or any with the trait "by air"; those that take no room come on top.
    The load must stand where it starts, fresh, and may do nothing afterwards. Other aircraft of the order fly along.
    base: whether an air base adds a space.
    cites: "load", "range", "when".
    """

    base: bool = True

    def handle(self, act: Act, order: Order) -> bool:
        """A move of carriers with land units beside them."""
        if not isinstance(order, Move):
            return False
        flyers = tuple(i for i in order.items if act.table.units[i.unit].domain == AIR)
        load = tuple(i for i in order.items if i not in flyers)
        lifts = [i for i in flyers if self._lifts(act, i)]
        if not load or not any(self._takes(act, lift, i) for lift in lifts for i in load):
            return False
        if act.phase != NONCOMBAT:
            act.refuse("wrong-phase", "Loads fly in noncombat move.", self.cite("when"))
        journeys = moves.plan(act, flyers, order.path)
        carriers = [unit for unit, _ in journeys if act.of(unit).number("airlift")]
        cargo = self._cargo(act, load, order.path[0], carriers)
        flown = dict(act.flag(FLOWN, {}))
        for unit, route in [j for j in journeys if j[0] in carriers]:
            most = self._most(act, unit)
            spaces = route.cost + flown.get(str(unit.id), 0)
            if spaces > most:
                text = f"{unit.type} flies {most} spaces with a load, not {spaces}."
                act.refuse("too-far", sentence(text), self.cite("range"))
            flown[str(unit.id)] = spaces
        moves.launch(act, journeys)
        act.set_flag(FLOWN, flown)
        self._land(act, cargo, order.path[-1])
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """One unit of the most costly kinds with an aircraft of its place, to where the enemy is strongest."""
        if view.phase != NONCOMBAT or power != view.active or self is not view.table.parts(Airlift)[0]:
            return ()  # of several rules that let aircraft carry, the first carries it out
        return tuple(self._offers(view, power))

    def _offers(self, view: View, power: str) -> Iterator[str]:
        reach = Reach(view)
        flyers = {(u.place, selection.called(view, u)): u for u in view.forces(power) if view.of(u).number("airlift")}
        for (place, name), unit in flyers.items():
            ashore = [u for u in view.commanded(place, power, LAND) if u.carrier is None and u.fresh]
            loads = [u for u in ashore if _goes_aboard(view.of(unit), view.of(u))]
            loads.sort(key=lambda u: -view.of(u).cost)
            kinds = list(dict.fromkeys(selection.called(view, u) for u in loads))[:LOADS]
            most = self._most(view, unit) - view.flag(FLOWN, {}).get(str(unit.id), 0)
            near = [goal for goal, cost in reach.destinations(unit).items() if cost <= most] if kinds else []
            front = [goal for goal in near if view.place(goal).is_land and view.at_front(goal, power)]
            goals = sorted(front, key=lambda goal: -view.pressed(goal, power))[:GOALS]
            yield from (f"move 1 {name}, 1 {kind}: {place} > {goal}" for kind in kinds for goal in goals)

    def _lifts(self, view: View, item: Item) -> bool:
        return bool(view.profile(view.active, item.unit).number("airlift"))

    def _takes(self, view: View, lift: Item, item: Item) -> bool:
        """Whether an item of an order is a load for a carrier: one of what it carries, or any land unit where that is
        open (then units that do not fly are refused)."""
        kinds = view.profile(view.active, lift.unit).carries
        return item.unit in kinds if kinds else view.table.units[item.unit].domain == LAND

    def _most(self, view: View, unit: Unit) -> int:
        """Spaces it flies with a load."""
        return view.of(unit).number("airlift") + int(self.base and view.base(unit.start, AIR_BASE, unit.owner))

    def _cargo(self, act: Act, load: Items, place: str, carriers: Sequence[Unit]) -> list[Unit]:
        for item in load:
            unit = act.profile(act.active, item.unit)
            if not any(_goes_aboard(act.of(carrier), unit) for carrier in carriers):
                text = sentence(f"{unit.many} are not carried by {act.of(carriers[0]).many}")
                act.refuse("not-transportable", text, self.cite("load"))
        found = selection.fresh(act, place, load, self.cite("load"))
        seats = sum(not act.has(u, "takes no room") for u in found)
        if seats > len(carriers):
            text = f"{act.of(carriers[0]).counted(len(carriers))}, one unit aboard each: {seats} do not go"
            act.refuse("no-capacity", sentence(text), self.cite("load"))
        return found

    def _land(self, act: Act, cargo: Sequence[Unit], goal: str) -> None:
        if not act.place(goal).is_land:
            act.refuse("no-landing", f"A load is set down on land; {goal} is a sea zone.", self.cite("load"))
        for unit in cargo:
            act.check(act.table.veto(Rule.may_end, act, unit, goal, act.phase))
            spent = max(1, act.points(unit))
            act.change(unit, place=goal, route=(unit.place, goal), moved=act.phase, spent=spent)
        act.tell(moments.moved, act.get(ids(cargo)))


def _goes_aboard(carrier: UnitType, unit: UnitType) -> bool:
    """Whether an aircraft carries a type: one of those it names, else one that flies with others."""
    return unit.name in carrier.carries if carrier.carries else unit.has("by air")
