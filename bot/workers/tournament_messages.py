"""What tournaments send: calls to matches, at which their games are opened; the message that shows how one stands."""

from __future__ import annotations

import structlog

from bot.discord import delivery as d
from bot.discord.delivery import NotDelivered
from bot.discord.features.league.tournament_post import asks, called, compose
from bot.discord.response import Reply
from bot.game import PlayError
from bot.game.league.tournaments import kept
from bot.game.league.tournaments.rooms import title_of
from bot.game.league.tournaments.teams import members
from bot.services import Services
from bot.store import Enqueue, Outgoing, PlaceTaken, SetPreference, StatusConflict
from bot.workers.transport import Transport

log = structlog.get_logger()
POST = "post"
AGAIN = 600.0
"""Seconds after which a game is tried again that the server has no room for."""


async def open_room(services: Services, transport: Transport, message: Outgoing) -> int | None:
    """Call both of a match, and open its game in a thread at the call. A second time nothing new comes of it: Discord knows
    the message by its nonce and its one thread, the game has its id from the match."""
    rooms = services.tending.rooms
    found = await rooms.wanted(message.payload)
    if found is None:
        return None
    now, ref, number = found
    people = [int(person) for entrant in (ref.first, ref.second) for person in members(entrant)]
    sent = await transport.send(message.channel_id, Reply(called(now, ref, number)), people, message.nonce)
    thread = await transport.start_thread(message.channel_id, sent, title_of(now, ref, number))
    try:
        await rooms.open(now, ref, number, thread)
    except (PlayError, PlaceTaken) as error:
        raise NotDelivered(str(error), status=503, after=AGAIN) from None
    except StatusConflict:
        log.info("a match was decided as its game was to begin", match=ref.key)
    services.answering.leave(Enqueue(kept.post(now.id, now.setup, f"room {ref.game_id}")))
    return sent


async def ask(services: Services, transport: Transport, message: Outgoing) -> int | None:
    """Who is asked to play in a team is called, with a button to agree."""
    now = await kept.held(services.store, message.payload["tournament"])
    people = [int(person) for person in message.payload["mention"]]
    return await transport.send(message.channel_id, asks(now, message.payload["team"]), people, message.nonce)


async def show(services: Services, transport: Transport, message: Outgoing) -> int | None:
    """The message that shows a tournament, in its place; posted anew where that is gone."""
    id = message.payload["tournament"]
    now = await kept.held(services.store, id)
    reply = await compose(services, now)
    old = (await services.store.preferences(kept.SCOPE, id)).get(POST)
    if old:
        try:
            await transport.edit(message.channel_id, int(old), reply)
            return int(old)
        except NotDelivered as error:
            if error.code not in (d.UNKNOWN_MESSAGE, d.TOO_MANY_EDITS):
                raise
    sent = await transport.send(message.channel_id, reply, (), message.nonce)
    services.answering.leave(SetPreference(kept.SCOPE, id, POST, str(sent)))
    return sent
