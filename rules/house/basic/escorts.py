"""Section 3: destroyer escorts, convoys, transports that shoot back and carry more."""

from __future__ import annotations

import dataclasses

from rules.core.view import View
from rules.house.basic.document import Section
from rules.mechanics.units import escorts as mechanic
from rules.mechanics.units.convoys import Convoys
from rules.model.board import Option
from rules.model.profiles import UnitType

ID, FLAG, FROM = "bx.escorts", "bx.convoys", 4
SMALL, BIG = 2, 3
LOADS = ("artillery", "mechanized infantry", "antiaircraft artillery")
AAA_BIG = Option("bx.aaa_is_tank_size", False, "Antiaircraft artillery takes the room of a tank on transports")


class Escorts(Section):
    """Escorts are small destroyers; convoys and transports defend themselves."""

    id = ID
    title = "Destroyer escorts, convoys and transports"
    text = (
        "From Late 1941 (round 4) everybody may buy escorts for 6 IPC: attack 1, defend 2, move 2, destroyers but for two "
        "things. Attacking, they find no submarines and their hits fall on none. In defense an escort forms a convoy with 1 "
        "or 2 friendly transports of its zone: it then defends at 3 and they at 1. Convoys form by themselves, two "
        "transports to an escort before the next gets any; `form convoy: SZ 109: 1 escort, 2 transport` and `disband convoy: "
        "SZ 109` change that in the owner's turn. From Late 1941 every transport defends at 1: transports are lost last and "
        "one by one, shoot back when hit, never block, and in the first round cannot answer submarines unless a friendly "
        "destroyer or escort is there. A transport carries 2 land units of any kind, but not two tanks or paratroopers."
    )
    source = "Basic Expansion: 3. Destroyer Escorts & Transports"
    entries = tuple(f"BX-3.{n}" for n in range(1, 19))
    options = (AAA_BIG,)
    units = (mechanic.escort(ID, FROM),)
    parts = (
        Convoys(id=ID, flag=FLAG, cites={"alone": "BX-3.5", "full": "BX-3.6", "size": "BX-3.17"}),
        mechanic.Escorts(id=ID, armed_from=FROM, cites={"hunt": "BX-3.3"}),
    )
    flags = {FLAG: "zone -> convoys formed by order: [escort, transports] by unit number; no transports: alone"}
    begins = {FROM: "transports that defend at 1"}

    def change_unit(self, unit: UnitType) -> UnitType:
        """Everything but tanks takes half a transport."""
        return dataclasses.replace(unit, cargo=SMALL) if unit.name in LOADS else unit

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Antiaircraft artillery is as big as tanks by option."""
        if unit.has("anti-air") and unit.cargo == SMALL and view.option(AAA_BIG):
            return dataclasses.replace(unit, cargo=BIG)
        return unit


RULE = Escorts()
