"""Giving up and draws: proposals to those whom it takes."""

from __future__ import annotations

import discord

from bot.discord.components.custom_id import Press
from bot.discord.components.router import route
from bot.discord.components.tell import follow
from bot.discord.features.master.proposals import carries_out, put
from bot.discord.response import Reply, answer, patience
from bot.discord.text import words
from bot.game import Denied, PlayError
from bot.game.consent.proposals import concerned, keep
from bot.services import Services
from bot.store import Game, Proposal

CONCEDE, DRAW = "concede", "draw"


@route("giveup")
async def give_up(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """A person gives up for their side: whoever plays it beside them is asked; alone it is done."""
    row = await services.store.game(press.game_id)
    side, others = await services.results.team(row, interaction.user.id)
    made = Proposal(str(interaction.id), CONCEDE, interaction.user.id, others, data={"side": side})
    if not others:
        await _conceded(services, interaction, row, made, "")
        return
    await keep(services.store, row.id, made)
    await put(services, interaction, row, made, f"<@{made.by}> would give up for the {side}.")


@carries_out(CONCEDE)
async def _conceded(
    services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, consent: str
) -> None:
    async with patience(interaction):
        done = await services.results.concede(row.id, str(interaction.id), proposal.by, proposal.agreed)
    if isinstance(done, Denied):
        raise PlayError(done.refusal.message)
    said = f"\n-# {consent}" if consent else ""
    await answer(interaction, Reply(f"The {proposal.data['side']} give up.\n{words.accepted(done)}{said}"))
    await follow(services, row.id, str(interaction.id))


async def propose_draw(services: Services, interaction: discord.Interaction, row: Game) -> None:
    """A player offers all others a draw. Raises PlayError."""
    seats = await services.store.seats(row.id)
    if row.status not in ("running", "paused"):
        raise PlayError("A draw is offered in a game that is being played.")
    if not any(seat.user_id == interaction.user.id and seat.role == "player" for seat in seats):
        raise PlayError("Only who plays offers a draw.")
    made = Proposal(str(interaction.id), DRAW, interaction.user.id, concerned(row, seats, interaction.user.id))
    if not made.asked:
        raise PlayError("Nobody else plays whom you could offer a draw.")
    await keep(services.store, row.id, made)
    await put(services, interaction, row, made, f"<@{made.by}> offers a draw: the game would be over.")


@carries_out(DRAW)
async def _drawn(
    services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, consent: str
) -> None:
    agreed = (proposal.by, *proposal.agreed)
    await services.results.draw(row.id, str(interaction.id), agreed)
    await answer(interaction, Reply(f"**A draw.**\n-# {consent}"))
    await follow(services, row.id, str(interaction.id))
