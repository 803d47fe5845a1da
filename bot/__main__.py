"""python -m bot: with a Discord token to Discord, without one to the local channel in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import discord

from bot.fleet import serve
from bot.ops.logging_setup import set_up_logs
from bot.settings import Settings, SettingsError, load_settings, unknown_names
from bot.store import StoreError

if TYPE_CHECKING:
    from local_discord.seed import Seed
    from local_discord.server import LocalChannel


async def _local(settings: Settings) -> None:
    """The bot with a channel of its own, or with one that runs already."""
    from local_discord.connect import point_discord_at
    from local_discord.seed import Seed, local_token

    if settings.channel_url:
        point_discord_at(settings.channel_url)
        await serve(settings, local_token())
        return
    print("Adjutant starts: the channel first, then the bot joins it.", flush=True)
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    saved = settings.data_dir / "channel.json"
    async with contextlib.AsyncExitStack() as running:
        channel = await running.enter_async_context(_channel(settings, Seed(), saved))
        point_discord_at(channel.url)
        print(f"\nAdjutant plays at {channel.url}  (Ctrl+C ends it; games are kept)\n", flush=True)
        health = free_port(settings.health_host, settings.health_port)
        await serve(settings.model_copy(update={"welcome": True, "health_port": health}), local_token())


def _channel(settings: Settings, seed: Seed, saved: Path) -> LocalChannel:
    """The local channel on its port, or on a free one where that is taken."""
    from local_discord.server import LocalChannel

    port = free_port(settings.channel_host, settings.channel_port)
    if port != settings.channel_port:
        print(f"Port {settings.channel_port} is taken, perhaps by another Adjutant: I take port {port}.", flush=True)
    return LocalChannel(host=settings.channel_host, port=port, seed=seed, save_path=saved)


def free_port(host: str, wanted: int) -> int:
    """A port that can be listened at: the wanted one (0: none is wanted), else any free one."""
    for port in (wanted, 0):
        try:
            with socket.create_server((host, port)) as door:
                return wanted and int(door.getsockname()[1])
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    return wanted


def main() -> int:
    """Start; 1 when the settings are wrong, the database can't be opened or a port is taken."""
    try:
        settings = load_settings()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 1
    set_up_logs(settings)
    for name, known in unknown_names().items():
        print(f"{name} is not known; did you mean {known}?", file=sys.stderr)
    try:
        if settings.discord_token is not None:
            asyncio.run(serve(settings, settings.discord_token.get_secret_value()))
        else:
            asyncio.run(_local(settings))
    except (StoreError, OSError, sqlite3.Error) as error:
        print(f"Adjutant could not start: {error}", file=sys.stderr)
        return 1
    except (discord.LoginFailure, discord.HTTPException, discord.PrivilegedIntentsRequired) as error:
        print(f"Discord does not let Adjutant in: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
