"""/bid: bidding for a side in the lobby."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.context import game_here, must_master, name_of
from bot.discord.response import Reply, answer
from bot.discord.text.words import plural
from bot.game import PlayError
from bot.game.league.agreed_game import settling
from bot.game.league.tournaments import kept
from bot.game.lobby.bids import SIDES, Bids, SealedBid
from bot.game.lobby.seating import BIDDERS
from bot.game.moderator.outbox_messages import panel as refresh
from bot.game.moderator.outbox_messages import say
from bot.services import Services
from bot.store import Game

_SIDES = [app_commands.Choice(name=side, value=side) for side in SIDES]


class BidCommands(commands.Cog):
    """Bids."""

    def __init__(self, services: Services) -> None:
        self.services, self.bids = services, Bids(services.lobby)

    @app_commands.command(name="bid", description="Bid for a side in the lobby: sealed, revealed together")
    @app_commands.guild_only()
    @app_commands.describe(
        ipc="With how many IPC of extra units you would play the side that is bid for",
        side="Which side is bid for (game master; earlier bids are forgotten)",
        reveal="Reveal all bids together (game master)",
    )
    @app_commands.choices(side=_SIDES)
    async def bid(
        self,
        interaction: discord.Interaction,
        ipc: app_commands.Range[int, 0, 200] | None = None,
        side: str = "",
        reveal: bool = False,
    ) -> None:
        row = await game_here(self.services, interaction)
        if side or reveal:
            must_master(row, interaction)
        if side:
            await self.bids.bid_for(row.id, side)
        if ipc is not None:
            await self._bid(interaction, row, ipc)
        if reveal:
            found = await self.bids.reveal(row.id, str(interaction.id), str(interaction.user.id))
            await answer(interaction, Reply(revealed(await self.bids.side(row.id), found)))
            row = await self.services.store.game(row.id)
            await self.services.store.queue(refresh(row, f"bid {interaction.id}"), game_id=row.id)
        elif ipc is None:
            found, for_side = await self.bids.bids(row.id), await self.bids.side(row.id)
            if not (side or row.status == "lobby"):
                raise PlayError("Bids are made in the lobby, before the game starts.")
            text = f"Bids are for the **{for_side}**: who would play it with the fewest IPC of extra units gets it."
            await answer(interaction, Reply(f"{text} {plural(len(found), 'sealed bid')} so far.", private=not side))

    async def _bid(self, interaction: discord.Interaction, row: Game, ipc: int) -> None:
        """Keep it, and post its seal for all."""
        user, ref = interaction.user.id, kept.ref_of(row.settings)
        now = self.services.games.now()
        agreed = [settling(row.id, now)] if BIDDERS in row.settings else []
        settles = [kept.tend(ref.tournament, row.guild_id, now, row.id)] if ref else agreed
        made = await self.bids.bid(row.id, user, ipc, name_of(interaction), *settles)
        text = f"<@{user}> has bid for the {await self.bids.side(row.id)}, sealed as `{made.seal}`."
        await self.services.store.queue(say(row, text, f"bid {interaction.id}"), game_id=row.id)
        if BIDDERS in row.settings:  # its lobby shows who has bid
            await self.services.store.queue(refresh(row, f"bid {interaction.id}"), game_id=row.id)
        private = f"Your bid: {ipc} IPC. It is revealed with all others; another bid takes its place until then."
        await answer(interaction, Reply(private, private=True))


def revealed(side: str, found: Sequence[SealedBid]) -> str:
    """All bids with what opens their seals; who plays the side."""
    first = found[0]
    lines = [f"**The bids for the {side}**"]
    lines += [f"- <@{one.user}>: {one.amount} IPC (salt `{one.salt}`)" for one in found]
    plays = f"<@{first.user}> plays the {side} with {first.amount} IPC of units, placed before round 1"
    lines.append(f"{plays}, and has its seats now; who plays along joins with `/game join`.")
    tie = [one for one in found[1:] if one.amount == first.amount]
    lines += ["-# Of like bids the one that was made first counts."] if tie else []
    lines.append("-# A seal is the SHA-256 of `GAME USER AMOUNT SALT`, with the ids as Discord gives them.")
    return "\n".join(lines)


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the command."""
    await bot.add_cog(BidCommands(services))
