"""Paratroopers of five powers, and German Fallschirmjaeger."""

from __future__ import annotations

from collections.abc import Mapping

from rules.house.europe1943.document import GERMANY, ITALY, UK, USA, USSR, Section
from rules.house.europe1943.kinds import foot
from rules.mechanics.movement.airborne import Airborne

ID = "y43.paratroopers"
LIMITS: Mapping[str, tuple[int, str]] = {
    GERMANY: (18, "Brandenburg"),
    ITALY: (8, "Lazio"),
    USSR: (6, "Komi"),
    UK: (15, "Southeast England"),
    USA: (25, "Washington D.C."),
}
UNITS = (
    foot("paratrooper", "supported", plural="paratroopers", aliases=("para", "paras", "paratroop", "paratroops"), attack=1,
         defense=2, move=1, cost=4, cargo=3, powers=tuple(LIMITS), rule=ID,
         numbers={"flight": 2, "flight_from_base": 1, "drop_attack": 3, "alone_defense": 3},
         by_power={p: {"max_board": most, "built_at": (place,)} for p, (most, place) in LIMITS.items()}),
    foot("fallschirmjaeger", aliases=("fallschirmjager", "fallschirmjäger", "fj"), attack=3, defense=4, move=1, cost=6,
         cargo=3, powers=(GERMANY,), built_at=("Nordrhein Westfalen", "Saxony", "Bavaria", "Brandenburg"), rule=ID,
         numbers={"flight": 3, "flight_from_base": 1, "max_turn": 3}),
)  # fmt: skip


class Paratroopers(Section):
    """They fly, and may take capitals."""

    id = ID
    title = "Paratroopers and Fallschirmjaeger"
    text = (
        "Paratroopers: 4 IPC; Germany 18, United States 25, United Kingdom 15, Italy 8, Soviet Union 6 on the board, "
        "each made in its owner's capital. They walk 1 space or fly 2 (3 from an air base) from land to land over sea "
        "and enemy land (move 2 paratrooper (by air): Low-Countries > Brandenburg), into capitals too. Guns fire at "
        "those that fly in. In a drop of paratroopers alone they attack at 3 in the first round, else at 1 (2 by land "
        "with artillery); defending alone or beside guns only at 3 in the first round, else at 2. Fallschirmjaeger: 6 "
        "IPC, 3/4, walk 1 or fly 3 (4 from an air base), three a turn, Nordrhein Westfalen, Saxony, Bavaria, "
        "Brandenburg."
    )
    source = "Axis and Allies 1943: paratroopers"
    entries = ("Y43-7.1", "Y43-7.2", "Y43-7.3", "Y43-18.27", "Y43-21.2")
    units = UNITS
    parts = (
        Airborne(id=ID, cites={"": "Y43-21.2"}),
    )  # fmt: skip


RULE = Paratroopers()
