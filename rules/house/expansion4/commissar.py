"""Section 6: Soviet Commissars, and the army corps they command."""

from __future__ import annotations

from dataclasses import replace

from rules.core.view import View
from rules.house.expansion4.armies import TANKS, formations
from rules.house.expansion4.document import Section
from rules.mechanics.economy.made_at import MadeAt
from rules.mechanics.units.formations import Kind
from rules.model.profiles import LAND, UnitType

ID, NAME, USSR, MOSCOW = "x4.commissar", "commissar", "Soviet Union", "Russia"
FEWER = 2
COMMISSAR = UnitType(
    NAME, LAND, aliases=("soviet commissar",), attack=2, defense=3, move=2, cost=5, cargo=2, powers=(USSR,),
    built_at=(MOSCOW,), rule=ID, numbers={"max_board": 3},
)  # fmt: skip
CORPS = Kind(
    name="army corps",
    powers=(USSR,),
    commander=NAME,
    members=("infantry", "artillery", "guard infantry", *TANKS),
    count=3,
)


class Commissar(Section):
    """A commissar and three units roll six dice."""

    id = ID
    title = "Soviet Commissar and army corps"
    text = (
        "The Soviet Union may buy commissars in Moscow for 5 IPC (attack 2, defend 3, move 2 without blitz, at most "
        "3; 2 where the board is not Global's whole map). A commissar and exactly three infantry, artillery, Guards, "
        "tanks or T-34s in one territory may form an army corps: `form army corps: Russia: 1 commissar, 2 infantry, 1 "
        "tank`. In a battle the commissar and one other member of its owner's choice roll two dice each, in attack if "
        "all four came by land from one territory. It is formed before the first move (to attack), in noncombat move "
        "or mobilize, and breaks when a member is lost or stands elsewhere; the round of the loss is rolled to its "
        "end."
    )
    source = "Expansion IV: 6. Soviet Commissar and Soviet Army Corps"
    needs = ("Soviet Union",)
    entries = tuple(f"X4-6.{n}" for n in range(1, 9))
    units = (COMMISSAR,)
    parts = (formations(ID, "X4-6.4", CORPS), MadeAt(id=ID, towns={NAME: "Moscow (Russia)"}, cites={"": "X4-6.2"}))

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Two at once on the boards that are not the whole world."""
        if unit.name != NAME or view.edition("whole_world"):
            return unit
        return replace(unit, numbers={**unit.numbers, "max_board": FEWER})


RULE = Commissar()
