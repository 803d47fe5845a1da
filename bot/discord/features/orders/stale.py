"""What somebody gets who pressed a button of an earlier position: what happened since, and the present buttons."""

from __future__ import annotations

from bot.discord.features.orders.controls import buttons
from bot.discord.features.panel.status import ask_lines, recent, title
from bot.discord.response import Reply
from bot.game.moderator.situation import acting
from bot.services import Services
from rules.play import lines
from rules.play.game import Game as EngineGame

TOLD = 700


async def stale_reply(services: Services, game_id: str, user_id: int) -> Reply:
    """The answer to a stale button, for whoever pressed it: buttons only for those who may use them."""
    now = await services.games.situation(game_id)
    if now.row.status != "running" or now.position is None:
        return Reply("The game has moved on since that button was made. `/game status` shows how it stands.", True)
    game = now.position
    last = recent(game, TOLD)
    told = [f"The game has moved on since that button was made.{' The last of it:' if last else ''}", *last]
    told.append(f"**Now:** {_open(game)}")
    may = now.permission(user_id)
    live = bool({*may.powers, *may.answers} & set(await acting(game))) and not game.state.winner
    return Reply("\n".join(told), True, await buttons(now) if live else None)


def _open(game: EngineGame) -> str:
    """What is asked now, or whose phase it is."""
    return " · ".join(ask_lines(game.view, lines.shown(game.state))) or title(game)
