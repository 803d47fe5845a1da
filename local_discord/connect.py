"""Points discord.py at a local channel instead of Discord. Nothing else in the bot knows the difference."""

from __future__ import annotations

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL


def point_discord_at(base_url: str) -> None:
    """Let every discord.py client of this process talk to the channel at `base_url`.

    Call it once, before a client logs in; `base_url` is like "http://127.0.0.1:8990". The token to log in
    with is `local_discord.seed.local_token()`.
    """
    base = base_url.rstrip("/")
    Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(base.replace("http", "ws", 1) + "/gateway")
