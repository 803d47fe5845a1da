"""German rockets."""

from __future__ import annotations

from rules.house.europe1943.document import GERMANY, Section
from rules.mechanics.fire import rockets as mechanic
from rules.model.profiles import LAND, UnitType

ID, NAME = "y43.rockets", "rocket"
ROCKET = UnitType(
    NAME, LAND, move=1, cost=1, powers=(GERMANY,), built_at=("Brandenburg", "Nordrhein Westfalen", "Bavaria", "Saxony"),
    rule=ID, numbers={"range": 2, "range_at": 2, "max_turn": 10},
    traits=frozenset({"stands by", "own quota", "not in combat move"}),
)  # fmt: skip


class Rockets(Section):
    """Fired once."""

    id = ID
    title = "Rockets"
    text = (
        "Germany may buy 10 rockets a turn for 1 IPC each, in Brandenburg, Nordrhein Westfalen, Bavaria and Saxony, "
        "outside capacity; a minor complex makes 3, with +1 or +2 industry 4 or 5. In combat move they are aimed at "
        "an enemy territory up to 2 spaces away, 3 from an air base (launch 4 rocket: Nordrhein Westfalen > Wales), "
        "and fired before anything else of the battle there, or alone: each hits on 2, once, its victims do not "
        "answer. They move one territory in noncombat move, never defend and are lost with their territory."
    )
    source = "Axis and Allies 1943: Germany, rockets"
    entries = ("Y43-18.18", "Y43-18.19", "Y43-21.4")
    units = (ROCKET,)
    parts = (mechanic.Rockets(id=ID, type=NAME, base=1, cites={"": "Y43-18.19"}),)


RULE = Rockets()
