"""Pauses: a player proposes one, or the game master has it."""

from __future__ import annotations

import discord

from bot.discord.components.tell import tell_all
from bot.discord.features.master.proposals import carries_out, put
from bot.discord.text import words
from bot.game.consent.proposals import PAUSE, concerned, keep
from bot.services import Services
from bot.store import Game, Proposal


async def propose_pause(
    services: Services, interaction: discord.Interaction, row: Game, seconds: float | None, why: str
) -> None:
    """A player asks all others for a pause; alone, they have it."""
    others = concerned(row, await services.store.seats(row.id), interaction.user.id)
    data = {"seconds": seconds}
    made = Proposal(str(interaction.id), PAUSE, interaction.user.id, others, (), why, 0, data)
    if not others:
        await _pause(services, interaction, row, made, "nobody else plays")
        return
    await keep(services.store, row.id, made)
    how_long = f" of {words.span(seconds)}" if seconds else ""
    await put(services, interaction, row, made, f"<@{made.by}> proposes a pause{how_long}: all clocks stand still.")


async def pause(services: Services, row: Game, seconds: float | None, why: str, actor: str) -> str:
    """Stop the clocks; gives what is said of it."""
    until = await services.master.pause_until(actor, row.id, seconds, why)
    when, reason = f" until {words.until(until)}" if until else "", f": “{why}”" if why else ""
    told = f"**{row.name}** is paused{when}{reason}."
    return told if until else f"{told} `/game resume` lets it go on."


@carries_out(PAUSE)
async def _pause(
    services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, consent: str
) -> None:
    told = await pause(services, row, proposal.data["seconds"], proposal.why, str(proposal.by))
    await tell_all(services, interaction, row.id, f"{told}\n-# {consent}")
