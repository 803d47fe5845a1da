"""Landing craft of four powers."""

from __future__ import annotations

from rules.house.europe1943.document import GERMANY, ITALY, UK, USA, Section
from rules.mechanics.movement.landing_craft import LandingCraft, craft

ID = "y43.landing-craft"
CRAFT = craft(
    ID, 5, 3, powers=(UK, USA, GERMANY, ITALY),
    by_power={
        UK: {"max_turn": 8, "built_at": ("Wales", "Southeast England")},
        GERMANY: {"max_turn": 6, "built_at": ("Brandenburg",)},
        ITALY: {"max_turn": 4, "built_at": ("Lazio", "Veneto")},
    },
)  # fmt: skip


class Craft(Section):
    """From coast to coast over one zone."""

    id = ID
    title = "Landing craft"
    text = (
        "3 IPC; United Kingdom 8 a turn (Wales, Southeast England), Germany 6 (Brandenburg), Italy 4 (Lazio, Veneto), "
        "United States any number at any complex. They carry what a transport carries, from the coast where both "
        "stand over one sea zone (two from a naval base) to another (ship 1 tank, 1 infantry: Southwest England > SZ "
        "7 > Normandy using 1 landing craft: Southwest England); the zones must have been free of enemy surface ships "
        "since the turn began. Ships of the zone may bombard. In the landing they may be chosen as losses; a mine "
        "takes a craft with its load. In noncombat move they go one territory by land, over water empty or laden, or "
        "aboard a transport. They never stop at sea, do not defend and are lost with their territory."
    )
    source = "Axis and Allies 1943: landing craft"
    entries = ("Y43-14.1", "Y43-16.11", "Y43-17.29", "Y43-18.30", "Y43-21.5")
    units = (CRAFT,)
    parts = (LandingCraft(id=ID, cites={"": "Y43-21.5"}),)


RULE = Craft()
