"""Income and army value by round, as a table for those without pictures."""

from __future__ import annotations

from collections.abc import Sequence

from rules.economy.income import income_of
from rules.play.game import Game


def army_value(game: Game, power: str) -> int:
    """What a power's units would cost."""
    units = game.table.units
    return sum(units[u.type].cost for u in game.state.units.values() if u.owner == power)


def stats_text(positions: Sequence[tuple[str, Game]]) -> str:
    """A table: for each power income and army value at each moment."""
    order = positions[-1][1].table.board.order
    width = max(len(p) for p in order)
    shown = positions[-6:]
    head = " " * width + "".join(f"{label:>12}" for label, _ in shown)
    rows = [f"{p:<{width}}" + "".join(f"{_cell(game, p):>12}" for _, game in shown) for p in order]
    return "Income / army value in IPC\n```\n" + "\n".join([head, *rows]) + "\n```"


def _cell(game: Game, power: str) -> str:
    income = sum(income_of(game.view, purse) for purse in game.view.purses(power))
    return f"{income}/{army_value(game, power)}"
