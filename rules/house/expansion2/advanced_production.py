"""Section 7: more income at war, a Soviet tank a turn, an infantry a turn for China."""

from __future__ import annotations

from rules.core.view import View
from rules.house.expansion2.document import Section
from rules.mechanics.economy.free_units import FreeUnits
from rules.mechanics.economy.war_income import Bonus, WarIncome

ID = "x2.advanced-production"
USSR, URALS = "Soviet Union", "Urals"
CHINA, INFANTRY = "China", "infantry"


def _stands(view: View, power: str) -> bool:
    """Whether a power has an infantry on the board."""
    return any(u.owner == power and u.type == INFANTRY for u in view.state.units.values())


class AdvancedProduction(Section):
    """Twelve IPC for Germany, six for London, eight for Japan, fourteen for the United States, three for Italy."""

    id = ID
    title = "Advanced production capacity"
    text = (
        "While at war with anybody these collect more IPC a turn: [Germany|Germany 12 while it holds Berlin, ]the United "
        "Kingdom 6 ([UK Europe|European economy, ]London)[Japan|, Japan 8 (Tokyo)], the United States 14 (Eastern or "
        "Western United States)[Italy|, Italy 3 (Rome)].[Soviet Union| The Soviet Union at war with anybody gets instead "
        "1 tank in Urals when its purchase phase begins, as long as it owns Urals; it needs no complex and moves the "
        "same turn.][China| China gets 1 infantry to place when its mobilize begins, if it has an infantry on the board.]"
    )
    source = "Expansion II: 7. Advanced Production Capacity"
    entries = tuple(f"X2-7.{n}" for n in range(1, 11))
    excludes = ("bx.advanced-production",)
    parts = (
        WarIncome(
            id=ID,
            cites={"": "X2-7.1"},
            bonuses={
                "Germany": Bonus(12, ("Germany",)),
                **dict.fromkeys(("UK Europe", "United Kingdom"), Bonus(6, ("United Kingdom",))),
                "Japan": Bonus(8, ("Japan",)),
                "United States": Bonus(14, ("Eastern United States", "Western United States")),
                "Italy": Bonus(3, ("Southern Italy",)),
            },
        ),
        FreeUnits(
            id=ID, power=USSR, on=(USSR, "purchase"), every={"tank": 1}, place=URALS, home=URALS,
            when=lambda view, power: view.at_war_with_any(power),
        ),
        FreeUnits(id=ID, power=CHINA, on=(CHINA, "mobilize"), every={INFANTRY: 1}, when=_stands),
    )  # fmt: skip


RULE = AdvancedProduction()
