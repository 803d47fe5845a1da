"""Section 8: the armistice, and Vichy France with all that ends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.core import moments
from rules.core.act import Act
from rules.core.capture import cede
from rules.core.position import show_place
from rules.core.view import View
from rules.house.balance.document import Section
from rules.mechanics.movement.leanings import PRO, LeaningNeutrals
from rules.model.names import listing
from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import COMBAT, NONCOMBAT, Unit

ID, VICHY, FRANCE, PARIS = "bm.vichy", "Vichy France", "France", "France"
AXIS, ALLIES = "Axis", "Allies"
NORMANDY, SOUTH = "Normandy/Bordeaux", "Southern France"
LANDS = (
    SOUTH, "Morocco", "Algeria", "Tunisia", "Syria", "French West Africa", "French Central Africa", "French Madagascar",
    "French Guiana", "French Indo-China",
)  # fmt: skip
ARMISTICE, HELD, FREED = "bm.armistice", "bm.southern france", "turn.bm.paris freed"
EMPIRE = "Italy: Roman empire"


class Vichy(Section, LeaningNeutrals):
    """French lands as pro-Axis neutrals, with their forces on the board."""

    id = ID
    title = "Vichy France"
    text = (
        "At the beginning of a French turn, once a game: if the Axis controls Paris (France) and Normandy/Bordeaux, "
        "no Axis power has ever controlled Southern France, and no land unit of another Ally stands there, France "
        "makes an armistice. Of the lands France controls these become pro-Axis neutrals: Southern France, Morocco, "
        "Algeria, Tunisia, Syria, French West Africa, French Central Africa, French Madagascar, French Guiana, French "
        "Indo-China, but none with a land unit of another Ally; other Allies' aircraft there are lost. Their French "
        "land units, aircraft and facilities, and the French ships off Southern France with what they carry, are "
        "Vichy's: they never move, collect or raid convoys, and fight only Allied powers that are at war. The Axis "
        "takes Vichy land over as other pro-Axis neutrals: a land unit that fights ends its noncombat move there, and "
        "the forces join. Aircraft of both sides may fly over, and not land. An Ally at war attacks it in combat "
        "move; Vichy's losses are the cheapest units, and a land that is taken is the captor's while Paris is lost. "
        "When an Ally takes Southern France the fleet is gone. When the Axis does, the fleet is gone too, and at the "
        "end of that turn all other Vichy forces. When Paris is freed, all that is Vichy's is French again at the end "
        "of that conduct combat. A French land unit that enters Southern France in combat move meets no resistance: "
        "land, forces and fleet are French. Vichy's Southern France counts as the Axis's for Italy's empire, and for "
        "no other objective."
    )
    source = "Balance Mod 4: Vichy France"
    entries = tuple(f"BM-8.{n}" for n in range(1, 22))
    owners = (VICHY,)
    flags = {ARMISTICE: "the round of the armistice", HELD: "an Axis power has controlled Southern France"}
    joining = "BM-8.9"

    # --- who they are ------------------------------------------------------------------------------

    def claims(self, view: View, place: str) -> bool:
        """An originally French territory that nobody controls, after the armistice."""
        after = view.flag(ARMISTICE) is not None
        return after and view.neutral_land(place) and view.place(place).original == FRANCE

    def mine(self, view: View, place: str) -> bool:
        """These and no others."""
        return self.claims(view, place)

    def lean(self, view: View, place: str) -> str:
        """To the Axis, whatever happens."""
        return PRO[AXIS]

    def army(self, view: View, place: str) -> Mapping[str, int]:
        """It stands on the board."""
        return {}

    def hostile(self, view: View, owner: str, power: str, yes: bool) -> bool:
        """To Allied powers that are at war with an Axis power, to nobody else."""
        return yes if owner != VICHY else view.side(power) == ALLIES and view.at_war_with_any(power)

    def neutral_open(self, view: View, unit: Unit, place: str, phase: str, last: bool, open_: bool) -> bool:
        """Aircraft may fly over."""
        over = self.mine(view, place) and view.element(unit) == AIR and not last
        return over or super().neutral_open(view, unit, place, phase, last, open_)

    def change_facts(self, options: Mapping[str, Any], facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Southern France in Vichy hands counts for Italy's empire, in whichever list."""
        told = facts["objectives"]
        some = {**told[EMPIRE]["side_holds_some"], "leaning": [SOUTH]}
        return {**facts, "objectives": {**told, EMPIRE: {**told[EMPIRE], "side_holds_some": some}}}

    def present(self, view: View) -> tuple[str, ...]:
        """The conditions of the armistice; after it, Vichy's lands and forces."""
        if view.flag(ARMISTICE) is None:
            return tuple(f"{'Yes' if holds else 'No'}: {said}." for said, holds in conditions(view).items())
        lands = [p for p in view.board.places if self.mine(view, p)]
        held = [p for p in view.board.places if view.units(p, VICHY)]
        return (
            f"Armistice in round {view.flag(ARMISTICE)}. Vichy land: {listing(lands) or 'none'}.",
            *(f"{place}: {show_place(view, place, VICHY)}" for place in held),
        )

    # --- the armistice -----------------------------------------------------------------------------

    @moments.turn_begins
    def _armistice(self, act: Act) -> None:
        """Before France's first phase."""
        if act.active == FRANCE and all(conditions(act).values()):
            _make_armistice(act)

    @moments.captured
    def _note_captures(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """What ends it, and what prevents it for good."""
        if place == SOUTH and act.side(after) == AXIS:
            act.set_flag(HELD, True)
        if act.flag(ARMISTICE) is None:
            return
        if place == SOUTH:
            _scuttle(act)
        if place == PARIS and act.side(after) == ALLIES:
            act.set_flag(FREED, True)

    # --- the Axis comes ----------------------------------------------------------------------------

    def join(self, act: Act, place: str, power: str) -> None:
        """With its forces; those of Southern France do not join."""
        since = len(act.events)
        act.set_owner(place, power, "taken over")
        if place == SOUTH:
            act.set_flag(HELD, True)
            act.note(f"{power} occupies {place}.", since=since)
            _scuttle(act)
            return
        for unit in act.units(place, VICHY):
            act.change(unit, owner=power, moved=NONCOMBAT, fought=True, spent=act.points(unit))
        act.note(f"{place} joins {power}.", since=since)

    @moments.turn_ends
    def _dissolve(self, act: Act) -> None:
        """Southern France is occupied: what is left of Vichy's forces goes home."""
        forces = _forces(act) if act.flag(ARMISTICE) is not None and act.side(act.owner(SOUTH)) == AXIS else []
        if forces:
            since = len(act.events)
            for unit in forces:
                act.remove(unit, "dissolved")
            act.note("Southern France is occupied: all forces of Vichy France are disbanded.", since=since)

    # --- the Free French ---------------------------------------------------------------------------

    @moments.attacks_made
    def _no_resistance(self, act: Act) -> None:
        """French troops in Southern France are met as friends."""
        if act.active != FRANCE or not self.mine(act, SOUTH):
            return
        ashore = [u for u in act.units(SOUTH, FRANCE, LAND) if _fighting(act, u)]
        landing = [u for u in act.forces(FRANCE, LAND) if _lands_unopposed(act, u)]
        if ashore or landing:
            _rally(act, landing)

    @moments.phase_ends
    def _free_empire(self, act: Act, phase: str) -> None:
        """Paris has been freed in this combat."""
        if phase != COMBAT or not act.flag(FREED):
            return
        since, lands = len(act.events), [p for p in act.board.places if self.mine(act, p)]
        forces = _forces(act)
        for place in lands:
            act.set_owner(place, FRANCE, "returned")
        for unit in forces:
            act.change(unit, owner=FRANCE)
        if lands or forces:
            named = f", with {listing(lands)}" if lands else ""
            act.note(f"Paris is free: Vichy France is French again{named}.", since=since)


def conditions(view: View) -> Mapping[str, bool]:
    """The conditions of the armistice in words, and whether each holds now."""
    guests = [u for u in view.units(SOUTH, domain=LAND) if _other_ally(view, u)]
    lost = all(view.side(view.owner(place)) == AXIS for place in (PARIS, NORMANDY))
    untouched = not view.flag(HELD) and view.side(view.owner(SOUTH)) != AXIS
    return {
        "there has been no armistice yet": view.flag(ARMISTICE) is None,
        "Axis powers control Paris and Normandy/Bordeaux": lost,
        "no Axis power has ever controlled Southern France": untouched,
        "no land unit of another Ally stands in Southern France": not guests,
    }


def toulon(view: View) -> str:
    """The zone of the fleet: the one off Southern France."""
    return view.board.touching_seas(SOUTH)[0]


def _other_ally(view: View, unit: Unit) -> bool:
    return unit.owner != FRANCE and view.side(unit.owner) == ALLIES


def _make_armistice(act: Act) -> None:
    since = len(act.events)
    act.set_flag(ARMISTICE, act.state.turn.round)
    lands = [p for p in LANDS if _becomes_neutral(act, p)]
    for place in lands:
        _turn_over(act, place)
    fleet = [u for u in act.units(toulon(act), FRANCE) if u.carrier is None and act.domain(u) == SEA]
    for ship in fleet:
        for cargo in act.state.aboard(ship.id):
            _to_vichy(act, cargo)
        act.change(ship, owner=VICHY)
    _clear_decks(act)
    told = (
        f"France makes an armistice. Vichy French, neutral with a leaning to the Axis: {listing(lands) or 'no lands'}"
    )
    ships = f"; so is the fleet in {toulon(act)}" if fleet else ""
    act.note(f"{told}{ships}.", since=since, news=True)


def _clear_decks(act: Act) -> None:
    """The aircraft that stood on decks of the fleet go with them, unless another Ally's deck there has room."""
    staying = [u for u in act.units(toulon(act)) if act.side(u.owner) == ALLIES]
    room = sum(act.of(u).decks for u in staying)
    for plane in sorted((u for u in staying if act.domain(u) == AIR), key=lambda u: u.owner == FRANCE):
        if act.deck_room(plane) <= room:
            room -= act.deck_room(plane)
        else:
            _to_vichy(act, plane)


def _becomes_neutral(view: View, place: str) -> bool:
    """A land that France controls, and in which no other Ally has a land unit."""
    guests = [u for u in view.units(place, domain=LAND) if _other_ally(view, u)]
    return view.owner(place) == FRANCE and not guests


def _turn_over(act: Act, place: str) -> None:
    cede(act, place, None, "armistice")
    for unit in act.units(place):
        _to_vichy(act, unit)


def _to_vichy(act: Act, unit: Unit) -> None:
    """French units change over; those of others find no place there."""
    if unit.owner == FRANCE:
        act.change(unit, owner=VICHY)
    else:
        act.remove(unit, "armistice")


def _forces(view: View) -> list[Unit]:
    return [u for u in view.state.units.values() if u.owner == VICHY]


def _scuttle(act: Act) -> None:
    """The fleet of Toulon is gone, and a battle that waits for nobody else with it."""
    fleet = act.units(toulon(act), VICHY)
    if not fleet:
        return
    since = len(act.events)
    for unit in fleet:
        if unit.id in act.state.units:
            act.remove(unit, "scuttled")
    act.note(f"The fleet in {toulon(act)} is scuttled.", since=since)
    _drop_empty_battle(act, toulon(act))


def _drop_empty_battle(act: Act, place: str) -> None:
    """A battle that is still to come, in a place without enemies."""
    battle = act.state.battles.get(place)
    if battle and battle.status == "due" and not act.enemy_units(place, battle.attacker):
        act.drop_battle(place)


def _fighting(view: View, unit: Unit) -> bool:
    return bool(view.of(unit).attack or view.of(unit).defense)


def _lands_unopposed(view: View, unit: Unit) -> bool:
    """Whether a unit is to land in Southern France from a zone with no enemies but Vichy's ships."""
    enemies = (u for u in view.enemy_units(unit.place, unit.owner) if view.domain(u) == SEA)
    lands = unit.role == "assault" and unit.target == SOUTH and _fighting(view, unit)
    return lands and all(u.owner == VICHY for u in enemies)


def _rally(act: Act, landing: Iterable[Unit]) -> None:
    """Southern France, its forces and the fleet are French."""
    since = len(act.events)
    act.set_owner(SOUTH, FRANCE, "rallied")
    for unit in (*act.units(SOUTH, VICHY), *act.units(toulon(act), VICHY)):
        act.change(unit, owner=FRANCE)
    for unit in landing:
        act.change(unit, place=SOUTH, carrier=None, role="", target="", route=(*(unit.route or (unit.place,)), SOUTH))
    for place in (SOUTH, toulon(act)):
        _drop_empty_battle(act, place)
    act.note(f"{SOUTH} joins the Free French, with its forces and the fleet in {toulon(act)}.", since=since)


RULE = Vichy()
