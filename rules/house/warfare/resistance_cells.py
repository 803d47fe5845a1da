"""Resistance cells in occupied home territory."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle import salvos
from rules.battle.sides import ATTACKER
from rules.core import moments
from rules.core.act import Act
from rules.core.capture import capture
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.board import EVERY_BOARD
from rules.model.profiles import AIR, LAND, MARKER, UnitType
from rules.model.refusals import Refusal
from rules.model.salvo import Salvo, Shot
from rules.model.state import COMBAT_MOVE, Battle, Unit

ID = "rw.resistance-cells"
NAME, RISING = "resistance cell", "resistance"
RISINGS = 1.0  # that a cell brings before it is found, on the mean
UNIT, TURNS = 3.0, 2.5  # IPC of a unit that is given up; turns for which freed land pays
CELL = UnitType(NAME, MARKER, aliases=("cell", "resistance"), cost=5, rule=ID)


class ResistanceCells(Rule):
    """Cells roll once a turn: on 1 the occupier loses a unit or the land is free, on 6 they are found."""

    id = ID
    title = "Resistance cells"
    text = (
        "A cell costs 5 IPC and is placed in a territory that was yours when the game began and is in enemy hands now; no "
        "complex is needed, and it never moves. At the start of your combat move each cell rolls: on 1 the occupier "
        "discards one unit there, or, if there is none, the territory is yours again when conduct combat ends; on 6 the "
        "cell is discovered. Cells take no part in battles and go when their territory is yours again."
    )
    source = "Rules of Warfare: New Units, Resistance Cells"
    entries = tuple(f"RW-3.{n}" for n in range(1, 10))
    boards = EVERY_BOARD
    units = (CELL,)

    def placement_free(self, view: View, power: str, unit: UnitType, place: str, free: bool) -> bool:
        """No complex is needed."""
        return free or unit.name == NAME

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """Only in lost territory of one's own."""
        if unit.name != NAME or (view.place(place).original == power and view.hostile_land(place, power)):
            return None
        lost = [p for p, o in view.state.owners.items() if view.place(p).original == power and view.at_war(o, power)]
        return Refusal(
            "wrong-site", f"Cells go to your own lost territories: {', '.join(lost) or 'none now'}.", "RW-3.2"
        )

    @moments.phase_begins
    def _rise(self, act: Act, phase: str) -> None:
        """The cells of the active power roll before it moves."""
        if phase == COMBAT_MOVE:
            _roll(act, [u for u in act.state.units.values() if u.type == NAME and u.owner == act.active])

    def worth(self, view: View, power: str, worth: float) -> float:
        """What its rising takes from the occupier: a unit, or the land where nobody stands."""
        for cell in (u for u in view.forces(power) if u.type == NAME):
            freed = TURNS * view.value(cell.place)
            worth += RISINGS * (UNIT if occupiers(view, cell.place, power) else freed)
        return worth

    def may_be_hit(self, view: View, battle: Battle, target: Unit, hit_class: str, may: bool) -> bool:
        """A rising costs guns too."""
        return may or hit_class == RISING

    @moments.phase_ends
    def _free(self, act: Act, phase: str) -> None:
        """Territories that rose up change hands when conduct combat ends."""
        for place in act.flag("turn.rising", ()) if phase == "conduct combat" else ():
            if act.hostile_land(place, act.active) and not occupiers(act, place, act.active):
                act.note(f"The resistance frees {place}.")
                capture(act, place, act.active)

    @moments.captured
    def _discard(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """Home again: the cell is discarded."""
        for unit in act.units(place):
            if unit.type == NAME and unit.owner == after:
                act.remove(unit, "home again")


def occupiers(view: View, place: str, power: str) -> list[Unit]:
    """Enemy units in a place that a rising can cost: fighting units, guns and batteries."""
    return [u for u in view.enemy_units(place, power) if view.domain(u) in (LAND, AIR)]


def _roll(act: Act, cells: list[Unit]) -> None:
    at_war = [c for c in cells if act.at_war(act.owner(c.place), c.owner)]
    for place in sorted({c.place for c in at_war}):
        _rise(act, place, [c for c in at_war if c.place == place])


def _rise(act: Act, place: str, cells: Sequence[Unit]) -> None:
    """A die for each cell of a place (also with low luck): 1 costs the occupier a unit of his choice, 6 the cell."""
    units = occupiers(act, place, act.active)
    shots = tuple(Shot(c.id, 1, f"{NAME} in {place}", RISING, best=True) for c in cells)
    salvo = Salvo(
        RISING, ATTACKER, shots, why=RISING, loss=RISING, owner=act.active, chooser=act.owner(place) or "", whole=True
    )
    dice = salvos.outside(act, place, salvo, units)
    for cell in [c for c, die in zip(cells, dice, strict=True) if die.face == 6]:
        act.note(f"A resistance cell in {place} is discovered.")
        act.remove(cell, "discovered")
    if sum(die.hit for die in dice) > len(units):
        act.set_flag("turn.rising", (*act.flag("turn.rising", ()), place))


RULE = ResistanceCells()
