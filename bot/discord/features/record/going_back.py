"""Going back to an earlier moment: what that would mean, and the ways to do it."""

from __future__ import annotations

import discord

from bot.discord.components.build import BLUE, Button, button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.components.tell import follow
from bot.discord.context import may_master
from bot.discord.features.master.proposals import carries_out, kept, tells, ways
from bot.discord.features.orders.commands import by_outbox, give, note_told
from bot.discord.response import Reply, answer, patience
from bot.discord.text import words
from bot.game import PlayError
from bot.game.consent.going_back import Back, back_to, take_back
from bot.game.consent.proposals import BACK, concerned, keep
from bot.game.moderator.threads import ponder
from bot.game.people.typed_text import plain
from bot.game.record.history import position_after
from bot.game.record.narration import titled
from bot.processes import map_requests as scenes
from bot.processes.picture import Picture
from bot.services import Services
from bot.store import Game, Proposal
from rules.core.table import Table

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
    lines = [words.back_told(back), *_orders(back, game.table)]
    if back.rolls:
        lines.append(f"-# {DICE}")
    if not back.own and others:
        lines.append(f"It takes the consent of {words.mentions(others)}, or the game master's word with a reason.")
    made = Proposal(_key(interaction), BACK, interaction.user.id, others, (), why, row.revision, {"number": number})
    await keep(services.store, row.id, made)
    ways = view(_ways(row, back, made, may_master(row, interaction), bool(may)))
    return Reply("\n".join(lines), True, ways, pictures=await _then(services, row, back))


async def _then(services: Services, row: Game, back: Back) -> list[Picture]:
    """The map as it was before those orders, of the theatre of whose orders they are; without the map it goes as well."""
    before = await position_after(services.store, row, back.first.number - 1)
    power = before.state.turn.power
    picture = await services.media.board(await ponder(before, lambda copy: scenes.around(copy, power)))
    return [picture] if picture else []


def _ways(row: Game, back: Back, made: Proposal, master: bool, plays: bool) -> list[Button]:
    """The buttons for one's own orders, a proposal to others, the game master's word."""
    if back.own:
        label = f"Undo {words.plural(len(back.entries), 'order')}"
        return [button(label, make("backown", row.id, rest=made.id), BLUE)]
    found = ways(row, made, "Take them back", master)
    return found if plays else found[1:]


def _orders(back: Back, table: Table) -> list[str]:
    """The orders that would go."""
    lines = [f"`{e.number}` {words.quoted(titled(e, table))}" for e in back.entries[:NAMED]]
    left = len(back.entries) - NAMED
    return [*lines, f"and {left} more"] if left > 0 else lines


def _key(interaction: discord.Interaction) -> str:
    return str(interaction.id)


@route("backown")
async def own(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """One's own orders of the phase, one after the other."""
    row = await services.store.game(press.game_id)
    proposal = await kept(services, row, press, interaction.user.id)
    game = (await services.games.table(row.id)).game
    may = await services.games.permission(row.id, interaction.user.id)
    back = await back_to(services.store, row, game, proposal.data["number"], may.powers)
    await give(services, interaction, row, ["undo"] * len(back.entries), expected=row.revision)


@tells(BACK)
async def _told(services: Services, row: Game, proposal: Proposal) -> str:
    game = (await services.games.table(row.id)).game
    back = await back_to(services.store, row, game, proposal.data["number"], ())
    return f"<@{proposal.by}> proposes to go back. {words.back_told(back)}"


@carries_out(BACK)
async def _go_back(
    services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, consent: str
) -> None:
    with services.answering.of(row.id):
        async with patience(interaction):
            number, why = proposal.data["number"], proposal.why
            key, said = str(interaction.id), why or "no reason given"
            done = await take_back(services.games, row.id, key, interaction.user.id, number, consent, said)
        reply = Reply(f"{words.accepted(done)}\n-# {consent[:1].upper()}{consent[1:]}{f': {why}' if why else ''}")
        sent = await answer(interaction, reply, by_outbox(services, interaction, row))
        now = await services.games.situation(row.id)
        await note_told(services, now, done, reply, interaction.channel_id, sent)
    await follow(services, row.id, str(interaction.id))
