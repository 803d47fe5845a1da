"""Section 7: fighters that live on aircraft carriers, of Japan and the United States."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.view import View
from rules.economy import limits, placing, pool
from rules.house.basic.document import Section
from rules.model.board import Option
from rules.model.profiles import AIR, UnitType
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Battle, Bought, Unit
from rules.movement import decks

ID, NAME, CARRIER = "bx.carrier-fighters", "carrier fighter", "aircraft carrier"
JAPAN, USA = "Japan", "United States"
MOST, GIFT, GIFT_ROUND = 8, 2, 6
HOMES = {JAPAN: "SZ 6", USA: "SZ 10"}
ZONES = frozenset(f"SZ {n}" for n in (*range(1, 66), *range(71, 82)))
FREE_SHIPS = Option(
    "bx.free_ships", False, "Japan and the United States get a carrier and 2 carrier fighters in round 6"
)
FIGHTER = UnitType(
    NAME, AIR, aliases=("carrier based fighter", "carrier-based fighter aircraft", "cbf"), attack=3, defense=4, move=3,
    cost=6, deck=1, powers=(JAPAN, USA), built_at=("Japan", "Western United States"), rule=ID,
    traits=frozenset({"deck only", "escorts", "pairs tactical"}),
    numbers={"max_board": MOST, "convoy_dice": 2, "air_attack": 1, "air_defense": 1},
)  # fmt: skip


class CarrierFighters(Section):
    """Cheap fighters that start from and land on undamaged carriers only, in the Pacific and the Indian Ocean."""

    id = ID
    title = "Carrier-based fighters"
    text = (
        "Japan and the United States may each have 8 carrier fighters (6 IPC; attack 3, defend 4, move 3; fighters "
        "otherwise). Made in Japan or Western United States, they are placed on an own undamaged carrier in the zone beside "
        "it, or the money is lost. They start from and land on undamaged carriers only, never scramble, and fly only over "
        "the Pacific and Indian Oceans (SZ 1 to 65 and 71 to 81) and their coasts and islands. When the defender's carrier "
        "is hit or sunk, those without a deck at the end of the battle land on a friendly coast of the zone or are lost. "
        "Stranded there they do not fight or move, are no casualties and fall with the territory, until in noncombat move a "
        "friendly undamaged carrier lies in the zone and they go aboard (`move 2 carrier fighter: Hawaiian Islands > SZ 26`)."
    )
    source = "Basic Expansion: 7. Carrier Based Fighter Aircraft"
    entries = tuple(f"BX-7.{n}" for n in range(1, 13))
    options = (FREE_SHIPS,)
    units = (FIGHTER,)

    # --- building ----------------------------------------------------------------------------------

    def on_phase_end(self, act: Act, phase: str) -> None:
        """Warn a buyer who has no deck for them yet."""
        bought = sum(b.count for b in act.state.pool.get(act.active, ()) if b.type == NAME)
        if phase == "purchase" and bought > (room := _room_at_home(act, act.active)):
            text = f"{act.active} has bought {bought} carrier fighters; as the carriers stand, {room} find a deck."
            act.note(f"{text} What cannot be placed is lost.")

    def leftovers(self, act: Act, power: str, left: tuple[Bought, ...]) -> tuple[Bought, ...]:
        """Those that find no deck are lost with their price."""
        lost = [b for b in left if b.type == NAME and not placing.places_for(act, power, b)]
        for entry in lost:
            pool.take(act, power, entry, entry.count)
            act.note(f"{entry.count} {NAME} find no deck and are lost ({entry.price} IPC).")
        return tuple(b for b in left if b not in lost)

    def on_turn_end(self, act: Act) -> None:
        """By option both get a carrier and two fighters after the American turn of Late 1942."""
        if act.option(FREE_SHIPS.name) and (act.active, act.state.turn.round) == (USA, GIFT_ROUND):
            for power, zone in HOMES.items():
                _give(act, power, zone)

    # --- moving ------------------------------------------------------------------------------------

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """Stranded ones wait for a carrier."""
        if unit.type == NAME and phase == COMBAT_MOVE and stranded(view, unit):
            text = f"Carrier fighters stranded in {unit.place} only go aboard a carrier, in noncombat move."
            return Refusal("wrong-phase", text, "BX-7.10")
        return None

    def may_enter(self, view: View, unit: Unit, origin: str, place: str, phase: str) -> Refusal | None:
        """They stay in their theatre; stranded ones only go aboard; no carrier takes them elsewhere."""
        if unit.type != NAME:
            return _carries_out(view, unit, place) if view.of(unit).decks else None
        if not in_theatre(view, place):
            text = f"Carrier fighters fly over the Pacific, the Indian Ocean and their coasts only, not to {place}."
            return Refusal("not-eligible", text, "BX-7.6")
        return _boarding(view, unit, origin, place) if stranded(view, unit) else None

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Never on land."""
        if unit.type == NAME and phase == NONCOMBAT and view.place(place).is_land:
            return Refusal("no-landing", f"Carrier fighters land on carriers only, not in {place}.", "BX-7.4")
        return None

    def landing_needed(self, view: View, unit: Unit, needed: bool) -> bool:
        """Stranded ones are down already."""
        return needed and not (unit.type == NAME and stranded(view, unit))

    def may_blitz(self, view: View, unit: Unit, place: str, may: bool) -> bool:
        """Stranded ones bar no way."""
        if may or not view.hostile_land(place, unit.owner) or view.facilities(place):
            return may
        there = view.enemy_units(place, unit.owner)
        return bool(there) and all(u.type == NAME and stranded(view, u) for u in there)

    # --- battle ------------------------------------------------------------------------------------

    def joins(self, view: View, battle: Battle, unit: Unit, joins: bool) -> bool:
        """Stranded ones are cargo."""
        return joins and not (unit.type == NAME and stranded(view, unit))

    def on_battle_over(self, act: Act, battle: str) -> None:
        """Defending ones without a deck land on a coast of the zone at once, or are lost."""
        found = act.battle(battle)
        if found.kind == "sea":
            _leave_decks(act, found)

    def on_capture(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """Stranded ones fall with the territory."""
        for unit in act.units(place):
            if unit.type == NAME and stranded(act, unit) and not act.allied(unit.owner, after):
                act.remove(unit, "captured")


def stranded(view: View, unit: Unit) -> bool:
    """Whether a carrier fighter stands on land (one that flies there to attack has a route)."""
    return not unit.route and view.place(unit.place).is_land


def in_theatre(view: View, place: str) -> bool:
    """Whether a zone is of the Pacific or the Indian Ocean, or a territory touches one."""
    return place in ZONES or (view.place(place).is_land and any(z in ZONES for z in view.board.near(place)))


def _boarding(view: View, unit: Unit, origin: str, place: str) -> Refusal | None:
    """Why a stranded fighter may not go there: only onto a deck in a zone of its territory."""
    if origin != unit.place or view.place(place).is_land:
        return Refusal("too-far", f"From {unit.place} they only go aboard a carrier beside it.", "BX-7.10")
    taken = sum(view.of(u).deck for u in view.units(place, unit.owner, AIR))
    if decks.room_now(view, unit.owner, place, new_decks=False) <= taken:
        return Refusal("no-carrier", f"No friendly undamaged carrier with room is in {place}.", "BX-7.10")
    return None


def _carries_out(view: View, ship: Unit, zone: str) -> Refusal | None:
    """Why a carrier may not leave the theatre: the fighters on it would have to go along."""
    if in_theatre(view, zone) or not in_theatre(view, ship.place):
        return None
    aboard = [u for u in view.units(ship.place, domain=AIR) if u.type == NAME and view.allied(u.owner, ship.owner)]
    others = [u for u in view.units(ship.place) if u.id != ship.id and view.allied(u.owner, ship.owner)]
    if len(aboard) > sum(view.decks(u) for u in others):
        text = f"Carrier fighters do not leave the Pacific and the Indian Ocean; {zone} is outside."
        return Refusal("not-eligible", text, "BX-7.6")
    return None


def _leave_decks(act: Act, battle: Battle) -> None:
    zone = battle.place
    mine = [u for u in act.units(zone) if not act.allied(u.owner, battle.attacker)]
    planes = [u for u in mine if act.domain(u) == AIR and u.role != "scramble"]
    over = sum(act.of(u).deck for u in planes) - sum(act.decks(u) for u in mine)
    for unit in [u for u in planes if u.type == NAME][: max(0, over)]:
        coasts = [p for p in act.board.near(zone) if act.friendly_land(p, unit.owner)]
        coasts.sort(key=lambda p: (act.owner(p) != unit.owner, -act.value(p), p))
        if coasts:
            act.change(unit, place=coasts[0], route=(), role="")
            act.note(f"A carrier fighter of {unit.owner} is stranded in {coasts[0]}.", place=coasts[0])
        else:
            act.remove(unit, "no landing")


def _room_at_home(view: View, power: str) -> int:
    """Decks for new fighters where they come out, carriers bought this turn among them."""
    if power not in HOMES:
        return 0
    zone = HOMES[power]
    own = view.units(zone, power)
    new = sum(b.count * view.profile(power, b.type).decks for b in view.state.pool.get(power, ()))
    return sum(view.decks(u) for u in own) - sum(view.of(u).deck for u in own if view.domain(u) == AIR) + new


def _give(act: Act, power: str, zone: str) -> None:
    act.place_unit(CARRIER, power, zone, "free")
    count = min(GIFT, MOST - limits.owned(act, power, act.profile(power, NAME)))
    for _ in range(count):
        act.place_unit(NAME, power, zone, "free")
    act.note(f"{power} gets an aircraft carrier and {max(0, count)} carrier fighters in {zone}.", place=zone)


RULE = CarrierFighters()
