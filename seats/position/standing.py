"""What a side has in a position: army, cash, income. Figures that any rule set has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.view import View
from rules.economy.income import production

# IPC of income count as so much in hand: about what they bring while a game is decided.
INCOME_COUNTS = 3


@dataclass(frozen=True, slots=True)
class Standing:
    """A side's figures in IPC. army: price of its units. bought: of what it has bought and not placed. cash: in its
    treasuries. income: what its land yields a round."""

    army: int
    bought: int
    cash: int
    income: int

    @property
    def worth(self) -> int:
        """All of it in IPC, three rounds of income counted."""
        return self.army + self.bought + self.cash + INCOME_COUNTS * self.income


def sides(view: View) -> tuple[str, ...]:
    """The sides, in order of play."""
    return tuple(dict.fromkeys(view.side(power) for power in view.board.order))


def powers_of(view: View, side: str) -> list[str]:
    """The powers of a side, in order of play."""
    return [power for power in view.board.order if view.side(power) == side]


def of_side(view: View, side: str) -> Standing:
    """A side's figures now."""
    powers = powers_of(view, side)
    purses = [purse for power in powers for purse in view.purses(power)]
    army = sum(view.of(unit).cost for unit in view.state.units.values() if unit.owner in powers)
    bought = sum(item.price for power in powers for item in view.state.pool.get(power, ()))
    income = sum(production(view, purse) for purse in purses)
    return Standing(army, bought, sum(view.money(power) for power in powers), income)


def worths(view: View) -> dict[str, int]:
    """What each side is worth now, in IPC."""
    return {side: of_side(view, side).worth for side in sides(view)}


def share(worth: Mapping[str, float], side: str, winner: str = "") -> float:
    """A side's part of what all are worth (side -> IPC); all of it if it has won, nothing if another has."""
    if winner:
        return float(winner == side)
    return worth.get(side, 0) / max(1, sum(worth.values()))
