"""Paratroopers: infantry that fly by themselves."""

from __future__ import annotations

from collections.abc import Mapping

from rules.house.basic.document import Section
from rules.mechanics.movement.airborne import Airborne
from rules.model.board import Option
from rules.model.profiles import LAND, UnitType

ID = "bx.paratroopers"
BONUS = Option("bx.para_airbase_bonus", False, "Paratroopers fly one space more from an air base")
LIMITS: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "Soviet Union": (2, ("Russia",)),
    "Germany": (6, ("Germany",)),
    "United Kingdom": (4, ("United Kingdom",)),
    "Japan": (2, ("Japan",)),
    "United States": (6, ("Eastern United States", "Western United States")),
    "Italy": (2, ("Southern Italy",)),
}
CLOSED = ("Russia", "Germany", "United Kingdom", "Japan", "Eastern United States", "Southern Italy")
PARATROOPER = UnitType(
    "paratrooper", LAND, aliases=("para", "paras", "paratroop", "paratroops"), attack=1, defense=2, move=1, cost=4,
    cargo=3, traits=frozenset({"supported"}), powers=tuple(LIMITS), rule=ID,
    numbers={"flight": 2, "drop_attack": 3, "alone_defense": 3},
    by_power={power: {"max_board": most, "built_at": places} for power, (most, places) in LIMITS.items()},
)  # fmt: skip


class Paratroopers(Section):
    """Two spaces by air, dangerous in the first round when alone."""

    id = ID
    title = "Paratroopers"
    text = (
        "4 IPC; at most 6 of Germany and the United States, 4 of the United Kingdom, 2 each of the Soviet Union, Japan and "
        "Italy, made in Berlin, Washington or Western United States, London, Moscow, Tokyo, Rome. They walk 1 space or fly "
        "up to 2 from land to land, over sea and enemies: `move 2 paratrooper (by air): Southern Italy > SZ 97 > Greece`. "
        "Antiaircraft fire hits flown attackers. Attacking with paratroopers only, those flown hit at 3 in the first round, "
        "else at 1 (2 by land with artillery); defending alone or with AAA only, at 3 in the first round, else at 2. No air "
        "attack on Moscow, Berlin, London, Tokyo, Washington or Rome. Aboard a transport one takes the room of a tank."
    )
    source = "Basic Expansion: 6. Paratrooper"
    entries = tuple(f"BX-6.{n}" for n in range(1, 17))
    options = (BONUS,)
    units = (PARATROOPER,)
    parts = (
        Airborne(
            id=ID, closed=CLOSED, base_option=BONUS,
            cites={"flight": "BX-6.3", "once": "BX-6.4", "friendly": "BX-6.13", "closed": "BX-6.11"},
        ),
    )  # fmt: skip


RULE = Paratroopers()
