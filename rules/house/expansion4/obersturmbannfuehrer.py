"""Section 5: the Waffen-SS Obersturmbannfuehrer, and the Waffen-SS army he commands."""

from __future__ import annotations

from rules.house.expansion4.armies import formations
from rules.house.expansion4.document import Section
from rules.mechanics.economy.upgrades import Upgrades
from rules.mechanics.units.formations import Kind
from rules.model.profiles import LAND, UnitType

ID, NAME, BERLIN, GERMANY = "x4.obersturmbannfuehrer", "waffen-ss obersturmbannfuehrer", "Germany", "Germany"
LEADER = UnitType(
    NAME, LAND, plural=NAME, aliases=("obersturmbannfuehrer", "obersturmbannführer", "obf", "wss obersturmbannfuehrer"),
    attack=2, defense=4, move=2, cost=7, powers=(GERMANY,), built_at=(BERLIN,), not_for_sale=True, rule=ID,
    numbers={"max_board": 4, "upgrade_cost": 2},
)  # fmt: skip
ARMY = Kind(
    name="waffen-ss army", aliases=("waffen-ss armee",), powers=(GERMANY,), commander=NAME,
    members=("waffen-ss infantry", "waffen-ss panzer", "waffen-ss panzer grenadier"), count=3,
)  # fmt: skip


class Obersturmbannfuehrer(Section):
    """He and three Waffen-SS units roll six dice."""

    id = ID
    title = "Waffen-SS Obersturmbannfuehrer and Waffen-SS army"
    text = (
        "In purchase a Waffen-SS infantry that stands in Berlin since an earlier turn may become an Obersturmbannfuehrer "
        "for 2 IPC (attack 2, defend 4, move 2 without blitz, at most 4, ready at once, no ship carries him). He and exactly "
        "three Waffen-SS infantry, panzer or panzer grenadiers in one territory may form a Waffen-SS army: `form waffen-ss "
        "army: Poland: 1 waffen-ss obersturmbannfuehrer, 3 waffen-ss infantry`. In a battle he and one other member of "
        "Germany's choice roll two dice each, in attack if all four came by land from one territory. It is formed before "
        "the first move (to attack), in noncombat move or mobilize, and breaks when a member is lost or stands elsewhere; "
        "the round of the loss is rolled to its end."
    )
    source = "Expansion IV: 5. Waffen-SS Obersturmbannfuehrer and Waffen-SS Armee"
    needs = ("Germany",)
    entries = tuple(f"X4-5.{n}" for n in range(1, 15))
    requires = ("bx.waffen-ss",)
    units = (LEADER,)
    parts = (
        formations(ID, "X4-5.5", ARMY),
        Upgrades(id=ID, steps={NAME: "waffen-ss infantry"}, town="Berlin (Germany)", cites={"": "X4-5.2"}),
    )


RULE = Obersturmbannfuehrer()
