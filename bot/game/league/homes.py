"""To which league a server's games belong: its own, or that of another server which has agreed.

Kept as preferences of scope "league". The guest: home -> the league it wants to belong to. The home: "asks GUILD" -> the
name of a server that would join (that server writes it), "guest GUILD" -> it may. Both have to hold.
"""

from __future__ import annotations

from bot.game.people.problems import PlayError
from bot.store import Record, SetPreference, Store

SCOPE = "league"
HOME, ASKS, GUEST = "home", "asks ", "guest "


async def home(store: Store, guild_id: int) -> int:
    """The league to which a server's games belong, known by the server it is at home on."""
    wanted = (await store.preferences(SCOPE, guild_id)).get(HOME)
    if not wanted or int(wanted) == guild_id:
        return guild_id
    return int(wanted) if f"{GUEST}{guild_id}" in await store.preferences(SCOPE, int(wanted)) else guild_id


async def servers(store: Store, league: int) -> list[int]:
    """All servers whose games belong to a league, its home first."""
    kept = await store.preferences(SCOPE, league)
    guests = sorted(int(name.removeprefix(GUEST)) for name in kept if name.startswith(GUEST))
    return [league, *[guest for guest in guests if await home(store, guest) == league]]


async def asking(store: Store, league: int) -> dict[int, str]:
    """Servers that would join a league, or have: server -> name."""
    kept = await store.preferences(SCOPE, league)
    asks = {int(name.removeprefix(ASKS)): str(value) for name, value in kept.items() if name.startswith(ASKS)}
    wants = {guild: (await store.preferences(SCOPE, guild)).get(HOME) for guild in asks}
    return {guild: name for guild, name in asks.items() if wants[guild] == str(league)}


async def join(store: Store, actor: int, guild: int, name: str, league: int) -> None:
    """A server would join the league of another; its games belong there once that agrees. Raises PlayError."""
    if league == guild:
        raise PlayError("This server is at home in its own league.")
    if len(await servers(store, guild)) > 1:
        raise PlayError("Other servers have joined the league of this one: they would have to leave it first.")
    if await home(store, league) != league:
        raise PlayError("That server belongs to the league of another itself.")
    record = Record(str(actor), "league joined", {"guild": str(guild), "league": str(league)})
    asks = SetPreference(SCOPE, str(league), f"{ASKS}{guild}", name)
    await store.apply(SetPreference(SCOPE, str(guild), HOME, str(league)), asks, record)


async def leave(store: Store, actor: int, guild: int) -> None:
    """A server has a league of its own again; games that have begun stay where they belong. Raises PlayError."""
    wanted = (await store.preferences(SCOPE, guild)).get(HOME)
    if not wanted:
        raise PlayError("This server is at home in its own league.")
    record = Record(str(actor), "league left", {"guild": str(guild), "league": str(wanted)})
    gone = [SetPreference(SCOPE, str(wanted), f"{word}{guild}", None) for word in (ASKS, GUEST)]
    await store.apply(SetPreference(SCOPE, str(guild), HOME, None), *gone, record)


async def admit(store: Store, actor: int, league: int, guild: int, yes: bool) -> str:
    """The home agrees to a server, or no longer; gives the server's name. Raises PlayError."""
    name = (await asking(store, league)).get(guild)
    if name is None:
        raise PlayError("That server does not ask to join this league.")
    record = Record(str(actor), "guest" if yes else "guest no more", {"guild": str(guild), "league": str(league)})
    await store.apply(SetPreference(SCOPE, str(league), f"{GUEST}{guild}", True if yes else None), record)
    return name


def must_be_home(guild: int, league: int) -> None:
    """Raises PlayError on a server that is a guest in its league."""
    if guild != league:
        raise PlayError("This server is a guest in its league: that is decided on the server where it is at home.")
