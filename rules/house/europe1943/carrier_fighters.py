"""Carrier fighters of the United States and Germany."""

from __future__ import annotations

import dataclasses

from rules.house.europe1943.document import GERMANY, USA, Section
from rules.mechanics.units import carrier_fighters as mechanic

ID = "y43.carrier-fighters"
FIGHTER = dataclasses.replace(mechanic.fighter(ID, (USA, GERMANY)), by_power={GERMANY: {"max_turn": 4}})


class CarrierFighters(Section):
    """They live on carriers only."""

    id = ID
    title = "Carrier fighters"
    text = (
        "The United States (any number) and Germany (4 a turn) may buy carrier fighters: 6 IPC, attack 3, defend 4, "
        "move 3; Germany only when it has a carrier, or has bought one this turn. They are placed on an own undamaged "
        "carrier beside any own complex, start from and land on undamaged carriers only and never scramble. When a "
        "defender's carrier is hit or sunk, those without a deck go ashore on a friendly coast of the zone, where "
        "they are cargo until they go aboard again, or are lost."
    )
    source = "Axis and Allies 1943: carrier-based fighters"
    entries = ("Y43-17.27", "Y43-18.29", "Y43-21.7")
    units = (FIGHTER,)
    parts = (
        mechanic.CarrierFighters(
            id=ID, cites={"": "Y43-21.7", "buy": "Y43-18.29"}, refunded=True, carrier_first=(GERMANY,)
        ),
    )


RULE = CarrierFighters()
