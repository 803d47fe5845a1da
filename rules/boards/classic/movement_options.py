"""Classic's options of movement: no Soviet attack at first, flights without return, one zone at Panama."""

from __future__ import annotations

from rules.boards.classic.drops import Drops
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.board import Canal
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, Unit


class RussiaRestricted(Rule):
    """Option `ussr_no_attack_first_turn` (CL-15.2)."""

    id = "classic.russia-restricted"
    title = "Russia restricted (option)"
    text = "The Soviet Union makes no combat moves in its first turn."
    source = "Classic rulebook: optional rules"
    entries = ("CL-15.2",)
    switch = "ussr_no_attack_first_turn"

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """Nothing Soviet moves in the combat move of round 1."""
        if phase != COMBAT_MOVE or unit.owner != view.board.order[0] or view.state.turn.round > 1:
            return None
        return Refusal("too-early", f"{unit.owner} may not attack in its first turn.", "CL-15.2")


class OneWayFlights(Rule):
    """Option `kamikaze_airplanes` (CL-15.7): attacks without a landing place."""

    id = "classic.one-way-flights"
    title = "Kamikaze flights (option)"
    text = "Aircraft may attack without a landing place in reach."
    source = "Classic rulebook, third edition"
    entries = ("CL-5.6", "CL-15.7")
    switch = "kamikaze_airplanes"

    def landing_needed(self, view: View, unit: Unit, needed: bool) -> bool:
        """In combat move no landing has to be proved."""
        return needed and view.phase != COMBAT_MOVE


class OnePanamaZone(Rule):
    """Option `one_panama_zone` (CL-2.3, CL-15.7): the zones on both sides of the canal are one."""

    id = "classic.one-panama-zone"
    title = "One zone at Panama (option)"
    text = "The two sea zones at Panama count as one: going from one to the other is free and never closed."
    source = "Classic rulebook, third edition"
    entries = ("CL-2.3", "CL-15.7")
    switch = "one_panama_zone"

    def canal_open(self, view: View, unit: Unit, canal: Canal, open_: bool) -> bool:
        """Panama never bars the way."""
        return open_ or canal.needs == ("Panama",)

    def step_cost(self, view: View, unit: Unit, origin: str, place: str, cost: int) -> int:
        """From one side to the other costs nothing."""
        canal = view.board.canal_between(origin, place)
        return 0 if canal and canal.needs == ("Panama",) else cost


class BomberParatroopers(Drops):
    """Option `bomber_paratroopers` (CL-15.7): flies as the paratroopers of Rules of Warfare do."""

    id = "classic.bomber-paratroopers"
    title = "Bombers carry paratroopers (option)"
    text = "A bomber may carry one infantry and drop it on its way: drop 1 infantry at PLACE: 1 bomber: PATH."
    source = "Classic rulebook, third edition"
    entries = ("CL-15.7",)
    cites = {"": "CL-15.7"}
    priority = 5
    switch = "bomber_paratroopers"


RULES = (RussiaRestricted(), OneWayFlights(), OnePanamaZone(), BomberParatroopers())
