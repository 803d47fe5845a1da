"""Places that went while nobody listened: a channel deleted, the bot taken off a server. Looked for whenever the servers have
become known, before any clock goes on."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import structlog

from bot.discord.delivery import NO_ACCESS, UNKNOWN_CHANNEL
from bot.services import Services
from bot.store import Game

log = structlog.get_logger()
AT_ONCE = 10


async def look_for_places(client: discord.Client, services: Services) -> None:
    """Games whose place is gone are paused, and their masters told."""
    store, at_once = services.store, asyncio.Semaphore(AT_ONCE)

    async def look(row: Game) -> None:
        async with at_once:
            why = await _gone(client, row)
        if why:
            log.warning("a game's place is gone", game=row.id, why=why)
            await services.master.lost([row], f"{why} while I was away.")

    rows = await store.games(status=("lobby", "running"))
    await asyncio.gather(*(look(row) for row in rows if store.share.holds(row.guild_id)))


async def _gone(client: discord.Client, row: Game) -> str:
    """Why a game can't be played where it was; "" if it can, or nobody knows."""
    guild = client.get_guild(row.guild_id)
    if guild is not None and (guild.unavailable or client.get_channel(row.place) is not None):
        return ""
    try:
        await client.fetch_channel(row.place)  # a thread that sleeps is known to Discord alone
    except discord.HTTPException as error:
        if error.code == UNKNOWN_CHANNEL:
            return "the channel or thread it was played in was deleted"
        if error.code == NO_ACCESS and guild is None:
            return "I was taken off its server"
    except (discord.DiscordException, OSError, aiohttp.ClientError) as error:
        log.info("not known whether a game's place is there", game=row.id, why=repr(error))
    return ""
