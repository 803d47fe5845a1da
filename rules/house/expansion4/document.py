"""What Expansion IV brings as soon as one of its sections is on: the price list of the expansions."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.mechanics.economy.prices import PRICES, PriceList, Timetable
from rules.mechanics.units.formation_fire import FormationFire
from rules.model.board import Option

ID = "x4.document"
WORLD = ("anniversary", "edition1942", "revised")
SUBSTITUTE = Option("x4.formation_substitute", False, "Another formation takes the place of one that is broken")


class Section(Rule):
    """A section of Expansion IV."""

    boards = ("global1940", "global1942", "oztea1941", "europe1940", "pacific1940", "classic", *WORLD)


class ExpansionFour(Section):
    """The price list and the timetable; winning stays the board's matter."""

    id = ID
    title = "Expansion IV: prices and timetable"
    text = (
        f"{PRICES} Classic and Revised keep their own prices, and a complex of the one kind its 15 IPC. Set-up and money "
        "at the start are those of the base game, and base rules hold wherever the expansion is silent. Each limit counts "
        "units on the board and bought: lost ones may be had again. Each round is half a year: Late 1941 (round 4), Early "
        "1942 (round 5), Late 1942 (round 6), Early 1943 (round 7), Late 1943 (round 8), Late 1944 (round 10). How a side "
        "wins stays as the board has it."
    )
    source = "Expansion IV: preamble"
    entries = tuple(f"X4-0.{n}" for n in range(1, 6))
    options = (SUBSTITUTE,)
    parts = (
        PriceList(id=ID),
        Timetable(id=ID),
        FormationFire(id=ID, substitute=SUBSTITUTE, cites={"": "X4-7.10", "dice": "X4-5.7", "origin": "X4-5.10"}),
    )


COMMON = ExpansionFour()
