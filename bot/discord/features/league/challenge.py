"""A challenge as it is shown, and its buttons: accept, decline, another offer, take back; the rematch."""

from __future__ import annotations

import discord

from bot.discord.components.build import BLUE, GREY, button, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.forms import Field, form
from bot.discord.components.router import route
from bot.discord.context import name_of
from bot.discord.features.lobby.opening import place_for
from bot.discord.response import Reply, answer, open_form, patience, update
from bot.discord.text.words import mentions, until
from bot.game import PlayError
from bot.game.league.challenges import Posted, side_of_challenger
from bot.services import Services
from league.challenges import BID, EITHER, Offer
from league.challenges.challenge import ACCEPTED, COUNTERED, DECLINED, EXPIRED, OPEN, WITHDRAWN

_SAID = {
    ACCEPTED: "Accepted.",
    DECLINED: "Declined.",
    COUNTERED: "Answered with another offer.",
    WITHDRAWN: "Taken back.",
    EXPIRED: "It was open too long, and is void.",
}
WORD_BID = "bid"


def offer_text(posted: Posted, title: str) -> str:
    """A challenge in words, with what has become of it."""
    one, offer = posted.challenge, posted.challenge.offer
    by, to = (mentions(map(int, team)) for team in (one.by, one.to))
    does = ("answer" if one.answers else "challenge") + ("s" if len(one.by) == 1 else "")
    lines = [f"{by} {does} {to}: **{title}**."]
    if offer.bid == BID:
        lines.append("The sides are bid for.")
    elif offer.side == EITHER:
        lines.append(f"Sides are drawn: {by} would play the {side_of_challenger(one)}.")
    else:
        lines.append(f"{by} would play the {offer.side}.")
    if offer.bid > 0:
        lines.append(f"The {offer.bid_side} get {offer.bid} IPC of units before round 1.")
    lines.append("Rated." if offer.rated else "Not rated.")
    if one.agreed and one.waits_for:
        agreed, asked = (mentions(map(int, people)) for people in (sorted(one.agreed), one.waits_for))
        lines.append(f"{agreed} agreed; {asked} still to say.")
    lines.append(f"Open until {until(one.until)}." if one.status == OPEN else f"**{_SAID[one.status]}**")
    return " ".join(lines)


async def offer_reply(services: Services, posted: Posted) -> Reply:
    """A challenge with its buttons."""
    _, made = await services.challenges.desk.find(posted.guild, posted.challenge.offer.format)
    one = posted.challenge
    if one.status != OPEN:
        return Reply(offer_text(posted, made.title))
    buttons = [
        button("Accept", make("chaccept", rest=one.id), BLUE),
        button("Other offer...", make("chother", rest=one.id), GREY),
        button("Decline / take back", make("chno", rest=one.id), GREY),
    ]
    return Reply(offer_text(posted, made.title), view=view(buttons))


@route("chaccept")
async def accept(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Whoever was challenged accepts; as the last of all who are asked, the game is opened."""
    if (waiting := await services.challenges.agree(press.rest, interaction.user.id)) is not None:
        await update(interaction, await offer_reply(services, waiting))
        return
    posted, title = await services.challenges.may_accept(press.rest, interaction.user.id)
    async with patience(interaction, in_place=True), place_for(services, interaction, title) as (place, _):
        row = await services.challenges.accept(press.rest, interaction.user.id, place)
    _, made = await services.challenges.desk.find(posted.guild, posted.challenge.offer.format)
    now = await services.challenges.found(press.rest)
    both = " Both bid with `/bid` there; then it begins by itself." if now.challenge.offer.bid == BID else ""
    await update(interaction, Reply(f"{offer_text(now, made.title)} It is played in <#{row.place}>.{both}"))


@route("chno")
async def say_no(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Declined by one, or taken back by the other."""
    await update(
        interaction, await offer_reply(services, await services.challenges.say_no(press.rest, interaction.user.id))
    )


@route("chother", form=True)
async def other_offer(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The form for another offer."""
    posted = await services.challenges.found(press.rest)
    if str(interaction.user.id) not in posted.challenge.to:
        raise PlayError("Only who was challenged makes another offer.")
    offer = posted.challenge.offer
    amount = WORD_BID if offer.bid == BID else str(offer.bid)
    fields = (
        Field("side", "The side you would play", "", "Allies, Axis, or nothing: drawn", required=False, most=10),
        Field(
            "bid",
            "Bid in IPC, or: bid",
            amount,
            "8, or bid: sides are bid for",
            most=5,
        ),
        Field("bid_side", "The side that gets it", offer.bid_side, "Allies or Axis", required=False, most=10),
    )
    await open_form(interaction, form("Another offer", make("chcounter", rest=press.rest), *fields))


@route("chcounter")
async def counter(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """Another offer was made: this challenge is answered by one the other way."""
    posted = await services.challenges.found(press.rest)
    before = posted.challenge.offer
    offer = offer_of(before.format, press.field("side"), press.field("bid"), press.field("bid_side"), before.rated)
    await services.challenges.counter(press.rest, str(interaction.id), interaction.user.id, offer)
    await update(interaction, await offer_reply(services, await services.challenges.found(press.rest)))


def offer_of(format: str, side: str, bid: str, bid_side: str, rated: bool) -> Offer:
    """An offer as people type it. Raises PlayError."""
    sides = {"": EITHER, "allies": "Allies", "axis": "Axis"}
    if side.strip().lower() not in sides or bid_side.strip().lower() not in sides:
        raise PlayError("A side is Allies or Axis.")
    low = bid.strip().lower() or "0"
    if low != WORD_BID and not low.isdecimal():
        raise PlayError("A bid is a number of IPC, or the word bid: then the sides are bid for.")
    amount = BID if low == WORD_BID else int(low)
    wanted = sides[bid_side.strip().lower()] or (sides["allies"] if amount > 0 else "")
    return Offer(format, sides[side.strip().lower()], amount, wanted if amount else "", rated)


@route("rematch")
async def again(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The same again with sides changed, as a challenge."""
    game = await services.results.one(press.game_id)
    if game is None:
        raise PlayError("This game is not over.")
    row = await services.store.game(press.game_id)
    await services.challenges.rematch(str(interaction.id), game, row, interaction.user.id)
    await answer(
        interaction, Reply(f"{name_of(interaction)} wants a rematch with sides changed: see <#{row.channel_id}>.")
    )
