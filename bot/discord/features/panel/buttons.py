"""The panel's Details: what was done in the turn, which the panel only counts."""

from __future__ import annotations

import discord

from bot.discord.components.build import view
from bot.discord.components.custom_id import Press
from bot.discord.components.router import route
from bot.discord.components.share import share
from bot.discord.features.odds.buttons import plan_lines
from bot.discord.features.panel.status import recent
from bot.discord.response import Reply, answer, patience
from bot.services import Services

MOST = 5000


@route("details")
async def details(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The turn so far in words, and the odds of the battles it has led to, privately."""
    row = await services.store.game(press.game_id)
    game = (await services.games.table(row.id)).game
    async with patience(interaction, private=True):
        told = recent(game, MOST) or ["Nothing has been done in this turn."]
        odds = [] if game.state.pending or game.state.winner else await plan_lines(services, game)
        text = "\n".join([*told, *(["", "**Odds**", *odds] if odds else [])])
    await answer(interaction, Reply(text, private=True, view=view(share())))
