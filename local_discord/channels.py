"""Channels and threads: making, changing, joining, removing."""

from __future__ import annotations

from local_discord import messages, shapes
from local_discord.errors import ApiError, FormErrors, Json
from local_discord.ids import now
from local_discord.messages import Draft
from local_discord.seed import APP_ID
from local_discord.world import Event, World

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
_THREAD_NOTICE = 18


def create(world: World, guild_id: str, body: Json) -> Json:
    """A new text channel."""
    errors = FormErrors()
    errors.length(("name",), body.get("name"), 1, 100)
    errors.too_long(("topic",), body.get("topic"), 1024)
    errors.check()
    guild = world.guild(guild_id)
    name = body["name"].strip().lower().replace(" ", "-")
    overwrites = [_overwrite(o) for o in body.get("permission_overwrites") or []]
    channel = shapes.text_channel(
        world.ids.new(),
        guild["id"],
        name,
        topic=body.get("topic"),
        position=len(world.channels),
        permission_overwrites=overwrites,
    )
    world.channels[channel["id"]] = channel
    world.emit(Event("CHANNEL_CREATE", channel, guild_id, channel["id"]))
    return channel


def change(world: World, channel: Json, body: Json) -> Json:
    """Change a channel's or a thread's name, topic and state."""
    errors = FormErrors()
    if "name" in body:
        errors.length(("name",), body["name"], 1, 100)
    errors.too_long(("topic",), body.get("topic"), 1024)
    errors.check()
    is_thread = channel["type"] in shapes.THREADS
    about = channel.get("thread_metadata", {})
    keys = ("name", "rate_limit_per_user") if is_thread else ("name", "topic", "position", "nsfw")
    channel.update({k: body[k] for k in keys if body.get(k) is not None})
    if is_thread:
        wanted = ("archived", "locked", "auto_archive_duration", "invitable")
        if body.get("archived") not in (None, about["archived"]):
            about["archive_timestamp"] = now()
        about.update({k: body[k] for k in wanted if k in body})
    elif "permission_overwrites" in body:
        channel["permission_overwrites"] = [_overwrite(o) for o in body["permission_overwrites"] or []]
    name = "THREAD_UPDATE" if is_thread else "CHANNEL_UPDATE"
    world.emit(Event(name, channel, channel["guild_id"], channel["id"]))
    return channel


def remove(world: World, channel: Json) -> None:
    """Delete a channel or thread with its messages (and a channel's threads with it)."""
    for thread in threads_of(world, channel["id"]):
        remove(world, thread)
    del world.channels[channel["id"]]
    for message_id in world.history.pop(channel["id"], []):
        world.files.retire(world.messages.pop(message_id))
        world.readers.pop(message_id, None)
    is_thread = channel["type"] in shapes.THREADS
    gone = channel
    if is_thread:
        gone = {k: channel[k] for k in ("id", "guild_id", "parent_id", "type")}
        world.thread_members.pop(channel["id"], None)
    name = "THREAD_DELETE" if is_thread else "CHANNEL_DELETE"
    world.emit(Event(name, gone, channel.get("guild_id"), channel["id"]))


def overwrite(world: World, channel: Json, target_id: str, kind: int, allow: int, deny: int) -> None:
    """Set what a role (kind 0) or member (kind 1) may do in a channel beyond their roles."""
    others = [o for o in channel["permission_overwrites"] if o["id"] != target_id]
    mine = {"id": target_id, "type": kind, "allow": allow, "deny": deny}
    channel["permission_overwrites"] = [*others, _overwrite(mine)]
    world.emit(Event("CHANNEL_UPDATE", channel, channel["guild_id"], channel["id"]))


def _overwrite(body: Json) -> Json:
    return {
        "id": str(body["id"]),
        "type": body.get("type") or 0,
        "allow": str(body.get("allow") or 0),
        "deny": str(body.get("deny") or 0),
    }


# -- threads


def threads_of(world: World, channel_id: str) -> list[Json]:
    """The threads below a channel."""
    return [c for c in world.channels.values() if c["type"] in shapes.THREADS and c["parent_id"] == channel_id]


def start_thread(world: World, parent: Json, body: Json, message: Json | None = None) -> Json:
    """The bot opens a thread, on a message (whose id it takes) or free of one."""
    errors = FormErrors()
    errors.length(("name",), body.get("name"), 1, 100)
    errors.check()
    if parent["type"] != shapes.TEXT:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    if message and message["id"] in world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    kind = shapes.PUBLIC_THREAD if message else body.get("type") or shapes.PRIVATE_THREAD
    thread_id = message["id"] if message else world.ids.new()
    thread = shapes.thread(thread_id, parent, body["name"], APP_ID, kind)
    minutes = body.get("auto_archive_duration")
    if minutes:
        thread["thread_metadata"]["auto_archive_duration"] = minutes
    world.channels[thread_id] = thread
    world.thread_members[thread_id] = {APP_ID: now()}
    thread["member_count"] = 1
    mine = {**thread, "member": thread_member(world, thread_id, APP_ID), "newly_created": True}
    world.emit(Event("THREAD_CREATE", mine, parent["guild_id"], thread_id))
    _mark_start(world, parent, thread, message)
    return mine


def _mark_start(world: World, parent: Json, thread: Json, message: Json | None) -> None:
    """Show in the parent channel that a thread began: on its message, or by a notice."""
    if message:
        message["thread"] = thread
        message["flags"] |= 1 << 5
        messages.announce(world, "MESSAGE_UPDATE", message)
    elif thread["type"] == shapes.PUBLIC_THREAD:
        pointer = {"type": 0, "channel_id": thread["id"], "guild_id": thread["guild_id"]}
        notice = Draft(
            parent["id"],
            world.bot,
            {},
            kind=_THREAD_NOTICE,
            extra={"content": thread["name"], "message_reference": pointer},
        )
        messages.post(world, notice)


def join(world: World, thread: Json, user_id: str) -> None:
    """A user becomes a member of a thread; nothing happens if they are one."""
    inside = world.thread_members[thread["id"]]
    if user_id in inside:
        return
    inside[user_id] = now()
    added = {
        **thread_member(world, thread["id"], user_id),
        "member": world.member(thread["guild_id"], user_id),
        "presence": None,
    }
    _tell_members(world, thread, [added], [])


def leave(world: World, thread: Json, user_id: str) -> None:
    """A user is a thread's member no longer."""
    if world.thread_members[thread["id"]].pop(user_id, None):
        _tell_members(world, thread, [], [user_id])


def thread_member(world: World, thread_id: str, user_id: str) -> Json:
    """A user's membership of a thread, as the API shows it."""
    joined = world.thread_members[thread_id][user_id]
    return {"id": thread_id, "user_id": user_id, "join_timestamp": joined, "flags": 0}


def _tell_members(world: World, thread: Json, added: list[Json], removed: list[str]) -> None:
    thread["member_count"] = len(world.thread_members[thread["id"]])
    news = {
        "id": thread["id"],
        "guild_id": thread["guild_id"],
        "member_count": thread["member_count"],
        "added_members": added,
        "removed_member_ids": removed,
    }
    world.emit(Event("THREAD_MEMBERS_UPDATE", news, thread["guild_id"], thread["id"]))
    for entry in added:
        if entry["user_id"] != APP_ID:
            world.emit(Event("THREAD_CREATE", thread, thread["guild_id"], thread["id"], bot_hears=False))


# -- direct channels


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
