"""What a fresh channel holds: a server, its text channels and the people in it."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from local_discord.ids import seeded

APP_ID = seeded(1)
GUILD_ID = seeded(2)


def local_token() -> str:
    """The bot token that the channel accepts: no secret, but of the shape that client libraries check."""
    head = base64.b64encode(APP_ID.encode()).decode().rstrip("=")
    return f"{head}.LOCALX.{'local-channel-no-secret'.ljust(38, 'x')}"


@dataclass(frozen=True)
class Seed:
    """The beginning of a world. The first player owns the server, the second the first of `others` (name and channels of
    further servers, which everybody is in too), and so on. The same seed gives the same ids."""

    guild: str = "The War Room"
    channels: tuple[str, ...] = ("general", "table-one", "table-two")
    players: tuple[str, ...] = ("Anna", "Boris", "Chen", "Dilys", "Ezra")
    bot: str = "Adjutant"
    others: tuple[tuple[str, tuple[str, ...]], ...] = ()
