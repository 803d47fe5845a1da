"""Air transports."""

from __future__ import annotations

import dataclasses

from rules.core.view import View
from rules.house.europe1943.document import Section
from rules.house.europe1943.parts.airlift import Airlift
from rules.model.profiles import AIR, UnitType
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, Unit

ID, NAME = "y43.air-transports", "air transport"
PLANE = UnitType(
    NAME, AIR, move=8, cost=6, rule=ID, numbers={"airlift": 6}, traits=frozenset({"stands by", "not in combat move"})
)
LOADS = (
    "infantry", "artillery", "mechanized infantry", "tank", "ski-infantry", "paratrooper", "fallschirmjaeger", "commando",
    "bazooka infantry", "calliope", "crab tank", "duplex-drive sherman", "marine", "m3 halftrack", "stug iii", "sd.kfz. 251",
    "stummel", "panzer grenadier", "nashorn", "afrika panzer general", "katyusha", "guard infantry", "atomic bomb",
)  # fmt: skip


class AirTransports(Section):
    """One unit, in noncombat move."""

    id = ID
    title = "Air transports"
    text = (
        "Every power may buy air transports (6 IPC, any complex). They move in noncombat move only: 8 spaces empty, 6 "
        "with a load, one more from an air base (move 1 air transport, 1 tank: Lombardy > Smolensk). One carries one "
        "standard land unit (antiaircraft artillery excepted) or a light special one, or an atomic bomb; special "
        "infantry that takes no room comes on top. The load stands fresh where it boards and moves no more. They land "
        "where aircraft may, never fight and are lost with their territory."
    )
    source = "Axis and Allies 1943: air transports"
    entries = ("Y43-9.1", "Y43-9.2", "Y43-21.3")
    units = (PLANE,)
    parts = (Airlift(id=ID, cites={"": "Y43-9.2", "range": "Y43-9.1", "when": "Y43-21.3"}),)

    def change_unit(self, unit: UnitType) -> UnitType:
        """Who may fly."""
        return dataclasses.replace(unit, traits=unit.traits | {"by air"}) if unit.name in LOADS else unit

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """Never in combat move."""
        if unit.type != NAME or phase != COMBAT_MOVE:
            return None
        return Refusal("wrong-phase", "Air transports move in noncombat move.", "Y43-21.3")


RULE = AirTransports()
