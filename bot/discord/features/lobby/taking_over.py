"""/game take-over: turns that were played elsewhere, pasted as text; shown as orders first, carried out when all agree."""

from __future__ import annotations

import discord

from bot.discord.components.build import view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.forms import Field, Upload, form
from bot.discord.components.router import route
from bot.discord.components.tell import follow
from bot.discord.context import game_here, may_master
from bot.discord.features.master.proposals import carries_out, tells, ways
from bot.discord.features.orders.commands import by_outbox, note_told
from bot.discord.response import Reply, answer, open_form, patience
from bot.discord.text import words
from bot.discord.text.limits import CONTENT, clip
from bot.game import PlayError
from bot.game.consent.proposals import TAKE_OVER, concerned, keep
from bot.game.files import taking_over
from bot.game.files.taking_over import Understood
from bot.game.people.typed_text import plain
from bot.processes.picture import Picture
from bot.services import Services
from bot.store import Game, Proposal
from triplea import Given

# Bytes of a file; orders, faults and remarks that are told in the message.
LARGEST, ORDERS, FAULTS, NOTES = 400_000, 20, 8, 5
REASON = 200
# Fields of the form that take text: Discord lets each hold 4000 signs.
PARTS = {"text": "The summary, as it was posted", "more": "It goes on here, if it is long"}
FILE = "file"
MEANS = (
    "The dice are told, not rolled: the dice log says so, and the checker counts them apart. The log marks each order, and "
    "the game is unrated from then on."
)


async def begin(
    services: Services, interaction: discord.Interaction, file: discord.Attachment | None, why: str
) -> None:
    """Read a file, or open the form to paste a text into. Raises PlayError."""
    row = await game_here(services, interaction)
    await _must_be_concerned(services, interaction, row)
    if file is None:
        parts = [Field(name, label, long=True, required=False) for name, label in PARTS.items()]
        upload = Upload(
            FILE, "Or all of it as a file", "A text file, such as one of /export what:forum", required=False
        )
        reason = Field("why", "Why, for the record", plain(why, REASON), required=False, most=REASON)
        await open_form(interaction, form("Turns played elsewhere", make("takeover", row.id), *parts, upload, reason))
        return
    await _show(services, interaction, row, await _text_of(file), why)


async def _text_of(file: discord.Attachment) -> str:
    if file.size > LARGEST:
        raise PlayError("That file is too large for a summary.")
    try:
        return (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PlayError("That is no text (UTF-8). A save of TripleA starts a game: `/game position file:`.") from None


async def _must_be_concerned(services: Services, interaction: discord.Interaction, row: Game) -> None:
    if row.status != "running":
        raise PlayError("Turns are taken over into a game that runs. A lobby takes a position: `/game position`.")
    if not await services.games.permission(row.id, interaction.user.id) and not may_master(row, interaction):
        raise PlayError("Only those who play, and the game master, can have turns taken over.")


@route("takeover")
async def pasted(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """What was pasted into the form."""
    row = await services.store.game(press.game_id)
    await _must_be_concerned(services, interaction, row)
    text = await _text_of(press.files[0]) if press.files else ""
    text = "\n".join([*(part for name in PARTS if (part := press.field(name))), text])
    await _show(services, interaction, row, text, press.field("why"))


async def _show(services: Services, interaction: discord.Interaction, row: Game, text: str, why: str) -> None:
    """What a text means, for the person alone, with the ways to have it carried out."""
    async with patience(interaction, private=True):
        table = await services.games.table(row.id)
        found = await services.read_file(taking_over.understood, text, *taking_over.position(table.game))
        if not found.orders and not found.problems:
            raise PlayError(
                "There is no order in that text. A summary tells a turn line by line: `Combat Move - Germans`, `2 infantry "
                "moved from Germany to Poland`, `Battle in Poland`."
            )
        files = [Picture("orders.txt", _listed(found.orders).encode())] if found.orders else []
        reply = Reply(_told(found), private=True, pictures=files)
        if not found.problems:
            others = concerned(row, await services.store.seats(row.id), interaction.user.id)
            data = {"orders": taking_over.to_json(found.orders), "dice": found.dice, "turns": found.turns}
            key, by = str(interaction.id), interaction.user.id
            made = Proposal(key, TAKE_OVER, by, others, (), plain(why, REASON), table.revision, data)
            await keep(services.store, row.id, made)
            reply = Reply(
                reply.text, True, view(ways(row, made, "Take them over", may_master(row, interaction))), reply.pictures
            )
    await answer(interaction, reply)


# --- in words ---------------------------------------------------------------------------------------------------------


def _size(orders: int, dice: int, turns: int) -> str:
    told = (
        f"{words.plural(orders, 'order')} in {words.plural(turns, 'turn')}" if turns else words.plural(orders, "order")
    )
    return f"{told}, {words.plural(dice, 'die', 'dice')} told"


def _told(found: Understood) -> str:
    """The orders, what was understood in one way of several, and what stands in the way."""
    lines = []
    if found.problems:
        lines.append("**Nothing is taken over yet.** Mend these lines and paste the text again:")
        for one in found.problems[:FAULTS]:
            where = f"Line {one.line}, `{one.text}`: " if one.line else ""
            lines.append(f"- {where}{one.why}{f' It may be: {_choices(one.choices)}.' if one.choices else ''}")
        left = len(found.problems) - FAULTS
        lines += [f"- … and {left} more"] if left > 0 else []
        lines += ["-# Any line may be an order as you would type it here (`move 3 infantry: Germany > Poland`)."]
    size = _size(len(found.orders), found.dice, found.turns)
    lines.append(f"**{'Up to there' if found.problems else 'Read'}: {size}.**" if found.orders else "")
    shown = [one for one in found.orders if one.line][:ORDERS]
    lines += [_order(one, before.by if before else "") for one, before in zip(shown, [None, *shown], strict=False)]
    lines += [f"… the rest stands in the file ({len(found.orders)} in all)."] if len(shown) < len(found.orders) else []
    lines += [f"-# {one[:1].upper()}{one[1:]}." for one in found.notes[:NOTES]]
    lines += [] if found.problems else [f"-# {MEANS}"]
    return clip("\n".join(line for line in lines if line), CONTENT)


def _choices(choices: tuple[str, ...]) -> str:
    return ", ".join(f"`{choice}`" for choice in choices[:3])


def _order(one: Given, before: str) -> str:
    """An order with its line and dice; and who gives it, where that is another than gave the one before."""
    who = f"{one.by}: " if one.by != before else ""
    dice = f" · {'; '.join(' '.join(map(str, throw)) for throw in one.dice)}" if one.dice else ""
    return f"`{one.line}` {who}{one.order}{dice}"


def _listed(orders: tuple[Given, ...]) -> str:
    """All orders as a file: who gives each, and the dice told for it."""
    lines = []
    for one in orders:
        dice = f"  # dice {'; '.join(' '.join(map(str, throw)) for throw in one.dice)}" if one.dice else ""
        lines.append(f"{one.by or 'any'}: {one.order}{dice}")
    return "\n".join(lines) + "\n"


# --- consent ----------------------------------------------------------------------------------------------------------


@tells(TAKE_OVER)
async def _proposed(services: Services, row: Game, proposal: Proposal) -> str:
    data = proposal.data
    size = _size(len(data["orders"]), data["dice"], data["turns"])
    return f"<@{proposal.by}> proposes to take over turns that were played elsewhere: {size}. {MEANS}"


@carries_out(TAKE_OVER)
async def _take_over(
    services: Services, interaction: discord.Interaction, row: Game, proposal: Proposal, consent: str
) -> None:
    with services.answering.of(row.id):
        async with patience(interaction):
            orders, why = taking_over.from_json(proposal.data["orders"]), proposal.why
            key, user = str(interaction.id), interaction.user.id
            done = await taking_over.take_over(
                services.games, row.id, key, user, orders, proposal.revision, consent, why or "no reason given"
            )
        size = _size(len(orders), proposal.data["dice"], proposal.data["turns"])
        said = f"{consent[:1].upper()}{consent[1:]}" + (f": {why}" if why else "")
        text = f"**Taken over from a text:** {size}.\n-# {said}. The game is unrated now."
        reply = Reply(text)
        sent = await answer(interaction, reply, by_outbox(services, interaction, row))
        now = await services.games.situation(row.id)
        await note_told(services, now, done, reply, interaction.channel_id, sent)
    await follow(services, row.id, str(interaction.id))
