"""The price list that the documents share, and the news of each round."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.core import moments
from rules.core.act import Act
from rules.mechanics.mechanic import Mechanic
from rules.model.board import Board
from rules.model.edition import Key
from rules.model.names import listing
from rules.model.profiles import UnitType

COSTS: Mapping[str, int] = {
    "infantry": 3, "artillery": 4, "mechanized infantry": 4, "tank": 5, "antiaircraft artillery": 5,
    "fighter": 9, "tactical bomber": 10, "strategic bomber": 12,
    "submarine": 6, "transport": 6, "destroyer": 7, "cruiser": 9, "aircraft carrier": 12, "battleship": 15,
    "minor industrial complex": 10, "major industrial complex": 25, "air base": 12, "naval base": 12,
}  # fmt: skip
PRICES = (
    "Prices: infantry 3, artillery 4, [mechanized infantry|mechanized infantry 4, ]tank 5, AAA 5, fighter 9, "
    "[tactical bomber|tactical bomber 10, strategic ]bomber 12, submarine 6, transport 6, destroyer 7, cruiser 9, aircraft "
    "carrier 12, battleship 15[air base|, minor complex 10, major complex 25 (upgrade 20), air base and naval base 12]."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class PriceList(Mechanic):
    """Units of the board at the prices of a list; units that rules bring keep theirs. Several documents with the
    same list are one list."""

    fact: ClassVar[Key | None] = "house_prices"

    costs: Mapping[str, int] = dataclasses.field(default_factory=lambda: COSTS)

    def change_unit(self, unit: UnitType) -> UnitType:
        """The price list."""
        cost = self.costs.get(unit.name, unit.cost)
        return unit if unit.rule or cost == unit.cost else dataclasses.replace(unit, cost=cost)


@dataclass(frozen=True, eq=False, kw_only=True)
class Timetable(Mechanic):
    """Says when a round begins what is new: units with that first round, and what rules say in `begins`. With
    several documents on, the first one speaks for all."""

    @moments.round_begins
    def _announce(self, act: Act) -> None:
        """The line of the log."""
        now = act.state.turn.round
        if self is not act.table.parts(Timetable)[0]:
            return
        new = [told for u in act.table.units.values() if now > 1 and (told := _begins(act.board, u, now))]
        new += [what for r in act.table.house for n, what in r.begins.items() if act.table.round_of(r.id, n) == now]
        if new:
            act.note(f"New from {act.board.round_name(now)}: {', '.join(new)}.")


def _begins(board: Board, unit: UnitType, now: int) -> str:
    """What is sold from a round on: `T-34s`, `rockets (Germany)` where not all may buy it from then on; "" for all else."""
    if unit.number("from_round") == now:
        return unit.many
    powers = [power for power in board.order if unit.of_power(power).number("from_round") == now]
    return f"{unit.many} ({listing(powers)})" if powers else ""
