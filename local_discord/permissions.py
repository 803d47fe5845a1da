"""Who may do what in a channel, reckoned the way Discord does from roles and overwrites."""

from __future__ import annotations

from local_discord.errors import Json

NAMES = {
    "ADMINISTRATOR": 1 << 3,
    "VIEW_CHANNEL": 1 << 10,
    "SEND_MESSAGES": 1 << 11,
    "MANAGE_MESSAGES": 1 << 13,
    "EMBED_LINKS": 1 << 14,
    "ATTACH_FILES": 1 << 15,
    "READ_MESSAGE_HISTORY": 1 << 16,
    "USE_APPLICATION_COMMANDS": 1 << 31,
    "MANAGE_THREADS": 1 << 34,
    "CREATE_PUBLIC_THREADS": 1 << 35,
    "SEND_MESSAGES_IN_THREADS": 1 << 38,
}
ALL = (1 << 53) - 1


def bits(*names: str) -> int:
    """The bit field of some permissions by name."""
    total = 0
    for name in names:
        total |= NAMES[name]
    return total


def in_guild(guild: Json, member: Json) -> int:
    """A member's permissions from the roles alone."""
    if guild["owner_id"] == member["user"]["id"]:
        return ALL
    held = {guild["id"], *member["roles"]}
    total = 0
    for role in guild["roles"]:
        if role["id"] in held:
            total |= int(role["permissions"])
    return ALL if total & NAMES["ADMINISTRATOR"] else total


def in_channel(guild: Json, member: Json, channel: Json) -> int:
    """A member's permissions in a channel: roles, then the overwrites of everyone, roles and the member."""
    total = in_guild(guild, member)
    if total == ALL:
        return ALL
    by_id = {o["id"]: o for o in channel.get("permission_overwrites", [])}
    total = _apply(total, [by_id[guild["id"]]] if guild["id"] in by_id else [])
    total = _apply(total, [by_id[r] for r in member["roles"] if r in by_id])
    user_id = member["user"]["id"]
    total = _apply(total, [by_id[user_id]] if user_id in by_id else [])
    return total if total & NAMES["VIEW_CHANNEL"] else 0


def _apply(total: int, overwrites: list[Json]) -> int:
    """Take away what any of the overwrites denies, then add what any allows."""
    for overwrite in overwrites:
        total &= ~int(overwrite["deny"])
    for overwrite in overwrites:
        total |= int(overwrite["allow"])
    return total
