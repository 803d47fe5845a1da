"""Section 8: carrier fighters of Japan and the United States."""

from __future__ import annotations

from rules.house.expansion2.document import Section
from rules.mechanics.units import carrier_fighters as mechanic
from rules.mechanics.units import pacific
from rules.mechanics.units.theatre import Theatre

ID, MOST = "x2.carrier-fighters", 8


class CarrierFighters(Section):
    """Fighters of 6 IPC that live on undamaged carriers."""

    id = ID
    title = "Carrier-based fighters"
    text = (
        "Japan and the United States may each have 8 carrier fighters, free ones counted, for 6 IPC each: attack 3, "
        "defend 4, move 3, fighters otherwise. Those made in Japan or Western United States come straight onto an own "
        "undamaged carrier in the zone beside it; those for which there is no deck are lost with their price. They start "
        "from and land on undamaged carriers only, never scramble, and stay in the Pacific and the Indian Ocean ([waters "
        "Pacific]) with their coasts and islands. If the carrier they defended with is hit or sunk, they go to another "
        "deck or a friendly coast of the zone when the battle is over, or are lost. On land they are stranded: cargo "
        "that neither fights nor is a casualty, lost with the territory; in noncombat move they go aboard a friendly "
        "undamaged carrier beside it (`move 2 carrier fighter: Hawaiian Islands > SZ 26`)."
    )
    source = "Expansion II: 8. Carrier Based Fighter Aircraft"
    needs = ("Japan",)
    entries = tuple(f"X2-8.{n}" for n in range(1, 13))
    excludes = ("bx.carrier-fighters",)
    units = (mechanic.fighter(ID, tuple(pacific.YARDS), tuple(pacific.YARDS.values()), max_board=MOST),)
    parts = (
        mechanic.CarrierFighters(id=ID, cites={"stranded": "X2-8.12", "landing": "X2-8.5"}),
        Theatre(id=ID, cites={"": "X2-8.8"}, waters=pacific.WATERS, name=pacific.NAME, types=(mechanic.NAME,)),
    )


RULE = CarrierFighters()
