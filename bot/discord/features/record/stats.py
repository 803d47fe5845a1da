"""Income and army value by round, as a table for those without pictures."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.components.build import view
from bot.discord.components.share import share
from bot.discord.response import Reply
from bot.discord.text.limits import CONTENT, clip
from bot.game.record.history import round_positions, whole
from bot.services import Services
from bot.store import Game as Row
from rules.economy.income import income_of
from rules.play.game import Game


async def stats_reply(services: Services, row: Row, game: Game) -> Reply:
    """Income and army value over the game as charts, or in words: private, with a button that shows them to all."""
    async with whole(services.store, row, game) as all_of_it:
        pictures = await services.media.of_stats(all_of_it)
    text = "" if pictures else stats_text([*await round_positions(services.store, row), ("now", game)])
    return Reply(clip(text, CONTENT), True, view(share()), pictures)


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
