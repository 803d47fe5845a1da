"""To which league a server's games belong."""

from __future__ import annotations

from bot.store import Store

SCOPE = "league"


async def home(store: Store, guild_id: int) -> int:
    """The league to which a server's games belong, known by the server it is at home on."""
    return int((await store.preferences(SCOPE, guild_id)).get("home") or guild_id)
