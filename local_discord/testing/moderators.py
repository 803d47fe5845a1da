"""What a server's moderators do to its channels."""

from __future__ import annotations

from local_discord import shapes
from local_discord.channels import threads_of
from local_discord.errors import Json
from local_discord.world import Event, World


def remove(world: World, channel: Json) -> None:
    """Delete a channel or thread with its messages (and a channel's threads with it)."""
    for thread in threads_of(world, channel["id"]):
        remove(world, thread)
    del world.channels[channel["id"]]
    for message_id in world.history.pop(channel["id"], []):
        world.files.retire(world.messages.pop(message_id))
        world.readers.pop(message_id, None)
    gone, name = channel, "CHANNEL_DELETE"
    if channel["type"] == shapes.THREAD:
        gone, name = {k: channel[k] for k in ("id", "guild_id", "parent_id", "type")}, "THREAD_DELETE"
    world.emit(Event(name, gone, channel.get("guild_id"), channel["id"]))


def overwrite(world: World, channel: Json, target_id: str, kind: int, allow: int, deny: int) -> None:
    """Set what a role (kind 0) or member (kind 1) may do in a channel beyond their roles."""
    others = [o for o in channel["permission_overwrites"] if o["id"] != target_id]
    mine = {"id": target_id, "type": kind, "allow": str(allow), "deny": str(deny)}
    channel["permission_overwrites"] = [*others, mine]
    world.emit(Event("CHANNEL_UPDATE", channel, channel["guild_id"], channel["id"]))
