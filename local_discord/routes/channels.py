"""Routes about channels and threads."""

from __future__ import annotations

from local_discord import channels
from local_discord.errors import Json
from local_discord.rest import Answer, Call, created, ok, route
from local_discord.seed import APP_ID


def place(call: Call, *needed: str) -> Json:
    """The channel of the request's path, once the bot is found to see it and to hold the permissions."""
    channel = call.world.channel(call.parts["channel_id"])
    call.world.demand(channel, *needed)
    return channel


@route("GET", "/channels/{channel_id}")
def get_channel(call: Call) -> Answer:
    return ok(place(call))


@route("PATCH", "/channels/{channel_id}")
def patch_thread(call: Call) -> Answer:
    thread = channels.as_thread(place(call))
    if thread["owner_id"] != APP_ID or thread["thread_metadata"]["locked"]:
        call.world.demand(thread, "MANAGE_THREADS")
    return ok(channels.change_thread(call.world, thread, call.body))


@route("POST", "/channels/{channel_id}/threads")
def start_thread(call: Call) -> Answer:
    parent = place(call, "CREATE_PUBLIC_THREADS")
    return created(channels.start_thread(call.world, parent, call.body))


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_thread_at(call: Call) -> Answer:
    parent = place(call, "CREATE_PUBLIC_THREADS", "READ_MESSAGE_HISTORY")
    message = call.world.message(parent["id"], call.parts["message_id"])
    return created(channels.start_thread_at(call.world, parent, message, call.body))
