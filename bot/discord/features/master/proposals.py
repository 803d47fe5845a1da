"""Proposals as all see them: the question, the answers of those asked, and what is done when the last has agreed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.discord.components.build import BLUE, GREY, button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.context import name_of
from bot.discord.response import Reply, answer, update
from bot.discord.text import words
from bot.game.consent.proposals import Proposal, say
from bot.game.people.notices import notices
from bot.services import Services
from bot.store import Game

Doer = Callable[[Services, discord.Interaction, Game, Proposal, str], Awaitable[None]]
_DO: dict[str, Doer] = {}


def carries_out(kind: str) -> Callable[[Doer], Doer]:
    """Register what does a kind of proposal. It gets the consent in words."""

    def register(doer: Doer) -> Doer:
        _DO[kind] = doer
        return doer

    return register


async def carry_out(
    services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, consent: str
) -> None:
    """Do what was proposed."""
    await _DO[proposal.kind](services, interaction, row, proposal, consent)


async def put(services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, text: str) -> None:
    """Show a proposal to all, and tell those asked, each in the way they chose."""
    await answer(interaction, proposal_reply(row, proposal, text))
    asked = f"{words.mentions(proposal.asked)}: your consent is asked for in **{row.name}**."
    messages = await notices(services.store, row, asked, f"proposal {proposal.id}", proposal.asked)
    await services.store.outbox.put(*messages, game_id=row.id)


def proposal_reply(row: Game, proposal: Proposal, text: str) -> Reply:
    """A proposal as all see it, with its buttons."""
    why = f" Why: “{proposal.why}”" if proposal.why else ""
    lines = [f"{text}{why}", f"Asked: {words.mentions(proposal.asked)}"]
    buttons = [
        button("Agree", make("agree", row.id, rest=proposal.id), BLUE),
        button("Object", make("object", row.id, rest=proposal.id), GREY),
    ]
    return Reply("\n".join(lines), view=view(buttons))


@route("agree")
async def agree(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """One of those asked agrees; the last one has it done."""
    row, proposal = await _said(services, interaction, press, yes=True)
    text = interaction.message.content if interaction.message else ""
    text += f"\n{name_of(interaction)} agrees."
    if proposal.open:
        buttons = proposal_reply(row, proposal, "").view
        await update(interaction, Reply(text, view=buttons))
        return
    await update(interaction, Reply(text))
    everybody = words.mentions((proposal.by, *proposal.asked))
    await carry_out(services, interaction, row, proposal, f"agreed by {everybody}")


@route("object")
async def object_(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """One of those asked objects, or who proposed it takes it back."""
    await _said(services, interaction, press, yes=False)
    text = interaction.message.content if interaction.message else ""
    await update(interaction, Reply(f"{text}\n**{name_of(interaction)} objects: it stays as it is.**"))


async def _said(services: Services, interaction: discord.Interaction, press: Press, yes: bool) -> tuple[Game, Proposal]:
    async with services.games.locked(press.game_id) as row:
        return row, await say(services.store, row, press.rest, interaction.user.id, yes)
