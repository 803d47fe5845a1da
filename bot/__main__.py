"""python -m bot: with a Discord token to Discord, without one to the local channel in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import sqlite3
import sys

import discord

from bot.fleet import serve
from bot.ops.logging_setup import set_up_logs
from bot.settings import Settings, SettingsError, load_settings, unknown_names
from bot.store import StoreError


async def _local(settings: Settings) -> None:
    """The bot with a channel of its own, or with one that runs already."""
    from local_discord.connect import point_discord_at
    from local_discord.seed import Seed, local_token
    from local_discord.server import LocalChannel

    if settings.channel_url:
        point_discord_at(settings.channel_url)
        await serve(settings, local_token())
        return
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    saved = settings.data_dir / "channel.json"
    channel = LocalChannel(host=settings.channel_host, port=settings.channel_port, seed=Seed(), save_path=saved)
    async with contextlib.AsyncExitStack() as running:
        try:
            await running.enter_async_context(channel)
        except OSError as error:
            raise (OSError(_taken(settings)) if error.errno == errno.EADDRINUSE else error) from None
        point_discord_at(channel.url)
        print(f"\nAdjutant plays at {channel.url}  (Ctrl+C ends it; games are kept)\n", flush=True)
        await serve(settings, local_token())


def _taken(settings: Settings) -> str:
    """What to do where the channel's port is taken: mostly by an Adjutant that runs already."""
    at = f"{settings.channel_host}:{settings.channel_port}"
    return (
        f"something listens at {at} already. If it is another Adjutant, play at http://{at}, or stop it with Ctrl+C. A "
        "second one needs a port and a folder of its own: ADJUTANT_CHANNEL_PORT=0 (picks a free one), "
        "ADJUTANT_HEALTH_PORT=0 (none) and ADJUTANT_DATA_DIR"
    )


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
