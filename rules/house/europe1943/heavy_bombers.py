"""Heavy bombers of the western Allies, and the Horten."""

from __future__ import annotations

from rules.house.europe1943.document import GERMANY, UK, USA, Section
from rules.mechanics.units.heavy_bombers import NAME, TARGETS, FactoryGuns, guns_reach, heavy_bomber
from rules.model.profiles import AIR, UnitType
from rules.model.vocabulary import Trait

ID = "y43.heavy-bombers"
HIGH: frozenset[Trait] = frozenset({"above guns", "above facilities", "no base range"})
GUNS = guns_reach("y43", usual=True)
BOMBER = heavy_bomber(
    ID,
    {
        UK: {"max_board": 5, "built_at": ("Wales",)},
        USA: {"max_board": 8, "built_at": ("New York", "Midwest Industrial Region", "Texas")},
    },
    HIGH,
    {},
)
HORTEN = UnitType(
    "horten h.xviii", AIR, plural="horten h.xviii", aliases=("horten",), attack=4, defense=1, attack_dice=3, defense_dice=3,
    move=15, cost=17, raids=TARGETS, traits=HIGH, powers=(GERMANY,), built_at=("Bavaria",), rule=ID,
    numbers={"air_attack": 1, "raid_dice": 3, "raid_bonus": 6, "max_board": 2},
)  # fmt: skip


class HeavyBombers(Section):
    """The better of two dice; the Horten's three all count."""

    id = ID
    title = "Heavy bombers and the Horten H.XVIII"
    text = (
        "Heavy bomber: 15 IPC, two dice at 4 of which the better counts, defend 1, move 8; a raid does the better of "
        "two dice and 2. United Kingdom 5 (Wales), United States 8 (New York, Midwest Industrial Region, Texas). "
        "Horten H.XVIII: 17 IPC, three dice at 4 that all count, three at 1 in defense, move 15; a raid does three "
        "dice and 2 for each; Germany 2 (Bavaria). Antiaircraft guns do not reach them, the guns of raided facilities "
        "do (by option not); air bases give them no range."
    )
    source = "Axis and Allies 1943: heavy bombers, Horten"
    entries = ("Y43-16.12", "Y43-17.28", "Y43-18.13", "Y43-21.6")
    options = (GUNS,)
    units = (BOMBER, HORTEN)
    parts = (FactoryGuns(id=ID, option=GUNS, types=(NAME, HORTEN.name)),)


RULE = HeavyBombers()
