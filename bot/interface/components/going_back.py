"""Going back to an earlier moment: what that would mean, the proposal to those concerned, their answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.game import PlayError
from bot.game.going_back import Back, back_to, take_back
from bot.game.notices import notices
from bot.game.outbox_messages import panel as refresh
from bot.game.proposals import BACK, PAUSE, SCOPE, Proposal, concerned, keep, say
from bot.game.typed import plain
from bot.interface.components.build import BLUE, GREY, RED, Button, button, view
from bot.interface.components.custom_id import Press, make
from bot.interface.components.router import route
from bot.interface.components.submit_order import give, publish
from bot.interface.context import may_master, name_of
from bot.interface.response import Reply, answer, patience, update
from bot.interface.text import words
from bot.services import Services
from bot.store import Game

# Orders that are named; the rest is counted.
NAMED, REASON = 10, 200
DICE = "Rolls that are taken back stay in the dice log; the same order in the same position gets the same dice again."


async def ask(services: Services, interaction: discord.Interaction, row: Game, number: int, why: str) -> Reply:
    """What taking back an order and all behind it means, for the person alone, with the ways to do it."""
    game = (await services.games.table(row.id)).game
    may = await services.games.permission(row.id, interaction.user.id)
    if not may and not may_master(row, interaction):
        raise PlayError("Only those who play can propose that.")
    back = await back_to(services.store, row, game, number, may.powers)
    why, seats = plain(why, REASON), await services.store.seats(row.id)
    others = concerned(row, seats, interaction.user.id)
    lines = [words.back_told(back), *_orders(back)]
    if back.rolls:
        lines.append(f"-# {DICE}")
    if not back.own and others:
        lines.append(f"It takes the consent of {words.mentions(others)}, or the game master's word with a reason.")
    made = Proposal(_key(interaction), BACK, interaction.user.id, others, (), why, row.revision, {"number": number})
    await keep(services.store, row.id, made)
    return Reply("\n".join(lines), True, view(_ways(row, back, made, may_master(row, interaction), bool(may))))


def _ways(row: Game, back: Back, made: Proposal, master: bool, plays: bool) -> list[Button]:
    """The buttons for one's own orders, a proposal to others, the game master's word."""
    if back.own:
        label = f"Undo {words.plural(len(back.entries), 'order')}"
        return [button(label, make("backown", row.id, rest=made.id), BLUE)]
    found = []
    if plays:
        label = "Propose it to the others" if made.asked else "Take them back"
        found.append(button(label, make("backask", row.id, rest=made.id), BLUE))
    if master and made.asked and made.why:
        found.append(button("As game master, on the record", make("backword", row.id, rest=made.id), RED))
    return found


def _orders(back: Back) -> list[str]:
    """The orders that would go, as they were written."""
    lines = [f"`{e.number}` {e.by or 'game master'}: {words.quoted(e.text)}" for e in back.entries[:NAMED]]
    left = len(back.entries) - NAMED
    return [*lines, f"and {left} more"] if left > 0 else lines


def _key(interaction: discord.Interaction) -> str:
    return str(interaction.id)


async def _kept(services: Services, row: Game, press: Press, user: int) -> Proposal:
    kept = (await services.store.preferences(SCOPE, row.id)).get(press.rest)
    proposal = Proposal.from_json(kept) if kept else None
    if proposal is None or proposal.by != user or (proposal.revision and proposal.revision != row.revision):
        raise PlayError("The game has gone on since: ask again with `/back`.")
    return proposal


@route("backown")
async def own(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """One's own orders of the phase, one after the other."""
    row = await services.store.game(press.game_id)
    proposal = await _kept(services, row, press, interaction.user.id)
    game = (await services.games.table(row.id)).game
    may = await services.games.permission(row.id, interaction.user.id)
    back = await back_to(services.store, row, game, proposal.data["number"], may.powers)
    await give(services, interaction, row, ["undo"] * len(back.entries), expected=row.revision)


@route("backask")
async def propose(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Put it to all whom it concerns; where that is nobody else, it is done."""
    row = await services.store.game(press.game_id)
    proposal = await _kept(services, row, press, interaction.user.id)
    if not proposal.asked:
        await _carry_out(services, interaction, row, proposal, "nobody else plays")
        return
    game = (await services.games.table(row.id)).game
    back = await back_to(services.store, row, game, proposal.data["number"], ())
    text = f"<@{proposal.by}> proposes to go back. {words.back_told(back)}"
    await put(services, interaction, row, proposal, text)


@route("backword")
async def word(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The game master decides, with a reason, on the record."""
    row = await services.store.game(press.game_id)
    if not may_master(row, interaction):
        raise PlayError("Only the game master can decide that alone.")
    proposal = await _kept(services, row, press, interaction.user.id)
    await _carry_out(services, interaction, row, proposal, "the game master's word")


# --- proposals ------------------------------------------------------------------------------------------------


async def put(services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, text: str) -> None:
    """Show a proposal to all, and tell those asked, each in the way they chose."""
    await answer(interaction, proposal_reply(row, proposal, text))
    asked = f"{words.mentions(proposal.asked)}: your consent is asked for in **{row.name}**."
    messages = await notices(services.store, row, asked, f"proposal {proposal.id}", proposal.asked)
    await services.store.outbox.put(*messages, game_id=row.id)


def proposal_reply(row: Game, proposal: Proposal, text: str) -> Reply:
    """A proposal as all see it, with its buttons."""
    why = f" Why: {proposal.why}" if proposal.why else ""
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
    await _carry_out(services, interaction, row, proposal, f"agreed by {everybody}")


@route("object")
async def object_(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """One of those asked objects, or who proposed it takes it back."""
    await _said(services, interaction, press, yes=False)
    text = interaction.message.content if interaction.message else ""
    await update(interaction, Reply(f"{text}\n**{name_of(interaction)} objects: it stays as it is.**"))


async def _said(services: Services, interaction: discord.Interaction, press: Press, yes: bool) -> tuple[Game, Proposal]:
    async with services.games.locked(press.game_id) as row:
        return row, await say(services.store, row, press.rest, interaction.user.id, yes)


async def _carry_out(
    services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, consent: str
) -> None:
    await _DO[proposal.kind](services, interaction, row, proposal, consent)


async def _go_back(
    services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, consent: str
) -> None:
    with services.answering.of(row.id):
        async with patience(interaction):
            number, why = proposal.data["number"], proposal.why or "no reason given"
            key = str(interaction.id)
            done = await take_back(services.games, row.id, key, interaction.user.id, number, consent, why)
        await publish(services, interaction, row, done, Reply(f"{words.accepted(done)}\n-# {consent}: {why}"))


# --- pauses ---------------------------------------------------------------------------------------------------


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


async def pause(
    services: Services, interaction: discord.Interaction, row: Game, seconds: float | None, why: str, actor: str
) -> str:
    """Stop the clocks; gives what is said of it."""
    until = await services.master.pause_until(actor, row.id, seconds, why)
    await services.store.outbox.put(refresh(row, f"pause {interaction.id}"), game_id=row.id)
    told = f"**{row.name}** is paused{f' until {words.until(until)}' if until else ''}{f': {why}' if why else '.'}"
    return told if until else f"{told} `/game resume` lets it go on."


async def _pause(
    services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, consent: str
) -> None:
    told = await pause(services, interaction, row, proposal.data["seconds"], proposal.why, str(proposal.by))
    await answer(interaction, Reply(f"{told}\n-# {consent}"))


Doer = Callable[[Services, discord.Interaction, Game, Proposal, str], Awaitable[None]]
_DO: dict[str, Doer] = {BACK: _go_back, PAUSE: _pause}
