"""Section 7: fighters that live on aircraft carriers, of Japan and the United States."""

from __future__ import annotations

from collections.abc import Mapping

from rules.house.basic.document import Section
from rules.mechanics.economy.free_units import TURN_END, FreeUnits
from rules.mechanics.units import carrier_fighters as mechanic
from rules.mechanics.units import pacific
from rules.mechanics.units.theatre import Theatre
from rules.model.board import Option

ID, MOST = "bx.carrier-fighters", 8
GIFT: Mapping[int, Mapping[str, int]] = {6: {"aircraft carrier": 1, mechanic.NAME: 2}}
FREE_SHIPS = Option(
    "bx.free_ships", False, "Japan and the United States get a carrier and 2 carrier fighters in round 6"
)
AFTER = ("United States", TURN_END)


class CarrierFighters(Section):
    """Cheap fighters that start from and land on undamaged carriers only, in the Pacific and the Indian Ocean."""

    id = ID
    title = "Carrier-based fighters"
    text = (
        "Japan and the United States may each have 8 carrier fighters (6 IPC; attack 3, defend 4, move 3; fighters "
        "otherwise). Made in Japan or Western United States, they are placed on an own undamaged carrier in the zone beside "
        "it, or the money is lost. They start from and land on undamaged carriers only, never scramble, and fly only over "
        "the Pacific and Indian Oceans (SZ 1 to 65 and 71 to 81) and their coasts and islands. When the defender's carrier "
        "is hit or sunk, those without a deck at the end of the battle land on a friendly coast of the zone or are lost. "
        "Stranded there they do not fight or move, are no casualties and fall with the territory, until in noncombat move a "
        "friendly undamaged carrier lies in the zone and they go aboard (`move 2 carrier fighter: Hawaiian Islands > SZ 26`)."
    )
    source = "Basic Expansion: 7. Carrier Based Fighter Aircraft"
    entries = tuple(f"BX-7.{n}" for n in range(1, 13))
    options = (FREE_SHIPS,)
    units = (mechanic.fighter(ID, tuple(pacific.YARDS), tuple(pacific.YARDS.values()), max_board=MOST),)
    parts = (
        mechanic.CarrierFighters(id=ID, cites={"stranded": "BX-7.10", "landing": "BX-7.4"}),
        Theatre(id=ID, cites={"": "BX-7.6"}, waters=pacific.WATERS, name=pacific.NAME, types=(mechanic.NAME,)),
        *(
            FreeUnits(id=ID, power=power, place=zone, on=AFTER, schedule=GIFT, option=FREE_SHIPS)
            for power, zone in pacific.HOMES.items()
        ),
    )


RULE = CarrierFighters()
