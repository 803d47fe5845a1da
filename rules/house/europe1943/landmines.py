"""Landmines on borders."""

from __future__ import annotations

from rules.core.view import View
from rules.house.europe1943.document import Section
from rules.mechanics.fire.laying import Laying
from rules.mechanics.fire.mines import Mines, allies_pass
from rules.model.board import Option
from rules.model.profiles import LAND, UnitType

ID, NAME = "y43.landmines", "landmine"
DAMAGE = Option(
    "y43.mine_damage",
    "marker",
    "What a mine does to a unit of several hits: marker (one hit), or unit (lost)",
    words=("marker", "unit"),
)
ALLIES = allies_pass("y43", usual=True)
MINE = UnitType(
    NAME, LAND, aliases=("mine", "land mine"), move=1, cost=1, cargo=1, rule=ID, numbers={"max_turn": 10},
    use="blows up under enemies who cross its border",
    traits=frozenset({"stands by", "own quota", "not in combat move"}),
)  # fmt: skip


def whole(view: View) -> bool:
    """Whether a mine takes a unit of several hits."""
    return bool(view.option(DAMAGE) == "unit")


class Landmines(Section):
    """Each rolls for those who cross its line."""

    id = ID
    title = "Landmines"
    text = (
        "Every power may buy 10 landmines a turn for 1 IPC each, at any complex and outside its capacity; a minor one "
        "makes 3, with +1 or +2 industry 4 or 5. In mobilize they are dug in on one border of an own territory held "
        "since the turn began (lay 3 landmine: Smolensk | Moscow), or placed undug; undug ones move one territory in "
        "noncombat move, three go aboard a transport beside one infantry at most, and they are lost with their "
        "territory. Enemy land units that cross the line are rolled for when combat move closes, those that land when "
        "they go ashore: one mine after the other, hitting on 2, as long as anybody is left; what hits is gone, and "
        "its owner chooses the losses. Allies of the mines' owner are met (on 1) only when they retreat (by option in "
        "every move). A unit of several hits is damaged (by option: lost). Dug-in mines stay when the territory changes "
        "hands."
    )
    source = "Axis and Allies 1943: landmines"
    entries = ("Y43-6.1", "Y43-6.2", "Y43-6.3", "Y43-17.3", "Y43-21.1")
    options = (DAMAGE, ALLIES)
    units = (MINE,)
    parts = (
        Laying(id=ID, type=NAME, cites={"": "Y43-6.3"}),
        Mines(id=ID, type=NAME, allies_pass=ALLIES, in_battle=True, whole=whole),
    )


RULE = Landmines()
