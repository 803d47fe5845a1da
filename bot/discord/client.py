"""The discord.py client: command tree, components, error handler, background work."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.discord.budget import Budget
from bot.discord.components import router
from bot.discord.features.analysis import commands as analysis
from bot.discord.features.dice import commands as dice
from bot.discord.features.league import archive_commands as archive
from bot.discord.features.league import commands as results
from bot.discord.features.league import follow, play, vacation
from bot.discord.features.league import format_commands as league
from bot.discord.features.league import season_commands as seasons
from bot.discord.features.league import server_commands as servers
from bot.discord.features.league import tournament_commands as tournaments
from bot.discord.features.lobby import bid_commands as bids
from bot.discord.features.lobby import commands as lobby
from bot.discord.features.lobby.welcome import greet
from bot.discord.features.look import commands as look
from bot.discord.features.look import help_commands as help
from bot.discord.features.look import lookup_command as lookup
from bot.discord.features.look import message_commands as of_messages
from bot.discord.features.master import commands as master
from bot.discord.features.master import report_commands as reports
from bot.discord.features.odds import commands as odds
from bot.discord.features.orders import commands as orders
from bot.discord.features.orders import turn_commands as turn
from bot.discord.features.orders.stale import stale_reply
from bot.discord.features.record import commands as record
from bot.discord.features.settings import commands as settings
from bot.discord.features.standing import commands as standing
from bot.discord.languages import Languages, mark
from bot.discord.places import look_for_places
from bot.discord.response import ALREADY_ANSWERED, CAME, EXPIRED, Reply, Unanswered, answer
from bot.discord.text.limits import CONTENT, clip
from bot.game import PlayError, Stale
from bot.game.people.typed_text import plain as plain_text
from bot.ops.logging_setup import report
from bot.services import Services
from bot.store import OtherShare, PlaceTaken, SetPreference, Share, StatusConflict, Unavailable, UnknownGame
from rules.core.documents import TableError
from rules.model.refusals import Refused

log = structlog.get_logger()
# The bot does not speak: nobody need be told that voice is not installed.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
COGS = (
    lobby,
    bids,
    orders,
    turn,
    standing,
    look,
    lookup,
    of_messages,
    odds,
    dice,
    record,
    analysis,
    reports,
    settings,
    master,
    results,
    league,
    play,
    vacation,
    follow,
    servers,
    archive,
    tournaments,
    seasons,
    help,
)
REMEMBERED = 2000
ENDING = "I am being started anew. Nothing was carried out; please try again in a few seconds."
# What is added when something of ours failed.
UNDONE = "The game is as it was before; please try again."
CARRIED_OUT = "What you asked for was carried out all the same: `/log` shows what came of it."
NOT_NOW = "I can't store anything just now. "
UNKNOWN = "`/log` shows whether an order was carried out; if not, please try again."


# We never speak; without this discord.py warns of libraries for it at every start.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


# Where commands are that belong to no server.
EVERYWHERE = "global"
# Seconds without word of another server, after which all are known. Discord tells of them one by one; the local channel
# of all of its own at once, and a bot that waited as long there would post nothing for its first two seconds.
ALL_TOLD, ALL_TOLD_LOCALLY = 2.0, 0.1


class Tree(app_commands.CommandTree["Adjutant"]):
    """The slash commands."""

    async def interaction_check(self, interaction: discord.Interaction[Adjutant], /) -> bool:
        """A copy of an interaction that the gateway delivered before is passed over in silence."""
        if not self.client.first_time(interaction):
            return False
        given = interaction.command if interaction.type is discord.InteractionType.application_command else None
        try:
            self.client.admit(interaction, given.qualified_name.replace(" ", ".") if given else "")
        except PlayError as error:
            raise app_commands.CheckFailure(str(error)) from None
        return True

    # discord.py has no public place around a whole command; pyproject.toml holds it to versions that have this one, and
    # tests/bot/test_client.py looks.
    async def _call(self, interaction: discord.Interaction[Adjutant]) -> None:
        async with self.client.busy(interaction):
            await super()._call(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Adjutant], error: app_commands.AppCommandError, /
    ) -> None:
        """Say plainly what went wrong."""
        await self.client.explain(interaction, getattr(error, "original", error))


class Adjutant(commands.Bot):
    """The bot on Discord: takes interactions and has the services do what they ask. It starts nothing by itself."""

    def __init__(self, services: Services) -> None:
        intents = discord.Intents(guilds=True)
        router.register_all()
        local = services.settings.discord_token is None
        super().__init__(
            command_prefix=(),
            intents=intents,
            guild_ready_timeout=ALL_TOLD_LOCALLY if local else ALL_TOLD,
            help_command=None,
            max_messages=None,
            tree_cls=Tree,
            allowed_mentions=discord.AllowedMentions.none(),
            **_shard(services.store.share),
        )
        self.services = services
        self._seen: OrderedDict[int, None] = OrderedDict()
        self.budget = Budget(services.settings.costly_per_minute)
        self.under_way, self.ending = 0, False
        self._idle, self._set_up, self._looked = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._idle.set()

    async def setup_hook(self) -> None:
        """Commands are registered before the gateway opens."""
        if not self.cogs:
            for module in COGS:
                await module.setup(self, self.services)
        await self.tree.set_translator(Languages())
        await self._sync()
        self._set_up.set()

    async def stay(self, token: str) -> None:
        """Log in and hold the connection. What Discord or the line fails at is tried again; a wrong token raises."""
        pause = 2.0
        while True:
            try:
                await self.login(token)
                break
            except (discord.HTTPException, OSError, aiohttp.ClientError, Unavailable) as error:
                if isinstance(error, discord.HTTPException) and error.status < 500 and error.status != 429:
                    raise
                who = "the database" if isinstance(error, Unavailable) else "Discord"
                log.warning(f"{who} does not answer; again soon", why=str(error), seconds=pause)
                await asyncio.sleep(pause)
                pause = min(pause * 2, 60.0)
        await self.connect(reconnect=True)

    async def connected(self) -> None:
        """Wait until the gateway is open, the servers are known and games whose place is gone are paused."""
        await self._set_up.wait()
        await self.wait_until_ready()
        await self._looked.wait()

    async def on_ready(self) -> None:
        """The servers are known: after the start, and after a line so long away that events were missed."""
        try:
            await look_for_places(self, self.services)
            for guild in self.guilds if self.services.settings.welcome else ():
                await self._greet(guild)
        except Exception as error:
            await report(self.services.store, error, "looking for places")
        finally:
            self._looked.set()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A server is new: say hello there."""
        await self._greet(guild)

    async def _greet(self, guild: discord.Guild) -> None:
        try:
            await greet(self.services, guild)
        except Exception as error:
            await report(self.services.store, error, "saying hello")

    # --- commands told to Discord -----------------------------------------------------------------------------

    async def _sync(self) -> None:
        """Send the commands to Discord, but only when they have changed since the last start; take them away where they
        were sent before and are not to be any more (servers of their own, or everywhere)."""
        told = mark(self.tree)
        known, lead = await self.services.store.preferences("server", "0"), f"commands.{self.application_id}."
        wanted = [str(guild) for guild in self.services.settings.command_guilds] or [EVERYWHERE]
        for scope in wanted:
            if guild := _guild(scope):
                self.tree.copy_global_to(guild=guild)
            if self.services.settings.discord_token is None or known.get(lead + scope) != told:
                await self.tree.sync(guild=_guild(scope))
                await self.services.store.apply(SetPreference("server", "0", lead + scope, told))
        for key in [key for key in known if key.startswith(lead) and key.removeprefix(lead) not in wanted]:
            await self._take_away(_guild(key.removeprefix(lead)))
            await self.services.store.apply(SetPreference("server", "0", key, None))

    async def _take_away(self, guild: discord.Object | None) -> None:
        """No commands any more on a server, or (None) everywhere; we keep ours."""
        kept = self.tree.get_commands(guild=guild)
        self.tree.clear_commands(guild=guild)
        await self.tree.sync(guild=guild)
        for command in kept:
            self.tree.add_command(command, guild=guild)

    # --- interactions -------------------------------------------------------------------------------------------

    def first_time(self, interaction: discord.Interaction) -> bool:
        """Whether this interaction comes for the first time since the start (Discord may deliver one twice)."""
        if interaction.id in self._seen:
            return False
        self._seen[interaction.id] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True

    def admit(self, interaction: discord.Interaction, what: str) -> None:
        """Raises PlayError when the bot is about to end, or the person has asked for too much. what: the command, or the
        component's action; "" costs nothing."""
        if self.ending:
            raise PlayError(ENDING)
        if what:
            self.budget.spend(interaction.user.id, what)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Components and forms go to the router; commands have gone to the tree."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        if self.first_time(interaction):
            async with self.busy(interaction):
                self.admit(interaction, f"@{router.action_of(interaction)}")
                await router.dispatch(self.services, interaction)

    async def explain(self, interaction: discord.Interaction, error: BaseException) -> None:
        """Say plainly what went wrong; errors of ours are logged under an id. Raises nothing."""
        if isinstance(error, Unanswered):
            log.warning("gave up answering", why=repr(error.__cause__), interaction=interaction.id)
            return
        if isinstance(error, discord.HTTPException) and error.code in {*EXPIRED, ALREADY_ANSWERED}:
            log.info("the interaction was over before its answer", why=str(error), interaction=interaction.id)
            return
        if interaction.type is discord.InteractionType.autocomplete:
            return
        reply = await self._excuse(interaction, error)
        try:
            await answer(interaction, reply)
        except Exception as second:
            log.warning("no answer possible", error=reply.text, why=repr(second), interaction=interaction.id)

    async def _excuse(self, interaction: discord.Interaction, error: BaseException) -> Reply:
        """What is said of an error, to the person alone."""
        try:
            if isinstance(error, Stale):
                return await stale_reply(self.services, error.game_id, interaction.user.id)
        except Exception as second:
            error = second
        if told := plain(error):
            return Reply(clip(told, CONTENT), private=True)
        if isinstance(error, Unavailable):
            log.warning("not stored", why=str(error), interaction=interaction.id)
            return Reply(NOT_NOW + await self._what_stands(interaction), private=True)
        where = interaction.command.qualified_name if interaction.command else "component"
        ids = {"user_id": interaction.user.id, "channel_id": interaction.channel_id, "interaction": interaction.id}
        error_id = await report(self.services.store, error, where, **ids)
        return Reply(
            f"That was an error of mine (id `{error_id}`). {await self._what_stands(interaction)}", private=True
        )

    async def _what_stands(self, interaction: discord.Interaction) -> str:
        """Whether what was asked had been stored before something failed."""
        store = self.services.store
        try:
            row = await store.game_in(interaction.channel_id or 0)
            done = row is not None and await store.receipt(row.id, str(interaction.id)) is not None
        except Exception as error:
            log.warning("not known whether it was carried out", why=repr(error), interaction=interaction.id)
            return UNKNOWN
        return CARRIED_OUT if done else UNDONE

    # --- places that go ---------------------------------------------------------------------------------------

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel with all its threads is gone."""
        games = await self.services.store.games(channel.guild.id, ("lobby", "running"))
        gone = [g for g in games if g.channel_id == channel.id]
        await self.services.master.lost(gone, "the channel it was played in was deleted.")

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone."""
        games = await self.services.store.games(payload.guild_id, ("lobby", "running"))
        gone = [g for g in games if g.thread_id == payload.thread_id]
        await self.services.master.lost(gone, "the thread it was played in was deleted.")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was taken off a server."""
        games = await self.services.store.games(guild.id, ("lobby", "running"))
        await self.services.master.lost(games, f"I was taken off the server {plain_text(guild.name, 60)}.")

    # --- life -------------------------------------------------------------------------------------------------

    async def alive(self) -> str:
        """For the health endpoint. Raises if the gateway is not connected."""
        if not self.is_ready() or self.is_closed():
            raise ConnectionError("not connected to the gateway")
        return f"connected, {self.latency * 1000:.0f} ms" if self.latency < 1e6 else "connected"

    @contextlib.asynccontextmanager
    async def busy(self, interaction: discord.Interaction) -> AsyncIterator[None]:
        """Around the handling of an interaction: the end waits for it, and whatever it raises is answered. What discord.py
        answers by `on_error`, and a task that is ended from outside, go on."""
        self.under_way += 1
        self._idle.clear()
        interaction.extras[CAME] = asyncio.get_running_loop().time()
        try:
            yield
        except app_commands.AppCommandError:
            raise
        except (Exception, asyncio.CancelledError) as error:
            task = asyncio.current_task()
            if isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling():
                raise
            await self.explain(interaction, error)
        finally:
            self.under_way -= 1
            if not self.under_way:
                self._idle.set()

    async def quiet_end(self) -> None:
        """Take no more interactions, and wait until those under way are handled."""
        self.ending = True
        await self._idle.wait()


def _guild(scope: str) -> discord.Object | None:
    return None if scope == EVERYWHERE else discord.Object(int(scope))


def _shard(share: Share) -> dict[str, Any]:
    """A share of the games is a shard of Discord's: the servers that Discord assigns to it."""
    return {"shard_id": share.number, "shard_count": share.of} if share.of > 1 else {}


def plain(error: BaseException) -> str | None:
    """The text for a failure that is nobody's fault or the person's own; None for errors of ours."""
    if isinstance(error, Refused):
        return error.refusal.message
    if isinstance(error, TableError | PlayError):
        return str(error)
    if isinstance(error, PlaceTaken):
        return f"{error.name} is played here. Use another channel or thread."
    if isinstance(error, OtherShare):
        return f"That can only be done where **{error.name}** is played: <#{error.place}>."
    if isinstance(error, StatusConflict):
        return f"The game is {error.status} by now: somebody was quicker."
    if isinstance(error, UnknownGame):
        return "That game is no longer there."
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return "That command has changed. Reload Discord (or wait a little) and try again."
    if isinstance(error, app_commands.CheckFailure | app_commands.TransformerError):
        return str(error)
    return None
