"""Noticeboards: one message in a channel that is brought up to date whenever something of the league changes.

Kept as preferences of scope "board": server -> channel -> the message's id ("" until it is posted). A refresh is asked for
by a message of the outbox with the channel's slot, so that many at once are one; it is composed when it is sent.
"""

from __future__ import annotations

from bot.game.league.homes import home, servers
from bot.store import Enqueue, Message, Record, SetPreference, Step, Store

SCOPE = "board"


async def channels(store: Store, guild: int) -> dict[int, int | None]:
    """The channels of a server that have a noticeboard, with its message."""
    kept = await store.preferences(SCOPE, guild)
    return {int(channel): int(message) if message else None for channel, message in kept.items()}


def refresh(guild: int, channel: int, key: str) -> Message:
    """A request to bring a noticeboard up to date. key: what it is for, so that it is asked for once."""
    return Message(channel, "board", {"guild": str(guild)}, f"board:{channel}:{key}", f"board:{channel}", guild)


async def all_of(store: Store, guild: int, key: str) -> list[Step]:
    """Steps that bring the noticeboards of a server up to date, and of those that share its league."""
    every = await servers(store, await home(store, guild))
    here = [(one, channel) for one in dict.fromkeys((guild, *every)) for channel in await channels(store, one)]
    return [Enqueue(refresh(one, channel, key)) for one, channel in here]


def posted(guild: int, channel: int, message: int | None) -> SetPreference:
    """The step that remembers where a noticeboard stands; None: nowhere yet."""
    return SetPreference(SCOPE, str(guild), str(channel), str(message or ""))


async def switch(store: Store, actor: int, guild: int, channel: int, key: str) -> bool:
    """A channel gets a noticeboard, or has none any more; gives which."""
    there = channel in await channels(store, guild)
    record = Record(str(actor), "noticeboard", {"guild": str(guild), "channel": str(channel), "on": not there})
    if there:
        await store.apply(SetPreference(SCOPE, str(guild), str(channel), None), record)
    else:
        await store.apply(posted(guild, channel, None), record, Enqueue(refresh(guild, channel, key)))
    return not there
