"""Section 7: Panzer and Tank Generals, and the armies of tanks they command."""

from __future__ import annotations

from dataclasses import replace

from rules.core.view import View
from rules.house.expansion4.armies import TANKS, formations
from rules.house.expansion4.document import Section
from rules.mechanics.economy.made_at import MadeAt
from rules.mechanics.units.formations import Kind
from rules.model.profiles import LAND, UnitType

ID, NAME = "x4.panzer-general", "panzer general"
# How many each may have at once on a board that is not the whole world.
FEWER = {"Germany": 2, "Soviet Union": 1, "United States": 1, "United Kingdom": 0}
OTHERS = ("Soviet Union", "United States", "United Kingdom")
GENERAL = UnitType(
    NAME, LAND, aliases=("tank general", "pg"), attack=3, defense=3, move=2, cost=8, cargo=3,
    traits=frozenset({"blitz", "leads mechanized", "pairs tactical"}), powers=("Germany", *OTHERS), rule=ID,
    by_power={
        "Germany": {"max_board": 3, "built_at": ("Germany",)},
        "Soviet Union": {"max_board": 2, "built_at": ("Russia",)},
        "United States": {"max_board": 2, "built_at": ("Eastern United States",)},
        "United Kingdom": {"max_board": 1, "built_at": ("United Kingdom",)},
    },
)  # fmt: skip
PANZER = Kind(
    name="panzer army",
    aliases=("tank army",),
    powers=("Germany",),
    commander=NAME,
    members=TANKS,
    count=5,
    commander_dice=0,
    doubled=5,
)
TANK = replace(PANZER, name="tank army", aliases=("panzer army",), powers=OTHERS)


class PanzerGeneral(Section):
    """A general and five tanks roll ten dice."""

    id = ID
    title = "Panzer General and tank army"
    text = (
        "Generals cost 8 IPC and are made in the capital of their power: at most [Germany|3 of Germany, ][Soviet Union|2 "
        "of the Soviet Union, ]2 of the United States and 1 of the United Kingdom at once (where the board is not "
        "Global's whole map [Germany|2, ][Soviet Union|1, ]1 and none); each is a tank in everything. A general and five "
        "tanks or T-34s of his power in one territory may form [Germany|a panzer army (Germany) or ]a tank army[Germany| "
        "(the others)]: `form panzer army: Poland: 1 panzer general, 5 tank`. In a battle it rolls ten dice at the "
        "tanks' number, in attack if all six came by land from one territory. It is formed before the first move (to "
        "attack), in noncombat move or mobilize, and breaks when a member is lost or stands elsewhere; the round of the "
        "loss is rolled to its end."
    )
    source = "Expansion IV: 7. Panzer General and Panzer Army"
    entries = tuple(f"X4-7.{n}" for n in range(1, 14))
    units = (GENERAL,)
    _fewer = FEWER
    _tank = "tank"
    parts = (
        formations(ID, "X4-7.4", PANZER, TANK),
        MadeAt(id=ID, towns={NAME: "the original capital of their owner"}, within=False, cites={"": "X4-7.1"}),
    )

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """A tank of the board; fewer on the boards that are not the whole world, none for the United Kingdom."""
        if unit.name != NAME:
            return unit
        tank = view.table.units[self._tank]
        unit = replace(unit, attack=tank.attack, defense=tank.defense, cargo=tank.cargo)
        if view.edition("whole_world") or power not in self._fewer:
            return unit
        powers = tuple(p for p in unit.powers if self._fewer[p])
        return replace(unit, powers=powers, numbers={**unit.numbers, "max_board": self._fewer[power]})


RULE = PanzerGeneral()
