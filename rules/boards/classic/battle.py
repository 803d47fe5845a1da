"""Classic's own rules of battle: two-hit battleships by option, homeless fighters of sunk carriers."""

from __future__ import annotations

import dataclasses

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.units.whole_again import WholeAgain
from rules.model.profiles import AIR, UnitType
from rules.model.state import Battle, Unit
from rules.movement import guests
from rules.movement.refuges import refuges


class TwoHitBattleships(Rule):
    """Option `battleship_hits`: the first hit only damages; repaired when its owner's turn ends."""

    id = "classic.battleship-hits"
    title = "Two-hit battleships (option)"
    source = "Classic rulebook, options"
    entries = ("CL-6.11",)
    parts = (WholeAgain(id=id, heals=lambda view, unit: unit.type == "battleship" and unit.owner == view.active),)

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Battleships take as many hits as the option says."""
        hits = view.option("battleship_hits")
        if unit.name == "battleship" and unit.hits < hits:
            return dataclasses.replace(unit, hits=hits)
        return unit


class HomelessFighters(Rule):
    """Fighters that defended from a sunk carrier land in the same zone or are lost (CL-6.9)."""

    id = "classic.homeless-fighters"
    title = "Defending fighters of a sunk carrier"
    source = "Classic rulebook: aircraft carriers"
    entries = ("CL-6.9",)

    @moments.battle_decided
    def _find_decks(self, act: Act, battle: str) -> None:
        """After a sea battle each defending fighter needs a deck or an island of the zone, and so do allied
        fighters that sailed with the attacker's carriers."""
        fight = act.battle(battle)
        if fight.kind == "sea":
            land_defenders(act, fight.place, [u for u in act.get(fight.defenders) if act.domain(u) == AIR])
            _land_guests(act, fight.place, fight.attacker)


class PlanesLeave(Rule):
    """Option `attacker_aircraft_may_leave_amphibious_battle` (CL-7.4, CL-15.7)."""

    id = "classic.planes-leave"
    title = "Aircraft may leave an assault (option)"
    text = "After a round of the land battle of an assault the attacker's aircraft may break off; the others fight on."
    source = "Classic rulebook, third edition"
    entries = ("CL-7.4", "CL-15.7")

    def may_retreat(self, view: View, battle: Battle, unit: Unit, may: bool) -> bool:
        """Aircraft too."""
        option = view.option("attacker_aircraft_may_leave_amphibious_battle")
        return may or (battle.assault and view.domain(unit) == AIR and bool(option))


def land_defenders(act: Act, zone: str, planes: list[Unit]) -> None:
    """Planes beyond the decks of the zone go to a friendly island there, or are lost."""
    for plane in planes:
        if act.empty_decks(zone, plane.owner) < 0:
            _ashore_or_lost(act, plane)


def _land_guests(act: Act, zone: str, power: str) -> None:
    """Guests on a power's carriers have to stay aboard: those without a deck go to an island or are lost."""
    planes = guests.foreign(act, zone, power)
    decks = sum(act.decks(u) for u in act.units(zone) if act.cooperates(u.owner, power, zone))
    for plane in planes[decks:]:
        _ashore_or_lost(act, plane)


def _ashore_or_lost(act: Act, plane: Unit) -> None:
    if homes := refuges(act, plane):
        act.change(plane, place=homes[0])
    else:
        act.remove(plane, "no landing")


RULES = (TwoHitBattleships(), HomelessFighters(), PlanesLeave())
