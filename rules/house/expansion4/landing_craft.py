"""Section 9: landing craft, from coast to coast over a zone."""

from __future__ import annotations

from rules.house.expansion4.document import Section
from rules.mechanics.economy.made_at import MadeAt
from rules.mechanics.movement.landing_craft import NAME, LandingCraft, craft

ID = "x4.landing-craft"
MAKERS = {
    "United States": {"max_board": 12, "built_at": ("Eastern United States", "Western United States")},
    "United Kingdom": {"max_board": 8, "built_at": ("United Kingdom",)},
    "Germany": {"max_board": 6, "built_at": ("Germany",)},
    "Japan": {"max_board": 4, "built_at": ("Japan",)},
    "Italy": {"max_board": 4, "built_at": ("Southern Italy",)},
}
USE = "lands troops in one move across a sea zone, or two from a naval base, and takes losses in their stead"
CRAFT = craft(ID, capacity=5, size=3, powers=tuple(MAKERS), by_power=MAKERS, use=USE)
CITES = {
    "": "X4-9.3", "way": "X4-9.3", "zone": "X4-9.5", "phase": "X4-9.7", "load": "X4-9.4",
}  # fmt: skip


class LandingCrafts(Section):
    """They land troops without a fleet."""

    id = ID
    title = "Landing craft"
    text = (
        "The United States (12 at once, Eastern and Western United States), the United Kingdom (8, London)[Germany|, "
        "Germany (6, Berlin)][Japan|, Japan (4, Tokyo)][Italy|, Italy (4, Rome)] may buy landing craft for 3 IPC. One "
        "carries what a transport does, from the territory where both stand since the turn began over one zone [naval "
        "base|(two from an operative naval base) ]to another coast: `ship 1 tank, 1 infantry: United Kingdom > SZ 110 > "
        "Normandy/Bordeaux using 1 landing craft: United Kingdom`. No zone may have held an enemy surface ship, "
        "transports too, when the turn began. In combat move it goes with troops onto hostile land only; they count as "
        "seaborne, do not retreat, and each lets a ship bombard. No battle at sea and no scramble arises from craft, and "
        "they land whatever becomes of a fleet beside. In the land battle an attacker may lose craft in place of troops; "
        "alone they take nothing and are lost. A mine takes a craft with its load. In noncombat move one goes over the "
        "zone too, or one territory by land, or aboard a transport like a tank. Defending ones are no losses and go with "
        "their territory."
    )
    source = "Expansion IV: 9. Landing Craft"
    entries = tuple(f"X4-9.{n}" for n in range(1, 16))
    units = (CRAFT,)
    parts = (
        MadeAt(id=ID, towns={NAME: "the places of its maker"}, within=False, cites={"": "X4-9.1"}),
        LandingCraft(id=ID, cites=CITES),
    )


RULE = LandingCrafts()
