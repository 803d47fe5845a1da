"""Channels and threads: opening, changing, removing."""

from __future__ import annotations

from local_discord import messages, shapes
from local_discord.errors import ApiError, FormErrors, Json, bad_form
from local_discord.ids import now
from local_discord.messages import Draft
from local_discord.seed import APP_ID
from local_discord.world import Event, World

_THREAD_NOTICE = 18


def as_thread(channel: Json) -> Json:
    """The channel, if it is a thread; else 400."""
    if channel["type"] != shapes.THREAD:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return channel


def threads_of(world: World, channel_id: str) -> list[Json]:
    """The threads below a channel."""
    return [c for c in world.channels.values() if c["type"] == shapes.THREAD and c["parent_id"] == channel_id]


def start_thread(world: World, parent: Json, body: Json) -> Json:
    """The bot opens a public thread, which a notice in the parent channel tells of."""
    _check_name(body.get("name"))
    if parent["type"] != shapes.TEXT:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    if body.get("type") != shapes.THREAD:
        raise bad_form(("type",), "BASE_TYPE_CHOICES", f"Value must be one of ({shapes.THREAD},).")
    mine = _begun(world, parent, world.ids.new(), body)
    pointer = {"type": 0, "channel_id": mine["id"], "guild_id": mine["guild_id"]}
    extra = {"content": mine["name"], "message_reference": pointer}
    messages.post(world, Draft(parent["id"], world.bot, {}, kind=_THREAD_NOTICE, extra=extra))
    return mine


def start_thread_at(world: World, parent: Json, message: Json, body: Json) -> Json:
    """The bot opens a public thread at a message, whose id it has; a message bears one at most."""
    _check_name(body.get("name"))
    if parent["type"] != shapes.TEXT:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    if message["id"] in world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    mine = _begun(world, parent, message["id"], body)
    message["thread"] = world.channels[mine["id"]]
    messages.announce(world, "MESSAGE_UPDATE", message)
    return mine


def _begun(world: World, parent: Json, id: str, body: Json) -> Json:
    thread = shapes.thread(id, parent, body["name"], APP_ID)
    if body.get("auto_archive_duration"):
        thread["thread_metadata"]["auto_archive_duration"] = body["auto_archive_duration"]
    world.channels[thread["id"]] = thread
    joined = {"id": thread["id"], "user_id": APP_ID, "join_timestamp": now(), "flags": 0}
    mine = {**thread, "member": joined, "newly_created": True}
    world.emit(Event("THREAD_CREATE", mine, parent["guild_id"], thread["id"]))
    return mine


def change_thread(world: World, thread: Json, body: Json) -> Json:
    """Change a thread's name and state."""
    if "name" in body:
        _check_name(body["name"])
    about = thread["thread_metadata"]
    if body.get("archived") not in (None, about["archived"]):
        about["archive_timestamp"] = now()
    about.update({k: body[k] for k in ("archived", "locked", "auto_archive_duration") if k in body})
    thread.update({k: body[k] for k in ("name", "rate_limit_per_user") if body.get(k) is not None})
    world.emit(Event("THREAD_UPDATE", thread, thread["guild_id"], thread["id"]))
    return thread


def _check_name(name: object) -> None:
    errors = FormErrors()
    errors.length(("name",), name, 1, 100)
    errors.check()


def direct(world: World, user_id: str) -> Json:
    """The private channel between the bot and a user, made when first asked for."""
    user = world.user(user_id)
    for channel in world.channels.values():
        if channel["type"] == shapes.DM and channel["recipients"][0]["id"] == user_id:
            return channel
    channel = shapes.direct_channel(world.ids.new(), user)
    world.channels[channel["id"]] = channel
    readers = frozenset((user_id,))
    world.emit(Event("CHANNEL_CREATE", channel, None, channel["id"], readers, bot_hears=False))
    return channel
