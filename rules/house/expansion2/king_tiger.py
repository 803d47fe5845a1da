"""Section 3: King Tigers: heavy tanks of Germany that take two hits."""

from __future__ import annotations

import dataclasses

from rules.core.view import View
from rules.house.expansion2.document import Section
from rules.model.profiles import LAND, UnitType
from rules.model.refusals import Refusal
from rules.model.state import Facility

ID, NAME, GERMANY = "x2.king-tiger", "king tiger", "Germany"
SITES = ("Germany", "Western Germany")
KING_TIGER = UnitType(
    NAME, LAND, aliases=("kt",), attack=4, defense=4, move=2, cost=6, hits=2, powers=(GERMANY,), built_at=SITES, rule=ID,
    traits=frozenset({"blitz", "leads mechanized", "pairs tactical"}), damaged={"move": 1},
    numbers={"from_round": 8, "max_turn": 4, "repair_cost": 1},
)  # fmt: skip


class KingTiger(Section):
    """Tanks at 4 and 4 with two hits, four a turn."""

    id = ID
    title = "German King Tiger"
    text = (
        "From Late 1943 (round 8) Germany buys up to 4 King Tigers a turn for 6 IPC each (attack 4, defend 4, move 2, "
        "two hits), made only through a German complex of the set-up that has been German ever since: Germany or Western "
        "Germany. A damaged one moves 1 space and fights as before. In purchase a hit is repaired for 1 IPC, anywhere "
        "(`repair 3 king tiger: Eastern Poland`). They are tanks otherwise: they blitz[mechanized infantry|, lead "
        "mechanized infantry][tactical bomber| and raise tactical bombers], but no ship or aircraft carries them."
    )
    source = "Expansion II: 3. German King Tiger"
    needs = ("Germany",)
    entries = tuple(f"X2-3.{n}" for n in range(1, 9))
    units = (KING_TIGER,)
    _sites = SITES

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """Only through a complex that has been German since the start."""
        if unit.name != NAME or any(f.original for f in view.complexes(place)):
            return None
        text = f"King Tigers come from German complexes of the set-up, never lost; that of {place} is none any more."
        return Refusal("wrong-site", text, "X2-3.3")

    def captured_facilities(
        self, view: View, place: str, by: str | None, facilities: tuple[Facility, ...]
    ) -> tuple[Facility, ...]:
        """A complex that falls is not one of the set-up any more."""
        if place not in self._sites:
            return facilities
        return tuple(dataclasses.replace(f, original=False) for f in facilities)


RULE = KingTiger()
