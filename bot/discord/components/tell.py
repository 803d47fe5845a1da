"""Telling all of a game's channel something that is no order: the panel follows, so that its buttons stay the last thing."""

from __future__ import annotations

import discord

from bot.discord.response import Reply, answer
from bot.game.moderator.outbox_messages import panel as refresh
from bot.services import Services


async def tell_all(services: Services, interaction: discord.Interaction, game_id: str, text: str) -> None:
    """Answer to all; the panel comes down behind it, the lobby shows what has changed."""
    try:
        await answer(interaction, Reply(text))
    finally:
        await follow(services, game_id, str(interaction.id))


async def follow(services: Services, game_id: str, key: str) -> None:
    """The panel comes down to the end of the channel; a game that is not going on shows what has changed where it is."""
    row = await services.store.game(game_id)
    await services.store.queue(refresh(row, f"told {key}", down=row.status == "running"), game_id=row.id)
