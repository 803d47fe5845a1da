"""How two sides stand: income, army and cash."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.view import View
from rules.economy.income import production

INCOME_COUNTS = 3


def worth(view: View, side: str) -> tuple[int, int]:
    """A side's income, and its army and cash, in IPC."""
    powers = [p for p in view.board.order if view.side(p) == side]
    army = sum(
        view.of(u).cost
        for u in view.state.units.values()
        if u.owner in view.board.powers and view.side(u.owner) == side
    )
    income = sum(production(view, purse) for p in powers for purse in view.purses(p))
    return income, army + sum(view.money(p) for p in powers)


def share(standing: Mapping[str, tuple[int, int]], side: str, winner: str = "") -> float:
    """A side's part of three times the income, army and cash of both (side -> its worth); 1 if it has won."""
    if winner:
        return float(winner == side)
    total = {s: INCOME_COUNTS * income + army for s, (income, army) in standing.items()}
    return total[side] / max(1, sum(total.values()))
