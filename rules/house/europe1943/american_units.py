"""American special units."""

from __future__ import annotations

from typing import Any

from rules.house.europe1943.document import USA, Section
from rules.house.europe1943.kinds import foot, tank
from rules.house.europe1943.parts.swimmers import Swimmers
from rules.model.profiles import LAND, SEA, UnitType

ID, MARINE = "y43.american-units", "marine"
US: dict[str, Any] = {"powers": (USA,), "rule": ID}
UNITS = (
    foot("bazooka infantry", aliases=("bazooka",), attack=3, defense=3, move=2, cost=4, **US,
         numbers={"round1_vs_vehicle": 5, "max_board": 10}),
    tank("calliope", attack=3, defense=3, move=2, cost=6, **US,
         numbers={"round1_dice": 3, "round1_dice_at": 2, "max_board": 5}),
    tank("crab tank", aliases=("crab",), attack=3, defense=3, move=2, cost=6, **US,
         numbers={"clears_mines": 2, "max_board": 3}),
    tank("duplex-drive sherman", "swims", aliases=("duplex-drive tank", "dd sherman", "dd tank"), attack=3, defense=3, move=2,
         cost=6, **US, numbers={"max_board": 8}),
    foot(MARINE, plural="marines", attack=2, defense=2, move=1, cost=4, built_at=("Carolina-Georgia",), **US,
         use="lands from the sea; needs little room aboard", numbers={"landed_attack": 3, "max_turn": 6}),
    UnitType("m3 halftrack", LAND, aliases=("m3",), attack=2, defense=3, move=2, cost=4, cargo=2, powers=(USA,), rule=ID,
             classes=frozenset({"vehicle"}), traits=frozenset({"supported", "blitz with tank"}),
             use="goes through gaps beside tanks; attacks beside artillery; holds", numbers={"max_board": 10}),
    UnitType("heavy transport", SEA, defense=1, move=2, cost=9, capacity=10, powers=(USA,), rule=ID,
             traits=frozenset({"transport", "does not block"}), numbers={"big_cargo": 2, "most_cargo": 4, "max_turn": 4}),
    tank("t30 tank", "no assault", aliases=("t30", "t-30 tank", "t-30"), attack=5, defense=5, move=2, cost=10, hits=2,
         built_at=("Midwest Industrial Region",), **US, numbers={"max_board": 5}),
)  # fmt: skip


class AmericanUnits(Section):
    """Bazookas, Calliope, Crab, Duplex-drive, marines, M3, heavy transport, T30."""

    id = ID
    title = "American units"
    text = (
        "Bazooka infantry: 4 IPC, 3/3, move 2, at 5 in the first round if the enemy has vehicles there, at most 10. "
        "Calliope: 6 IPC, 3/3, move 2, blitzes, three more dice at 2 in the first round, at most 5. Crab tank: 6 IPC, "
        "3/3, move 2, blitzes, mines do not hit it and it takes two off each line it crosses, at most 3. Duplex-drive "
        "Sherman: 6 IPC, 3/3, move 2, blitzes, swims over one sea zone (move 3 duplex-drive sherman: Southwest "
        "England > SZ 7 > Normandy), at most 8. Marine: 4 IPC, 2/2, attack 3 when landed from the sea, no artillery, "
        "6 a turn, Carolina-Georgia. M3 halftrack: 4 IPC, 2/3 (3 with artillery), move 2, blitzes beside a tank, at "
        "most 10. Heavy transport: 9 IPC, defend 1, carries four units, two tanks at most, 4 a turn. T30: 10 IPC, "
        "5/5, move 2, blitzes, 2 hits, by sea but not in assaults, at most 5, Midwest Industrial Region."
    )
    source = "Axis and Allies 1943: U.S.A."
    entries = (
        "Y43-17.1", "Y43-17.2", "Y43-17.3", "Y43-17.4", "Y43-17.5", "Y43-17.6", "Y43-17.8", "Y43-17.9", "Y43-17.11",
        "Y43-21.9", "Y43-21.12",
    )  # fmt: skip
    units = UNITS
    parts = (Swimmers(id=ID, cites={"": "Y43-17.5"}),)


RULE = AmericanUnits()
