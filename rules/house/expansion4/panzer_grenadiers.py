"""Section 4: panzer grenadiers, and the Waffen-SS ones they become in Berlin."""

from __future__ import annotations

from rules.house.expansion4.document import Section
from rules.mechanics.economy.upgrades import Upgrades
from rules.model.profiles import LAND, UnitType

ID, BERLIN, GERMANY = "x4.panzer-grenadiers", "Germany", "Germany"
PLAIN, ELITE = "panzer grenadier", "waffen-ss panzer grenadier"
UNITS = (
    UnitType(
        PLAIN, LAND, aliases=("panzergrenadier", "grenadier"), attack=2, defense=3, move=2, cost=4, cargo=3,
        traits=frozenset({"supported", "blitz with tank"}), powers=(GERMANY,), rule=ID, numbers={"max_board": 6},
    ),
    UnitType(
        ELITE, LAND, aliases=("wss panzer grenadier", "ss panzer grenadier", "waffen-ss grenadier", "ssg"), attack=3,
        defense=4, move=2, cost=6, traits=frozenset({"blitz", "leads mechanized", "pairs tactical"}), powers=(GERMANY,),
        built_at=(BERLIN,), not_for_sale=True, rule=ID,
        numbers={"max_board": 4, "from_round": 5, "upgrade_cost": 2},
    ),
)  # fmt: skip


class PanzerGrenadiers(Section):
    """Four of them at most, out of panzer grenadiers in Berlin."""

    id = ID
    title = "Waffen-SS panzer grenadiers"
    text = (
        "Germany may buy panzer grenadiers (4 IPC, attack 2, with artillery 3, defend 3, move 2, blitz beside a tank, at "
        "most 6 on the board). From Early 1942 (round 5) those that stand in Berlin since an earlier turn may become "
        "Waffen-SS panzer grenadiers for 2 IPC each: `upgrade 2 panzer grenadier to waffen-ss panzer grenadier: Germany`. "
        "These attack at 3, defend at 4, move 2 and blitz alone; artillery does not raise them, ships do not carry them, at "
        "most 4 are on the board. They are ready at once and use no capacity."
    )
    source = "Expansion IV: 4. Waffen-SS Panzer Grenadiers"
    needs = ("Germany", "artillery")
    entries = tuple(f"X4-4.{n}" for n in range(1, 7))
    units = UNITS
    parts = (Upgrades(id=ID, steps={ELITE: PLAIN}, town="Berlin (Germany)", cites={"": "X4-4.2"}),)


RULE = PanzerGrenadiers()
