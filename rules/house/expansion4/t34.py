"""Section 1: the Soviet T-34/85, three for the price of two."""

from __future__ import annotations

import dataclasses

from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.house.expansion4.document import Section
from rules.model.board import Option
from rules.model.profiles import LAND, UnitType
from rules.model.refusals import Refusal

ID, NAME, USSR, FLAG = "x4.t34", "t-34", "Soviet Union", "x4.lost complexes"
UNINTERRUPTED = Option("x4.start_complex_uninterrupted", False, "T-34s need a complex that was never lost")
T34 = UnitType(
    NAME, LAND, aliases=("t34", "t-34/85", "t34/85", "t-34 tank", "t-34/85 tank", "t34/85 tank"), attack=3, defense=3,
    move=2, cost=4, cargo=3, traits=frozenset({"blitz", "leads mechanized", "pairs tactical"}), powers=(USSR,), rule=ID,
    numbers={"batch": 3, "batch_cost": 11, "max_turn": 3, "from_round": 6},
)  # fmt: skip


class T34s(Section):
    """A lot of three a turn, placed together at a complex of the set-up."""

    id = ID
    title = "Soviet T-34/85 tanks"
    text = (
        "From Late 1942 (round 6) the Soviet Union may buy three T-34s for 11 IPC once a turn, never more or fewer. All "
        "three are placed together at one complex that has stood there since the set-up and is Soviet now. In everything "
        "else they are tanks: attack 3, defend 3 (2 on Classic), move 2, blitz; further tanks cost 5 each."
    )
    source = "Expansion IV: 1. Soviet T-34/85 tanks"
    needs = ("Soviet Union",)
    entries = tuple(f"X4-1.{n}" for n in range(1, 6))
    options = (UNINTERRUPTED,)
    units = (T34,)
    _maker = USSR
    _tank = "tank"
    flags = {FLAG: "Soviet territories whose complex of the set-up has been in other hands"}

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """It fights as a tank of the board."""
        if unit.name != NAME:
            return unit
        tank = view.table.units[self._tank]
        return dataclasses.replace(unit, attack=tank.attack, defense=tank.defense, cargo=tank.cargo)

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """Only where a complex of the set-up stands, by option one that never fell."""
        if unit.name != NAME:
            return None
        if not any(c.original for c in view.complexes(place)) or view.place(place).original != self._maker:
            text = f"T-34s are made at Soviet complexes of the set-up; {place} has none."
            return Refusal("wrong-site", text, "X4-1.3")
        if view.option(UNINTERRUPTED) and place in view.flag(FLAG, ()):
            return Refusal("wrong-site", f"The complex in {place} has been in other hands since the start.", "X4-1.3")
        return None

    @moments.captured
    def _remember(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """Remember which complexes the Soviet Union has lost."""
        if before == self._maker != after and any(c.original for c in act.complexes(place)):
            act.set_flag(FLAG, tuple(dict.fromkeys((*act.flag(FLAG, ()), place))))


RULE = T34s()
