"""Section 12: Kamikaze by aircraft, in place of the base game's strikes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.battle import salvos
from rules.battle.sides import ATTACKER
from rules.core import distance, moments, stages
from rules.core.act import Act
from rules.core.view import View
from rules.house.expansion4.document import Section
from rules.model.ledger import Role
from rules.model.names import article, sentence
from rules.model.orders import Launch, Order
from rules.model.profiles import AIR, SEA
from rules.model.refusals import Refusal
from rules.model.salvo import Salvo, Shot
from rules.model.state import COMBAT_MOVE, Unit
from rules.movement import selection, travel
from rules.movement.ground import Ground
from rules.movement.paths import route

ID, JAPAN, FROM_ROUND, NUMBER = "x4.kamikaze", "Japan", 10, 5
STAGE: Final = "kamikaze"
ROLE: Final[Role] = "aimed"
USED: Final = "turn.x4.kamikaze"


class KamikazeFlights(Section):
    """One aircraft a turn against one warship: a die at 5, and the aircraft is gone."""

    id = ID
    title = "Kamikaze by aircraft"
    text = (
        "The base game's Kamikaze strikes do not exist. From Late 1944 (round 10) Japan may in each of its turns send "
        "one fighter, bomber or carrier fighter one way against one surface warship of an enemy, as far as it can fly: "
        "`launch 1 fighter: Okinawa > SZ 19 at 1 cruiser`, with the owner where several powers have such ships there "
        "(`at 1 destroyer (United States)`). When conduct combat begins, before any mine, it rolls one die: 5 or less is "
        "one hit on that ship. Nobody fires at it; hit or miss, the aircraft is gone. No battle arises from it."
    )
    own_stages = {STAGE: ("before", stages.CROSSINGS)}
    source = "Expansion IV: 12. Japanese Kamikaze"
    needs = ("Japan",)
    entries = tuple(f"X4-12.{n}" for n in range(1, 11))
    replaces = ("global1940.kamikaze", "global1940.kamikaze-strike")

    def handle(self, act: Act, order: Order) -> bool:
        """`launch 1 fighter: Okinawa > SZ 19 at 1 cruiser` in Japan's combat move."""
        if not isinstance(order, Launch) or any(act.table.units[i.unit].domain != AIR for i in order.items):
            return False
        act.check(_moment(act))
        if sum(i.count for i in order.items) != 1 or act.flag(USED):
            act.refuse("limit-per-turn", "Japan launches one Kamikaze aircraft a turn.", "X4-12.1")
        ship = _target(act, order)
        plane = _fly(act, order)
        act.change(plane, role=ROLE, target=str(ship.id))
        act.set_flag(USED, True)
        told = f"{article(plane.type)} of Japan sets out against {article(ship.type)} of {ship.owner} in {ship.place}"
        act.note(sentence(told))
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """One aircraft of each place at each kind of ship in reach: the dearest ships first, by the cheapest aircraft."""
        if power != JAPAN or _moment(view) is not None or view.flag(USED):
            return ()
        return tuple(dict.fromkeys(_offers(view)))

    def landing_needed(self, view: View, unit: Unit, needed: bool) -> bool:
        """It does not come back."""
        return needed and unit.role != ROLE

    @moments.stage_begins
    def _roll(self, act: Act, stage: str) -> None:
        """The die."""
        for plane in [u for u in act.state.units.values() if u.role == ROLE] if stage == STAGE else ():
            _strike(act, plane)


def _moment(view: View) -> Refusal | None:
    if view.active != JAPAN or view.phase != COMBAT_MOVE:
        return Refusal("wrong-phase", "Kamikaze aircraft set out in Japan's combat move.", "X4-12.1")
    if view.state.turn.round < (first := view.table.round_of(ID, FROM_ROUND)):
        name = view.board.round_name(first)
        return Refusal("too-early", f"Kamikaze begins in {name} (round {first}).", "X4-12.1")
    return None


def _warships(view: View, zone: str) -> list[Unit]:
    """Surface warships in a zone of powers at war with Japan."""
    ships = [u for u in view.units(zone, domain=SEA) if view.at_war(JAPAN, u.owner) and u.carrier is None]
    return [u for u in ships if not view.has(u, "submarine") and not view.has(u, "transport")]


def _target(act: Act, order: Launch) -> Unit:
    zone = order.path[-1]
    if len(order.at) != 1 or order.at[0].count != 1:
        act.refuse("syntax", f"The form is: launch 1 fighter: {order.path[0]} > {zone} at 1 cruiser", "X4-12.4")
    item = order.at[0]
    fits = selection.named(act, _warships(act, zone), item)
    if not fits:
        others = selection.named(act, act.units(zone, domain=SEA), item)
        peace = [
            u for u in others if u.owner != JAPAN and not act.at_war(JAPAN, u.owner) and not act.has(u, "transport")
        ]
        if peace and not act.has(peace[0], "submarine"):
            act.refuse("at-peace", f"Japan is not at war with {peace[0].owner}.", "X4-12.10")
        text = f"There is no enemy {item.unit} in {zone} to strike: battleships, carriers, cruisers and destroyers are."
        act.refuse("no-target", text, "X4-12.4")
    return min(fits, key=lambda u: (-u.damage, act.board.order.index(u.owner), u.id))


def _fly(act: Act, order: Launch) -> Unit:
    """The aircraft goes to the zone, with all its points if need be."""
    item, ground = order.items[0], Ground(act, act.active, act.phase)
    free = [u for u in selection.candidates(act, order.path[0], item) if u.carrier is None and not u.moved]
    if not free:
        act.refuse("not-enough-units", f"No {item.unit} of Japan in {order.path[0]} is free.", "X4-12.2")
    plane, way = selection.choose(act, free, 1, lambda unit: route(ground, unit, order.path))[0]
    return travel.carry_out(act, [(act.change(plane, role=ROLE), way)], role=ROLE)[0]


def _strike(act: Act, plane: Unit) -> None:
    ship = act.state.units.get(int(plane.target))
    if ship is not None:
        shot = Shot(plane.id, NUMBER, plane.type, target=ship.id)
        salvo = Salvo(STAGE, ATTACKER, (shot,), why="kamikaze", loss="kamikaze", owner=JAPAN)
        salvos.outside(act, ship.place, salvo, [ship])
    act.remove(plane, "kamikaze")


def _offers(view: View) -> Iterator[str]:
    planes = [u for u in view.forces(JAPAN) if view.domain(u) == AIR and not u.moved]
    fleets = {z: {(u.type, u.owner): u for u in _warships(view, z)} for z in view.board.places if view.place(z).is_sea}
    flights = {(u.place, u.type, view.points(u)) for u in planes}
    found = [
        (-view.profile(owner, ship).cost, view.profile(JAPAN, name).cost, place, zone, name, ship, owner)
        for place, name, points in flights
        for zone in distance.within(view.board, place, points)
        for ship, owner in fleets.get(zone, ())
    ]
    for _, _, place, zone, name, ship, owner in sorted(found):
        yield f"launch 1 {name}: {place} > {zone} at 1 {ship} ({owner})"


RULE = KamikazeFlights()
