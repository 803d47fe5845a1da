"""Routes about channels and threads."""

from __future__ import annotations

from typing import Any

from local_discord import channels, shapes
from local_discord.errors import ApiError, Json, unknown
from local_discord.rest import Answer, Call, created, done, ok, route
from local_discord.seed import APP_ID
from local_discord.world import Event


def place(call: Call, *needed: str) -> Json:
    """The channel of the request's path, once the bot is found to see it and to hold the permissions."""
    channel = call.world.channel(call.parts["channel_id"])
    call.world.demand(channel, *needed)
    return channel


def thread(call: Call) -> Json:
    """The thread of the request's path."""
    channel = place(call)
    if channel["type"] not in shapes.THREADS:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return channel


@route("GET", "/channels/{channel_id}")
def get_channel(call: Call) -> Answer:
    return ok(place(call))


@route("PATCH", "/channels/{channel_id}")
def patch_channel(call: Call) -> Answer:
    channel = place(call)
    is_thread = channel["type"] in shapes.THREADS
    mine = is_thread and channel["owner_id"] == APP_ID and not channel["thread_metadata"]["locked"]
    if not mine:
        call.world.demand(channel, "MANAGE_THREADS" if is_thread else "MANAGE_CHANNELS")
    return ok(channels.change(call.world, channel, call.body))


@route("DELETE", "/channels/{channel_id}")
def delete_channel(call: Call) -> Answer:
    channel = place(call)
    if channel["type"] != shapes.DM:
        is_thread = channel["type"] in shapes.THREADS
        call.world.demand(channel, "MANAGE_THREADS" if is_thread else "MANAGE_CHANNELS")
        channels.remove(call.world, channel)
    return ok(channel)


@route("PUT", "/channels/{channel_id}/permissions/{target_id}")
def put_overwrite(call: Call) -> Answer:
    channel = place(call, "MANAGE_CHANNELS")
    body: dict[str, Any] = call.body
    allow, deny = int(body.get("allow") or 0), int(body.get("deny") or 0)
    channels.overwrite(call.world, channel, call.parts["target_id"], body["type"], allow, deny)
    return done()


@route("POST", "/channels/{channel_id}/typing")
def start_typing(call: Call) -> Answer:
    channel = place(call, "SEND_MESSAGES")
    news = {"channel_id": channel["id"], "user_id": APP_ID}
    readers = call.world.audience(channel)
    event = Event("TYPING_START", news, channel.get("guild_id"), channel["id"], readers, bot_hears=False)
    call.world.emit(event)
    return done()


@route("POST", "/channels/{channel_id}/threads")
def start_thread(call: Call) -> Answer:
    private = call.body.get("type", shapes.PRIVATE_THREAD) == shapes.PRIVATE_THREAD
    parent = place(call, "CREATE_PRIVATE_THREADS" if private else "CREATE_PUBLIC_THREADS")
    return created(channels.start_thread(call.world, parent, call.body))


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_thread_on_message(call: Call) -> Answer:
    parent = place(call, "CREATE_PUBLIC_THREADS")
    message = call.world.message(parent["id"], call.parts["message_id"])
    return created(channels.start_thread(call.world, parent, call.body, message))


@route("GET", "/channels/{channel_id}/thread-members")
def get_thread_members(call: Call) -> Answer:
    inside = call.world.thread_members[thread(call)["id"]]
    return ok([channels.thread_member(call.world, call.parts["channel_id"], u) for u in inside])


@route("GET", "/channels/{channel_id}/thread-members/{user_id}")
def get_thread_member(call: Call) -> Answer:
    here, user_id = thread(call)["id"], call.parts["user_id"]
    if user_id not in call.world.thread_members[here]:
        raise unknown("Member")
    return ok(channels.thread_member(call.world, here, user_id))


@route("PUT", "/channels/{channel_id}/thread-members/@me")
@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def join_thread(call: Call) -> Answer:
    here, user_id = thread(call), call.parts.get("user_id", APP_ID)
    call.world.member(here["guild_id"], user_id)
    channels.join(call.world, here, user_id)
    return done()


@route("DELETE", "/channels/{channel_id}/thread-members/@me")
@route("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def leave_thread(call: Call) -> Answer:
    here, user_id = thread(call), call.parts.get("user_id", APP_ID)
    if user_id != APP_ID and here["owner_id"] != APP_ID:
        call.world.demand(here, "MANAGE_THREADS")
    channels.leave(call.world, here, user_id)
    return done()


@route("GET", "/channels/{channel_id}/threads/archived/public")
def get_archived_threads(call: Call) -> Answer:
    below = channels.threads_of(call.world, place(call, "READ_MESSAGE_HISTORY")["id"])
    old = [t for t in below if t["thread_metadata"]["archived"] and t["type"] != shapes.PRIVATE_THREAD]
    return ok({"threads": old, "members": [], "has_more": False})
