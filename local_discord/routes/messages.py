"""Routes about messages in channels."""

from __future__ import annotations

from local_discord import messages, shapes
from local_discord.errors import ApiError, Json
from local_discord.messages import EPHEMERAL, Draft
from local_discord.rest import Answer, Call, done, ok, route
from local_discord.routes.channels import place
from local_discord.seed import APP_ID


def _message(call: Call, *needed: str) -> Json:
    """The message of the request's path; ephemeral ones can't be reached this way."""
    channel = place(call, "READ_MESSAGE_HISTORY", *needed)
    found = call.world.message(channel["id"], call.parts["message_id"])
    if found["flags"] & EPHEMERAL:
        return call.world.message(channel["id"], "0")
    return found


def _open_message(call: Call, *needed: str) -> Json:
    """Likewise, in a place where things may be changed: not in an archived thread."""
    found = _message(call, *needed)
    about = call.world.channel(found["channel_id"]).get("thread_metadata")
    if about and about["archived"]:
        raise ApiError(400, 50083, "Thread is archived")
    return found


def _may_send(call: Call) -> Json:
    """The channel of the request's path, if the bot may post this message there."""
    channel = place(call)
    if channel["type"] == shapes.DM:
        if channel["recipients"][0]["id"] in call.world.closed_dms:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        return channel
    in_thread = channel["type"] == shapes.THREAD
    call.world.demand(channel, "SEND_MESSAGES_IN_THREADS" if in_thread else "SEND_MESSAGES")
    _demand_what_it_holds(call, channel)
    return channel


def _demand_what_it_holds(call: Call, channel: Json) -> None:
    """Files and embeds take permissions of their own."""
    if call.uploads:
        call.world.demand(channel, "ATTACH_FILES")
    if call.body.get("embeds"):
        call.world.demand(channel, "EMBED_LINKS")


@route("POST", "/channels/{channel_id}/messages")
def post_message(call: Call) -> Answer:
    channel = _may_send(call)
    return ok(messages.post(call.world, Draft(channel["id"], call.world.bot, call.body, call.uploads)))


@route("PATCH", "/channels/{channel_id}/messages/{message_id}")
def patch_message(call: Call) -> Answer:
    message = _open_message(call)
    if message["author"]["id"] != APP_ID:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    channel = call.world.channel(message["channel_id"])
    if channel["type"] != shapes.DM:
        _demand_what_it_holds(call, channel)
    return ok(messages.edit(call.world, message, call.body, call.uploads))


@route("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(call: Call) -> Answer:
    message = _message(call)
    if message["author"]["id"] != APP_ID:
        call.world.demand(call.world.channel(message["channel_id"]), "MANAGE_MESSAGES")
    messages.delete(call.world, message)
    return done()
