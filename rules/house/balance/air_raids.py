"""Section 2: the air battle before a raid."""

from __future__ import annotations

import dataclasses

from rules.core.identity import LookUp
from rules.core.view import View
from rules.house.balance.document import Section
from rules.model.profiles import UnitType
from rules.model.vocabulary import Number

ID, FIGHTER, JETS = "bm.air-raids", "fighter", "jet fighters"
FIGHTERS, JET_FIGHTERS = 2, 3


class AirRaids(Section):
    """Fighters hit better than bombers over what is raided."""

    id = ID
    title = "Air raids"
    text = (
        f"In the air battle before a bombing raid escorting and intercepting fighters hit on {FIGHTERS}, with jet "
        f"fighters on {JET_FIGHTERS}; strategic and tactical bombers stay at 1. All else is printed: one round, only "
        "if somebody intercepts; then each raided facility fires at 1 at each bomber; then the bombs fall. In battles "
        "fighters keep their numbers."
    )
    source = "Balance Mod 4: strategic bombing raids"
    entries = tuple(f"BM-2.{n}" for n in range(1, 7))
    excludes = ("bx.strategic-bombing",)
    replaces = ("global1940.raid-air-battle", "global1940.jet-fighters")
    look_ups = (
        LookUp(
            "bm.raid-air-battle", "Raid: the air battle",
            f"Only if somebody intercepts, and for one round: bombers roll at 1, escorts and interceptors at {FIGHTERS} "
            f"(jets at {JET_FIGHTERS}), all at the same time. Each side chooses its losses, bombers or escorts. Nobody "
            "retreats. Escorts and interceptors are done after it.",
            keywords=("escort", "interceptor", "dogfight"),
        ),
        LookUp(
            "bm.jet-fighters", "Jet fighters",
            f"Your fighters attack at 4; defense stays 4. In the air battle of a raid they hit at {JET_FIGHTERS}, as "
            "escorts and as interceptors.",
            keywords=("technology", "jets"),
        ),
    )  # fmt: skip

    def change_unit(self, unit: UnitType) -> UnitType:
        """Whoever flies as an escort, carrier fighters of other documents too."""
        return _at(unit, FIGHTERS) if unit.has("escorts") else unit

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Jets, behind what the technology itself says."""
        jet = unit.name == FIGHTER and JETS in view.techs(power)
        return _at(unit, JET_FIGHTERS) if jet else unit


def _at(unit: UnitType, number: int) -> UnitType:
    """A unit with a number for both sides of an air battle."""
    both: dict[Number, int] = {"air_attack": number, "air_defense": number}
    return dataclasses.replace(unit, numbers={**unit.numbers, **both})


RULE = AirRaids()
