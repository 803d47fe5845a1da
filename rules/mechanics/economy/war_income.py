"""More income for powers at war that hold their home ("advanced production")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.hooks import IncomeLine
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic


@dataclass(frozen=True, slots=True)
class Bonus:
    """IPC a turn, as long as the power holds one of some places."""

    amount: int
    places: tuple[str, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class WarIncome(Mechanic):
    """A line of income for each purse named, while its power is at war with anybody and holds its home.

    bonuses: purse -> bonus. why: what the line is called. cites: "" = the entry that gives it.
    """

    bonuses: Mapping[str, Bonus]
    why: str = "advanced production"

    def income(self, view: View, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """One line more."""
        due = self.due(view, purse)
        return (*lines, IncomeLine(self.why, due, self.cite(""))) if due else lines

    def due(self, view: View, purse: str) -> int:
        """What a purse collects by this now."""
        bonus, power = self.bonuses.get(purse), view.heir(view.board.purse_power[purse])
        held = bonus is not None and any(view.owner(place) == power for place in bonus.places)
        return bonus.amount if bonus and held and view.at_war_with_any(power) else 0
