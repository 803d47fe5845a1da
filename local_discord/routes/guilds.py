"""Routes about guilds: the guild, its members, roles and channels."""

from __future__ import annotations

from local_discord import channels, permissions, shapes
from local_discord.errors import missing_permissions
from local_discord.rest import Answer, Call, created, ok, route
from local_discord.seed import APP_ID


@route("GET", "/guilds/{guild_id}")
def get_guild(call: Call) -> Answer:
    guild = call.world.guild(call.parts["guild_id"])
    count = len(call.world.members[guild["id"]])
    return ok({**guild, "approximate_member_count": count, "approximate_presence_count": count})


@route("GET", "/guilds/{guild_id}/members")
def get_members(call: Call) -> Answer:
    call.world.guild(call.parts["guild_id"])
    after = int(call.query.get("after", "0"))
    members = call.world.members[call.parts["guild_id"]]
    found = [members[u] for u in sorted(members, key=int) if int(u) > after]
    return ok(found[: call.number("limit", 1, 1000)])


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(call: Call) -> Answer:
    return ok(call.world.member(call.parts["guild_id"], call.parts["user_id"]))


@route("GET", "/guilds/{guild_id}/roles")
def get_roles(call: Call) -> Answer:
    return ok(call.world.guild(call.parts["guild_id"])["roles"])


@route("GET", "/guilds/{guild_id}/channels")
def get_channels(call: Call) -> Answer:
    guild_id = call.world.guild(call.parts["guild_id"])["id"]
    found = (c for c in call.world.channels.values() if c.get("guild_id") == guild_id)
    return ok([c for c in found if c["type"] not in shapes.THREADS])


@route("POST", "/guilds/{guild_id}/channels")
def create_channel(call: Call) -> Answer:
    world, guild_id = call.world, call.parts["guild_id"]
    held = permissions.in_guild(world.guild(guild_id), world.member(guild_id, APP_ID))
    if not held & permissions.NAMES["MANAGE_CHANNELS"]:
        raise missing_permissions()
    return created(channels.create(world, guild_id, call.body))


@route("GET", "/guilds/{guild_id}/threads/active")
def get_active_threads(call: Call) -> Answer:
    world, guild_id = call.world, call.world.guild(call.parts["guild_id"])["id"]
    threads = [c for c in world.channels.values() if c["type"] in shapes.THREADS and c["guild_id"] == guild_id]
    active = [t for t in threads if not t["thread_metadata"]["archived"] and world.sees(APP_ID, t)]
    mine = [t["id"] for t in active if APP_ID in world.thread_members[t["id"]]]
    return ok(
        {
            "threads": active,
            "members": [channels.thread_member(world, thread_id, APP_ID) for thread_id in mine],
            "has_more": False,
        }
    )
