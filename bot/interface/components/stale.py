"""What somebody gets who pressed a button of an earlier position: what happened since, and the present buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interface.components.panel import buttons
from bot.interface.response import Reply
from bot.interface.text.status import ask_line, recent, title

if TYPE_CHECKING:
    from bot.interface.client import Adjutant

TOLD = 700


async def stale_reply(client: Adjutant, game_id: str, user_id: int) -> Reply:
    """The answer to a stale button, for whoever pressed it: buttons only for those who may use them."""
    row = await client.store.game(game_id)
    if row.status != "running" or row.engine is None:
        return Reply("The game has moved on since that button was made. `/game status` shows how it stands.", True)
    game = (await client.moderator.table(row.id)).game
    lines = ["The game has moved on since that button was made. The last of it:", *recent(game, TOLD)]
    lines.append(f"**Now:** {ask_line(game.state.pending[0]) if game.state.pending else title(game)}")
    may = await client.moderator.permission(row.id, user_id)
    live = game.to_act in may.powers and not game.state.winner
    return Reply("\n".join(lines), True, buttons(row, game) if live else None)
