"""python -m bot: with a Discord token to Discord, without one to the local channel in the browser.

The bot itself is imported where it starts: it takes seconds, and the local channel's page is there before.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import socket
import sqlite3
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from bot.settings import Settings, SettingsError, load_settings, unknown_names

if TYPE_CHECKING:
    from local_discord.seed import Seed
    from local_discord.server import LocalChannel

HELP = "With DISCORD_TOKEN set it plays on Discord, without it in a channel of its own in the browser."
NO_OPTIONS = "All settings are variables of the environment or of a file .env here (docs/operations.md)."


async def _local(settings: Settings) -> None:
    """The bot with a channel of its own, or with one that runs already."""
    from local_discord.seed import Seed

    if settings.channel_url:
        await _join(settings, settings.channel_url)
        return
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    saved = settings.data_dir / "channel.json"
    async with contextlib.AsyncExitStack() as running:
        channel = await running.enter_async_context(_channel(settings, Seed(), saved))
        print(f"\nAdjutant plays at {channel.url}  (Ctrl+C ends it; games are kept)", flush=True)
        print("The page is there; the bot joins it in a few seconds.\n", flush=True)
        health = free_port(settings.health_host, settings.health_port)
        await _join(settings.model_copy(update={"welcome": True, "health_port": health}), channel.url)


async def _join(settings: Settings, channel: str) -> None:
    """The bot in a local channel. It is imported in a thread: the page answers meanwhile."""
    from local_discord.seed import local_token

    await asyncio.to_thread(import_module, "bot.fleet")
    from local_discord.connect import point_discord_at

    point_discord_at(channel)
    await _serve(settings, local_token())


async def _serve(settings: Settings, token: str) -> None:
    from bot.fleet import serve
    from bot.ops.logging_setup import set_up_logs

    set_up_logs(settings)
    await serve(settings, token)


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


def main(arguments: Sequence[str] | None = None) -> int:
    """Start; 1 when the settings are wrong, the database can't be opened or a port is taken. It takes no arguments (by
    default those of the command line): `--help` says where settings are, all else is refused."""
    argparse.ArgumentParser(prog="adjutant", description=HELP, epilog=NO_OPTIONS).parse_args(arguments)
    try:
        settings = load_settings()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 1
    for name, known in unknown_names().items():
        print(f"{name} is not known; did you mean {known}?", file=sys.stderr)
    try:
        if settings.discord_token is not None:
            asyncio.run(_serve(settings, settings.discord_token.get_secret_value()))
        else:
            asyncio.run(_local(settings))
    except KeyboardInterrupt:
        return 0  # Ctrl+C while the bot was not there yet: there is nothing to be finished
    except Exception as error:
        if not (told := _told(error)):
            raise
        print(f"{told}: {error}", file=sys.stderr)
        return 1
    return 0


def _told(error: Exception) -> str:
    """What is said of an error that somebody who starts the bot can do something about; empty for others."""
    import discord

    from bot.store import StoreError

    if isinstance(error, (StoreError, OSError, sqlite3.Error)):
        return "Adjutant could not start"
    refused = (discord.LoginFailure, discord.HTTPException, discord.PrivilegedIntentsRequired)
    return "Discord does not let Adjutant in" if isinstance(error, refused) else ""


if __name__ == "__main__":
    sys.exit(main())
