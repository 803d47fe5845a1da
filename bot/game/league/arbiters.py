"""Who speaks as an arbiter on a server: whoever manages it, and whoever has one of the roles it has named."""

from __future__ import annotations

from collections.abc import Iterable

from bot.game.people.problems import PlayError
from bot.store import Record, SetPreference, Store

SCOPE, ARBITERS = "league", "arbiters"


async def roles(store: Store, guild_id: int) -> tuple[int, ...]:
    """The roles whose people are arbiters."""
    return tuple(map(int, (await store.preferences(SCOPE, guild_id)).get(ARBITERS) or ()))


async def must_be_arbiter(store: Store, guild_id: int, held: Iterable[int], manages: bool) -> None:
    """Raises PlayError unless somebody is an arbiter. held: their roles. manages: whether they manage the server."""
    named = await roles(store, guild_id)
    if not manages and not set(held) & set(named):
        others = f", or has the role {' or '.join(f'<@&{role}>' for role in named)}" if named else ""
        raise PlayError(f"Only an arbiter can decide that: somebody who manages this server{others}.")


async def switch(store: Store, actor: int, guild_id: int, role: int) -> tuple[int, ...]:
    """A role's people are arbiters from now on, or no longer; gives the roles that are named then."""
    before = await roles(store, guild_id)
    after = tuple(one for one in before if one != role) if role in before else (*before, role)
    record = Record(str(actor), "arbiters", {"guild": str(guild_id), "roles": list(map(str, after))})
    await store.apply(SetPreference(SCOPE, str(guild_id), ARBITERS, list(map(str, after)) or None), record)
    return after
