"""Section 2, second half: rockets of the Soviet Union and Germany, fired once."""

from __future__ import annotations

from rules.house.expansion4.document import Section
from rules.mechanics.economy.made_at import MadeAt
from rules.mechanics.fire.rockets import Rockets
from rules.model.profiles import LAND, UnitType

ID, NAME = "x4.rockets", "rocket"
ROCKET = UnitType(
    NAME, LAND, move=1, cost=1, powers=("Soviet Union", "Germany"), rule=ID,
    traits=frozenset({"stands by", "not in combat move", "takes no capacity"}),
    numbers={"max_board": 10, "range": 2, "range_at": 2},
    by_power={
        "Soviet Union": {"built_at": ("Russia",), "from_round": 4},
        "Germany": {"built_at": ("Germany",), "from_round": 7},
    },
)  # fmt: skip


class RocketAttacks(Section):
    """One die at 2 each, two spaces away, and gone."""

    id = ID
    title = "Rockets"
    text = (
        "The Soviet Union from Late 1941 (round 4) in Moscow, Germany from Early 1943 (round 7) in Berlin, may buy rockets "
        "for 1 IPC, at most 10 each, without using capacity. In combat move they are aimed at enemy units up to two spaces "
        "away by air, whatever bases there are (`launch 4 rocket: Germany > Norway`); they fire first of all when that place "
        "is fought, by `fight Norway` if nobody else attacks it: one die each, 2 or less takes a unit of the defender's "
        "choice, which does not fire back, and every fired rocket is gone. Alone they never take a territory. Others move 1 "
        "in noncombat move. They board nothing, do not defend, are no losses, and go with their territory."
    )
    source = "Expansion IV: 2. Rockets"
    needs = ("Soviet Union", "Germany")
    entries = tuple(f"X4-2.{n}" for n in range(30, 46))
    units = (ROCKET,)
    parts = (
        MadeAt(id=ID, towns={NAME: "Moscow or Berlin"}, within=False, cites={"": "X4-2.31"}),
        Rockets(id=ID, type=NAME, cites={"": "X4-2.35", "range": "X4-2.36", "target": "X4-2.40", "count": "X4-2.37"}),
    )


RULE = RocketAttacks()
