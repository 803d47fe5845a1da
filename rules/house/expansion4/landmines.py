"""Section 2, first half: land mines, dug in on one border of a territory."""

from __future__ import annotations

import dataclasses

from rules.core.view import View
from rules.house.expansion4.document import Section
from rules.mechanics.economy.made_at import MadeAt
from rules.mechanics.fire.laying import Laying
from rules.mechanics.fire.mines import Mines, allies_pass
from rules.model.board import Option
from rules.model.profiles import LAND, UnitType

ID, NAME = "x4.landmines", "landmine"
ALL_NATIONS = Option(
    "x4.mines_all_nations", False, "Every power but China makes mines, the United Kingdom in India too"
)
ALLIES = allies_pass("x4", usual=False)
CAPITALS = {
    "Germany": ("Germany",), "Soviet Union": ("Russia",), "United Kingdom": ("United Kingdom",), "Japan": ("Japan",),
    "United States": ("Eastern United States",), "Italy": ("Southern Italy",),
}  # fmt: skip
OTHERS = {"United Kingdom": ("United Kingdom", "India"), "ANZAC": ("New South Wales",), "France": ("France",)}
LANDMINE = UnitType(
    NAME, LAND, aliases=("mine", "land mine"), move=1, cost=1, cargo=1, powers=tuple(CAPITALS), rule=ID,
    use="dug in on a line of its territory, hits enemies who cross it on 1 or 2, allies on 1, and is gone with its hit",
    traits=frozenset({"stands by", "own quota", "not in combat move"}),
    by_power={power: {"built_at": places} for power, places in CAPITALS.items()},
)  # fmt: skip
CITES = {
    "": "X4-2.9", "phase": "X4-2.4", "site": "X4-2.14", "border": "X4-2.4", "count": "X4-2.4",
}  # fmt: skip


class Landmines(Section):
    """One die each for whoever passes their line; what detonates is gone, with a unit."""

    id = ID
    title = "Land mines"
    text = (
        "Mines cost 1 IPC and are made in [Germany|Berlin, ][Soviet Union|Moscow, ][Japan|Tokyo, ][Italy|Rome, ]London "
        "and Washington by the powers whose capitals these are, as many a turn as the complex there makes units, beside "
        "these. In mobilize they are placed to be kept (`place 10 landmine: Germany`; an undug mine moves 1 in noncombat "
        "move, three go aboard a transport with at most one infantry, and it is lost with its territory) or dug in on "
        "one border of a territory of their owner held since the turn began: `lay 4 landmine: Germany | Poland`, also a "
        "coast. There they stay until they detonate, whoever holds the ground. When land units pass that border in "
        "either direction, each mine rolls a die: 1 or 2 takes one unit of an enemy, 1 one of an ally, and the mine with "
        "it, one by one until nothing is left to hit; the owner's units pass freely. Combat moves meet them when conduct "
        "combat begins, a landing after a sea battle when it lands, noncombat moves and retreats at once. The mover "
        "chooses what is lost; a unit of two hits falls whole. Mines do not stop a blitz. By option every power[China| "
        "but China] has them, and allies are met in retreats only."
    )
    source = "Expansion IV: 2. Land mines"
    entries = tuple(f"X4-2.{n}" for n in range(1, 27))
    options = (ALL_NATIONS, ALLIES)
    units = (LANDMINE,)
    parts = (
        MadeAt(id=ID, towns={NAME: "the Major Capital of their owner"}, within=False, cites={"": "X4-2.2"}),
        Laying(id=ID, type=NAME, cites=CITES),
        Mines(id=ID, type=NAME, allies_pass=ALLIES, cites=CITES),
    )

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """More makers by option."""
        if unit.name != NAME or not view.option(ALL_NATIONS):
            return unit
        sites = OTHERS.get(power, unit.built_at)
        return dataclasses.replace(unit, powers=(*unit.powers, "ANZAC", "France"), built_at=sites)


RULE = Landmines()
