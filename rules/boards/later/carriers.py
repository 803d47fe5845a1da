"""Aircraft and carriers: those aboard in battle, cargo on an ally's attack and on damaged decks (G40-7.9, 11.1, 11.20),
and those that wait for a new carrier."""

from __future__ import annotations

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import AIR
from rules.model.state import Battle, Unit
from rules.movement import guests
from rules.phases.noncombat import lose_stranded


class Aboard(Rule):
    """Aircraft that cannot take off take no part in a battle and go down with their carrier."""

    id = "later.aboard"
    title = "Aircraft aboard carriers"
    text = (
        "A damaged carrier neither launches nor takes in aircraft: those aboard are cargo until it is repaired. "
        "Aircraft of allies are cargo too while their carrier attacks. Cargo does not fight, is no casualty, and is "
        "lost with its carrier."
    )
    source = "Europe and Pacific 1940 rulebooks: aircraft carriers"
    entries = ("G40-7.9", "G40-11.1", "G40-11.20", "G40-18.5")

    def joins(self, view: View, battle: Battle, unit: Unit, joins: bool) -> bool:
        """Aircraft on a damaged deck stay below."""
        return joins and not (view.domain(unit) == AIR and guests.trapped(view, unit))

    def on_hit(self, act: Act, unit: Unit, why: str) -> bool:
        """The other side's carrier is hit where it has no battle (yet): its aircraft are in the air, as in a battle."""
        if act.decks(unit) and not act.allied(unit.owner, act.active) and not _fighting(act, unit):
            for plane in [p for p in _cargo(act, unit, due=True) if not guests.trapped(act, p)]:
                act.change(plane, fought=True)
        return False

    @moments.lost
    def _sink_cargo(self, act: Act, unit: Unit, why: str) -> None:
        """A carrier is gone: cargo for which the other carriers there have no room is gone with it."""
        if not act.of(unit).decks:
            return
        decks = sum(act.of(u).decks for u in act.units(unit.place) if act.allied(u.owner, unit.owner))
        for plane in sorted(_cargo(act, unit), key=lambda u: -u.id):
            aboard = sum(act.deck_room(u) for u in _cargo(act, unit))
            if aboard <= decks:
                return
            act.remove(plane, f"{why}, aboard")


def _cargo(view: View, ship: Unit, due: bool = False) -> list[Unit]:
    """Aircraft of a ship's side in its zone that are not in the air: not in the battle there. due: those of a battle that
    has not begun, too."""
    battle = view.state.battles.get(ship.place)
    fighting = {*battle.attackers, *battle.defenders, *battle.aside} if battle and not due else set()
    planes = (u for u in view.units(ship.place, domain=AIR) if view.allied(u.owner, ship.owner))
    return [u for u in planes if u.id not in fighting and view.deck_room(u) and not u.route and not u.fought]


def _fighting(view: View, ship: Unit) -> bool:
    battle = view.state.battles.get(ship.place)
    return battle is not None and battle.status == "on"


class WaitingForCarriers(Rule):
    """Aircraft that ended over a zone to land on a carrier bought this turn are lost if it does not come."""

    id = "later.waiting-for-carriers"
    title = "Landing on new carriers"
    text = (
        "Aircraft may end their move in a zone where a carrier bought this turn can be placed. Without a deck at "
        "the end of mobilize they are lost."
    )
    source = "Global 1940 rules: noncombat move"
    entries = ("G40-13.6", "G40-14.1")

    @moments.phase_ends
    def _lose_stranded(self, act: Act, phase: str) -> None:
        """Mobilize is over: no deck, no landing."""
        if phase == "mobilize":
            lose_stranded(act, new_decks=False)


RULES = (Aboard(), WaitingForCarriers())
