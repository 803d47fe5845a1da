"""Proposals as all see them: the question, the answers of those asked, and what is done when the last has agreed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.discord.components.build import BLUE, GREY, RED, Button, button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.context import may_master, name_of
from bot.discord.response import Reply, answer, update
from bot.discord.text import words
from bot.game import PlayError
from bot.game.consent.proposals import say
from bot.game.people.notices import notices
from bot.services import Services
from bot.store import Game, Proposal

Doer = Callable[[Services, discord.Interaction, Game, Proposal, str], Awaitable[None]]
Teller = Callable[[Services, Game, Proposal], Awaitable[str]]
_DO: dict[str, Doer] = {}
_TELL: dict[str, Teller] = {}


def carries_out(kind: str) -> Callable[[Doer], Doer]:
    """Register what does a kind of proposal. It gets the consent in words."""

    def register(doer: Doer) -> Doer:
        _DO[kind] = doer
        return doer

    return register


def tells(kind: str) -> Callable[[Teller], Teller]:
    """Register what says to all what a kind of proposal is about, but for why and who is asked."""

    def register(teller: Teller) -> Teller:
        _TELL[kind] = teller
        return teller

    return register


def ways(row: Game, made: Proposal, alone: str, master: bool) -> list[Button]:
    """The buttons to have a proposal carried out: put to the others (alone: what that is called where nobody else plays), or
    the game master's word, for which there has to be a reason."""
    label = "Propose it to the others" if made.asked else alone
    found = [button(label, make("propose", row.id, rest=made.id), BLUE)]
    if master and made.asked and made.why:
        found.append(button("As game master, on the record", make("masterword", row.id, rest=made.id), RED))
    return found


async def kept(services: Services, row: Game, press: Press, user: int) -> Proposal:
    """The proposal of a button that its own maker pressed. Raises PlayError where the game has gone on since."""
    proposal = (await services.store.proposals(row.id)).get(press.rest)
    if proposal is None or proposal.by != user or proposal.revision not in (0, row.revision):
        raise PlayError("The game has gone on since. Ask again.")
    return proposal


@route("propose")
async def propose(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Put it to all whom it concerns; where that is nobody else, it is done."""
    row = await services.store.game(press.game_id)
    proposal = await kept(services, row, press, interaction.user.id)
    if proposal.asked:
        await put(services, interaction, row, proposal, await _TELL[proposal.kind](services, row, proposal))
    else:
        await carry_out(services, interaction, row, proposal, "nobody else plays")


@route("masterword")
async def word(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The game master decides, with a reason, on the record."""
    row = await services.store.game(press.game_id)
    if not may_master(row, interaction):
        raise PlayError("Only the game master can decide that alone.")
    proposal = await kept(services, row, press, interaction.user.id)
    await carry_out(services, interaction, row, proposal, "the game master's word")


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
    await services.store.queue(*messages, game_id=row.id)


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
