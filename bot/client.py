"""The discord.py client: command tree, persistent components, error handler, background work."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.logs import report
from bot.moderator import Moderator
from bot.present.reply import Reply, answer
from bot.sender import Sender
from bot.settings import Settings
from bot.store import Store, StoreError, UnknownGame
from bot.views import PERSISTENT
from rules.refusals import Refused
from rules.table import TableError

log = structlog.get_logger()
COGS = ("lobby", "orders", "turn", "look", "master")


class Adjutant(commands.Bot):
    """The bot. Cogs and views reach everything through it."""

    def __init__(self, settings: Settings, store: Store, moderator: Moderator) -> None:
        intents = discord.Intents(guilds=True)
        super().__init__(command_prefix=(), intents=intents, help_command=None, max_messages=None)
        self.settings, self.store, self.moderator = settings, store, moderator
        self.sender = Sender(self)
        self.tree.error(self._failed)
        self._work: list[asyncio.Task[None]] = []

    async def setup_hook(self) -> None:
        """Commands and components are registered before the gateway opens."""
        self.add_dynamic_items(*PERSISTENT)
        for name in COGS:
            await self.load_extension(f"bot.commands.{name}")
        await self._sync()
        self._work.append(asyncio.create_task(self.sender.run()))

    async def _sync(self) -> None:
        """Send the commands to Discord only when they have changed since the last start."""
        payload = [c.to_dict(self.tree) for c in self.tree.get_commands()]
        mark = hashlib.sha256(json.dumps(payload, sort_keys=True, default=str).encode()).hexdigest()
        for guild in [discord.Object(g) for g in self.settings.command_guilds] or [None]:
            key = f"commands.{self.application_id}.{guild.id if guild else 'global'}"
            if guild:
                self.tree.copy_global_to(guild=guild)
            if self.settings.discord_token is None or await self._mark(key) != mark:
                await self.tree.sync(guild=guild)
                await self._set_mark(key, mark)

    async def _mark(self, key: str) -> Any:
        return (await self.store.preferences("server", "0")).get(key)

    async def _set_mark(self, key: str, mark: str) -> None:
        from bot.store import SetPreference

        await self.store.apply(SetPreference("server", "0", key, mark))

    async def alive(self) -> None:
        """Raise if the gateway is not connected."""
        if not self.is_ready():
            raise ConnectionError("not connected to the gateway")

    async def close(self) -> None:
        """Stop the background work, then the client."""
        for work in self._work:
            work.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        await super().close()

    async def _failed(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        await self.explain(interaction, getattr(error, "original", error))

    async def explain(self, interaction: discord.Interaction, error: BaseException) -> None:
        """Say plainly what went wrong; errors of ours are logged under an id."""
        known = self._plain(error)
        if known is None:
            where = interaction.command.qualified_name if interaction.command else "component"
            id_ = await report(self.store, error, where, user=interaction.user.id, channel=interaction.channel_id)
            known = f"That was an error of mine (id `{id_}`). The game is as it was before; please try again."
        try:
            await answer(interaction, Reply(known, private=True))
        except discord.HTTPException:
            log.warning("no answer possible", error=str(error))

    def _plain(self, error: BaseException) -> str | None:
        if isinstance(error, Refused):
            return error.refusal.message
        if isinstance(error, TableError | PlayError):
            return str(error)
        if isinstance(error, UnknownGame):
            return "That game is no longer there."
        if isinstance(error, StoreError):
            return None
        if isinstance(error, app_commands.CheckFailure | app_commands.TransformerError):
            return str(error)
        return None


class PlayError(Exception):
    """Something the person can mend; the text says how."""
