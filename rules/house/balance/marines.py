"""Section 1: marines, and the warships that carry them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from rules.battle import sides
from rules.battle.sides import ATTACKER
from rules.core.view import View
from rules.house.balance.document import Section
from rules.model.board import Option
from rules.model.profiles import LAND, UnitType
from rules.model.ranks import Ranks
from rules.model.state import Battle

ID, NAME = "bm.marines", "marine"
OVERLAND = Option("bm.marines_overland", True, "Marines that join an assault by land attack at 2 as well.")
BUYERS = ("Germany", "Soviet Union", "Japan", "United States", "United Kingdom", "Italy", "ANZAC", "France")
SHIPS = ("cruiser", "battleship", "super heavy battleship")
ASHORE = "ashore before the battle"
ROOM, ASSAULT = 2, 2
MARINE = UnitType(
    NAME, LAND, aliases=("mar",), icon="marine", attack=1, defense=2, move=1, cost=5, cargo=ROOM, rule=ID, powers=BUYERS,
    use="lands at 2, also from a cruiser or battleship", numbers={"landed_attack": ASSAULT},
)  # fmt: skip


class Marines(Section):
    """Infantry for landings: better ashore, and at home on warships."""

    id = ID
    title = "Marines"
    text = (
        "Every power but China buys marines for 5 IPC and places them as infantry. A marine attacks at 1, defends at "
        "2 and moves 1; artillery does not raise it. One that has come ashore from a ship attacks at 2 in every round "
        "of that battle, and so does one that joins such an assault by land (an option). On a transport it takes an "
        "infantry's room. Each cruiser and battleship, damaged or not, carries one marine and nothing else, by the "
        "rules of transports: a transport with room is taken first; `using 1 cruiser: SZ 6` names the ship. The ship "
        "fights its sea battle first, and its marine is lost with it. Having landed its marine it may bombard, for "
        "any landing from its zone, if there was no sea battle; one ship for each unit that lands. From an ally's "
        "ship a marine lands on its own turn, and that ship does not bombard."
    )
    source = "Balance Mod 4: marines"
    entries = tuple(f"BM-1.{n}" for n in range(2, 21))
    options = (OVERLAND,)
    units = (MARINE,)

    def change_unit(self, unit: UnitType) -> UnitType:
        """Room for one on the big warships, which may support the landing of their own marine."""
        if unit.name not in SHIPS:
            return unit
        return dataclasses.replace(
            unit, capacity=ROOM, carries=(*unit.carries, NAME), traits=unit.traits | {"bombards with cargo"}
        )

    def battle_facts(self, view: View, battle: Battle, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Troops that were ashore when the battle began, from whatever they came."""
        landed = battle.kind == "land" and any(u.role == "landed" for u in sides.units(view, battle, ATTACKER))
        return {**facts, ASHORE: True} if landed else facts

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """By land beside troops from the sea."""
        if side != ATTACKER or battle.kind != "land" or not view.option(OVERLAND) or not battle.fact(ASHORE):
            return ranks
        return ranks.each(lambda unit, number: max(number, ASSAULT) if unit.type == NAME else number)


RULE = Marines()
