"""Commands on a message: *Odds of this*, *Back to here*, *Explain*."""

from __future__ import annotations

import re

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.context import anywhere, game_here
from bot.discord.features.look.buttons import entry_reply, rule_reply
from bot.discord.features.look.defaults import head_here
from bot.discord.features.look.rules_library import library_of
from bot.discord.features.odds.buttons import battle_reply, forces_reply
from bot.discord.features.record.going_back import ask
from bot.discord.response import Reply, answer, patience
from bot.game import PlayError
from bot.services import Services
from rules.library import Entry, Library
from rules.model.names import key
from rules.odds import Wishes

ODDS, BACK, EXPLAIN = "Odds of this", "Back to here", "Explain"
LONG = 120
_FORCES = re.compile(r"(\d+ [^:;|\n]*?)\s+(?:against|versus|vs\.?|attacks?|hits?)\s+(\d+ [^:;|\n?!]*)", re.I)
_RULE = re.compile(r"\brule ([\w.-]+)")


def text_of(message: discord.Message) -> str:
    """What can be read in a message."""
    embeds = ((embed.title or "", embed.description or "") for embed in message.embeds)
    return "\n".join(part for parts in ((message.content,), *embeds) for part in parts if part)


def bare(text: str) -> str:
    """A text without markup."""
    return re.sub(r"[*_`~]+|^-# ", "", text, flags=re.M)


class MessageCommands:
    """What can be asked of a message."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def odds(self, interaction: discord.Interaction, message: discord.Message) -> None:
        """The odds of the battle that a message tells of, or of the forces that stand in it."""
        async with patience(interaction, private=True):
            reply = await self._odds(interaction, bare(text_of(message)))
        await answer(interaction, reply)

    async def _odds(self, interaction: discord.Interaction, text: str) -> Reply:
        row = await self.services.store.game_in(interaction.channel_id or 0)
        if row is not None and row.engine is not None:
            game = (await self.services.games.table(row.id)).game
            due = [told.place for told in await self.services.odds.due(game)]
            if place := next((place for place in due if place in text), None):
                return await battle_reply(self.services, row, game, place)
        if forces := _FORCES.search(text):
            head = (await head_here(self.services, interaction)).to_json()
            mine, theirs = (part.strip(" .,") for part in forces.groups())
            return await forces_reply(self.services, head, mine, theirs, Wishes(), None, "attacker")
        raise PlayError(
            "I see no battle in this message: one that is due, or forces such as `3 infantry against 2 tank`."
        )

    async def back(self, interaction: discord.Interaction, message: discord.Message) -> None:
        """What it means to take back the orders that a message tells of, and all behind them."""
        row = await game_here(self.services, interaction)
        found = [one.first for one in await self.services.store.told(row.id) if one.message == message.id]
        if not found:
            raise PlayError("This message tells of no order that I could go back to. `/back` lists them all.")
        async with patience(interaction, private=True):
            reply = await ask(self.services, interaction, row, min(found), "")
        await answer(interaction, reply)

    async def explain(self, interaction: discord.Interaction, message: discord.Message) -> None:
        """The rule that a message names, else the entry whose title stands in it."""
        text, row = bare(text_of(message)), await self.services.store.game_in(interaction.channel_id or 0)
        async with patience(interaction, private=True):
            library = await library_of(self.services, row)
            named = [entry for rule in _RULE.findall(text) for entry in library.covering(rule.rstrip("."))]
            found = named or titled(library, text)
            if found:
                first, *others = {entry.id: entry for entry in found}.values()
                reply = entry_reply(library, first, row, others)
            elif text.strip():
                head = await head_here(self.services, interaction)
                reply = await rule_reply(self.services, row, text.strip()[:LONG], head)
            else:
                raise PlayError("There is nothing to read in this message.")
        await answer(interaction, reply)


def titled(library: Library, text: str) -> list[Entry]:
    """Entries whose titles stand in a text, the longest titles first."""
    said = f" {' '.join(re.findall(r'[a-z0-9]+', text.lower()))} "
    hits = [e for e in library.entries if e.kind != "ruling" and f" {key_of(e.title)} " in said]
    return sorted(hits, key=lambda entry: (-len(entry.title), entry.id))[:10]


def key_of(title: str) -> str:
    """A title as it is looked for in a text."""
    return " ".join(re.findall(r"[a-z0-9]+", key(title)))


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    of = MessageCommands(services)
    for name, callback in ((ODDS, of.odds), (EXPLAIN, of.explain)):
        bot.tree.add_command(anywhere(app_commands.ContextMenu(name=name, callback=callback)))
    menu = app_commands.ContextMenu(name=BACK, callback=of.back)
    menu.guild_only = True
    bot.tree.add_command(menu)
