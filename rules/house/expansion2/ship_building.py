"""Section 2: free ships in the Pacific and in the Atlantic."""

from __future__ import annotations

from collections.abc import Mapping

from rules.house.expansion2.document import Section
from rules.mechanics.economy.free_units import TURN_END, FreeUnits, rounds
from rules.mechanics.units import carrier_fighters, pacific
from rules.mechanics.units.theatre import Theatre

ID, MARK, CARRIER_ROUND = "x2.ship-building", "pacific", 6
AFTER = ("United States", TURN_END)
SHIPS: Mapping[int, Mapping[str, int]] = {
    5: {"cruiser": 1, "submarine": 1},
    CARRIER_ROUND: {"aircraft carrier": 1},
    7: {"transport": 1, "battleship": 1},
    8: {"destroyer": 2},
}
FIGHTERS: Mapping[int, Mapping[str, int]] = {CARRIER_ROUND: {carrier_fighters.NAME: 2}}
ATLANTIC = "Atlantic"
FIRST, LAST = 8, 13


class ShipBuilding(Section):
    """Ships that cost nothing."""

    id = ID
    title = "Increased ship building"
    text = (
        "When the United States have collected income, Japan in SZ 6 and the United States in SZ 10 each get, free: in "
        "Early 1942 (round 5) [cruiser|1 cruiser and ]1 submarine, in Late 1942 1 aircraft carrier with 2 carrier "
        "fighters (as far as the limit of 8 allows), in Early 1943 1 transport and 1 battleship, in Late 1943 2 "
        "destroyers; none while Japan or Western United States is in other hands. These ships bear the mark (pacific) "
        "and stay in the Pacific and the Indian Ocean ([waters Pacific]). In each mobilize from Late 1943 to Early 1946 "
        "(rounds 8 to 13) the United States and the United Kingdom have 1 free destroyer to place, beside an own complex "
        "in the Atlantic ([waters Atlantic]), using its capacity, before bought ones; it sails anywhere. Without such a "
        "complex it is lost. Ships that a game does not have do not come."
    )
    source = "Expansion II: 2. Increased ship building"
    needs = ("Japan", "United States")
    entries = (*(f"X2-2.{n}" for n in range(1, 7)), *(f"X2-2.{n}" for n in range(10, 14)))
    requires = ("x2.carrier-fighters",)
    parts = (
        Theatre(id=ID, cites={"": "X2-2.4"}, waters=pacific.WATERS, name=pacific.NAME, mark=MARK),
        *(
            FreeUnits(
                id=ID, cites={"": "X2-2.1"}, power=power, on=AFTER, schedule=schedule, place=zone,
                home=pacific.YARDS[power], marks=marks,
            )
            for power, zone in pacific.HOMES.items()
            for schedule, marks in ((SHIPS, frozenset({MARK})), (FIGHTERS, frozenset()))
        ),
        *(
            FreeUnits(
                id=ID, cites={"": "X2-2.11"}, power=power, on=(power, "mobilize"), waters=ATLANTIC,
                schedule=rounds(FIRST, LAST, {"destroyer": 1}),
            )
            for power in ("United States", "United Kingdom")
        ),
    )  # fmt: skip


RULE = ShipBuilding()
