"""/challenge, /league: challenges, and the formats of a league."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.build import Choice, menu, view
from bot.discord.components.custom_id import Press, make
from bot.discord.components.router import route
from bot.discord.components.share import share
from bot.discord.context import game_here, may_master, must_master, name_of, shown_name
from bot.discord.features.league.challenge import offer_of
from bot.discord.features.lobby.buttons import lobby_of, shown
from bot.discord.response import Reply, answer, show
from bot.discord.text.limits import CONTENT, beginning, clip
from bot.discord.text.words import plural, span
from bot.game import PlayError
from bot.game.league import arbiters, boards, formats
from bot.game.lobby import own_rules
from bot.game.moderator.outbox_messages import panel as refresh
from bot.game.people.typed_text import plain
from bot.services import Services
from bot.store import Game
from league.clocks import Terms
from league.clocks.terms import LOSES
from league.formats import BidTerms, Format
from rules.core.documents import documents, house_rules
from rules.core.table import OWN_RULES, Table
from rules.model.board import load

Choices = list[app_commands.Choice[str]]
_DICE = {"dice": "as usual"}
_SIDES = [app_commands.Choice(name=side, value=side) for side in ("Allies", "Axis")]
TEXT, TITLE = 300, 60
WHY = "The reason, which stands on the record"


class LeagueCommands(commands.Cog):
    """Challenges and formats."""

    league = app_commands.Group(
        name="league", description="Formats, tables and players of this league", guild_only=True
    )

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="challenge", description="Challenge somebody to a game by a format")
    @app_commands.guild_only()
    @app_commands.describe(
        player="Whom",
        format="Board, rules and clock",
        side="Your side; drawn if left out",
        bid="A number of IPC, or: bid (the sides are bid for)",
        bid_side="The side that gets the bid",
        rated="Whether it counts",
        partner="Who plays beside you",
        player2="Who plays beside them",
        partner2="A third of your side",
        player3="A third of theirs",
    )
    @app_commands.choices(side=_SIDES, bid_side=_SIDES)
    async def challenge(
        self,
        interaction: discord.Interaction,
        player: discord.Member,
        format: str,
        side: str = "",
        bid: str = "0",
        bid_side: str = "",
        rated: bool = True,
        partner: discord.Member | None = None,
        player2: discord.Member | None = None,
        partner2: discord.Member | None = None,
        player3: discord.Member | None = None,
    ) -> None:
        mine, theirs = [[one for one in team if one] for team in ((partner, partner2), (player, player2, player3))]
        if any(one.bot for one in (*mine, *theirs)):
            raise PlayError("A computer takes no challenge: open a game with `/game new`.")
        user, guild, place = interaction.user, interaction.guild_id or 0, interaction.channel_id or 0
        names = {str(user.id): name_of(interaction), **{str(one.id): shown_name(one) for one in (*mine, *theirs)}}
        offer = offer_of(format, side, bid, bid_side, rated)
        teams = [user.id, *(one.id for one in mine)], [one.id for one in theirs]
        await self.services.challenges.challenge(str(interaction.id), guild, place, *teams, names, offer)
        told = [names[str(one.id)] for one in theirs]
        text = f"{' and '.join(told)} {'is' if len(told) == 1 else 'are'} challenged."
        text += " All who are named have to accept." if mine or theirs[1:] else ""
        await answer(interaction, Reply(text, private=True))

    @challenge.autocomplete("format")
    async def _format(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await choices_of(self.services, interaction, typed)

    @league.command(name="formats", description="The formats that are played here")
    @app_commands.describe(name="One of them, in full")
    async def formats(self, interaction: discord.Interaction, name: str = "") -> None:
        store, guild = self.services.store, interaction.guild_id or 0
        if name:
            _, made = await self.services.formats.find(guild, name)
            await answer(interaction, Reply(clip(format_text(made), CONTENT), True, view(share())))
            return
        league = await formats.home(store, guild)
        known = await formats.every(store, league)
        text = formats_text([made for _, made in known.values()], await formats.closed(store, league))
        await answer(interaction, Reply(text, True, view(share())))

    @league.command(name="save", description="Save this game's rules and clock as a format of the league (arbiters)")
    @app_commands.describe(
        name="Its short name, such as spring-league; again for a new version",
        title="What it is called",
        summary="What people should know of it",
        bid_side="The side that is bid for; as in the format it began from, or either, if left out",
    )
    @app_commands.choices(bid_side=_SIDES)
    async def save(
        self, interaction: discord.Interaction, name: str, title: str, summary: str, bid_side: str = ""
    ) -> None:
        row = await game_here(self.services, interaction)
        await must_judge(self.services, interaction)
        texts = plain(title, TITLE), plain(summary, TEXT)
        made = await self.services.formats.save(interaction.user.id, row, name, *texts, bid_side)
        await answer(interaction, Reply(clip(f"Saved as `{made.id}`.\n{format_text(made)}", CONTENT)))

    @league.command(name="retire", description="Offer a format of the league no more (arbiters)")
    @app_commands.describe(name="Its short name")
    async def retire(self, interaction: discord.Interaction, name: str) -> None:
        await must_judge(self.services, interaction)
        await self.services.formats.retire(interaction.user.id, interaction.guild_id or 0, name)
        await answer(interaction, Reply(f"`{name}` is offered no more; games by it go on."))

    @league.command(name="close", description="Whether only the league's own formats count (arbiters)")
    @app_commands.describe(on="Only its own formats, or any game that all agree to rate")
    async def close(self, interaction: discord.Interaction, on: bool) -> None:
        await must_judge(self.services, interaction)
        await self.services.formats.close(interaction.user.id, interaction.guild_id or 0, on)
        told = "Only games by this league's own formats count." if on else "Any game counts that all agree to rate."
        await answer(interaction, Reply(told))

    @league.command(name="board", description="A noticeboard in this channel, or none any more (arbiters)")
    async def board(self, interaction: discord.Interaction) -> None:
        await must_judge(self.services, interaction)
        guild, channel = interaction.guild_id or 0, interaction.channel_id or 0
        on = await boards.switch(self.services.store, interaction.user.id, guild, channel, str(interaction.id))
        told = (
            "The noticeboard of this channel comes at once, and stays true."
            if on
            else "This channel has no noticeboard."
        )
        await answer(interaction, Reply(told, private=True))

    @formats.autocomplete("name")
    @retire.autocomplete("name")
    async def _names(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await choices_of(self.services, interaction, typed)


async def choices_of(services: Services, interaction: discord.Interaction, typed: str) -> Choices:
    """Formats whose name has what was typed."""
    league = await formats.home(services.store, interaction.guild_id or 0)
    known = await formats.every(services.store, league)
    fits = [(id, made.title) for id, (_, made) in known.items() if typed.lower() in f"{id} {made.title}".lower()]
    return [app_commands.Choice(name=title[:100], value=id) for id, title in fits[:25]]


async def must_judge(services: Services, interaction: discord.Interaction) -> None:
    """Raises PlayError unless the person is an arbiter of this server."""
    held = [role.id for role in getattr(interaction.user, "roles", ())]
    guild, manages = interaction.guild_id or 0, interaction.permissions.manage_guild
    await arbiters.must_be_arbiter(services.store, guild, held, manages)


def reason(text: str) -> str:
    """An arbiter's reason as it stands on the record. Raises PlayError where there is none."""
    if found := plain(text, TEXT).strip():
        return found
    raise PlayError("A decision is given with its reason, which everybody reads.")


def formats_text(every: Sequence[Format], closed: bool) -> str:
    """All formats, each with its whole summary; with the beginnings of them where they are too many for one message, as
    long as that takes."""
    last = ["-# Games by other formats do not count here."] if closed else []
    for most in (TEXT, 150, 100, 60, 0):
        told = [beginning(made.summary, most) if most else "" for made in every]
        lines = [f"- `{made.id}` **{made.title}**{': ' if one else ''}{one}" for made, one in zip(every, told)]
        cut = ["-# `/league formats name:` shows one in full."] if told != [made.summary for made in every] else []
        text = "\n".join([*lines, *cut, *last]) or "There is none."
        if len(text) <= CONTENT:
            break
    return clip(text, CONTENT)


def format_text(made: Format) -> str:
    """A format in words."""
    titles = {id: rule.title for id, rule in house_rules().items()}
    names = [documents()[one].title if one in documents() else titles.get(one, one) for one in made.documents]
    lines = [f"**{made.title}** (`{made.id}`)", made.summary, ""]
    lines.append(
        f"Board: {load(made.board).name}; house rules: {', '.join(names) or 'none'}; dice: {_DICE.get(made.dice, made.dice)}"
    )
    known = Table(made.board, made.documents).known_options
    given = {name: value for name, value in made.options.items() if name != OWN_RULES.name}
    lines += [f"- {known[name].called}: {shown(value)}" for name, value in given.items()]
    if len(given) < len(made.options):
        title, *rules = own_rules.told_of(Table(made.board, made.documents, made.table_options))
        lines += [f"Own rules: {title}", *(f"- {rule}" for rule in rules)]
    lines.append(f"Bids: {_bids(made.bid)}")
    lines += clock_lines(made.clock)
    lines.append(f"-# {made.source}")
    return "\n".join(lines)


def _bids(terms: BidTerms) -> str:
    if terms.how == "none":
        return "none"
    side = "either side" if terms.side == "either" else f"the {terms.side}"
    return f"{terms.how}, for {side}, {terms.most} IPC at most"


def clock_lines(terms: Terms) -> list[str]:
    """A clock in words."""
    if terms.live:
        more = f", and {span(terms.increment)} more after each turn" if terms.increment else ""
        lines = [f"Clock: {span(terms.turn)} for all turns of a player{more}"]
    else:
        more = (
            f"{plural(terms.overruns, 'overrun')} of {span(terms.extra or terms.turn)}"
            if terms.overruns
            else "no overrun"
        )
        lines = [f"Clock: {span(terms.turn)} a turn; {more}"]
    lines.append("After that the player has lost" if terms.then == LOSES else "After that an arbiter decides")
    if terms.vacation:
        season = f", {span(terms.season_vacation)} in a year" if terms.season_vacation else ""
        lines.append(f"Leave (`/vacation`): {span(terms.vacation)} of a player in a game{season}")
    if terms.answer:
        lines.append(f"An answer: {span(terms.answer)}; then the default decides")
    elif not terms.live:
        lines.append("An answer: as long as it takes")
    return lines


# --- in the lobby ----------------------------------------------------------------------------------------------------


@route("lformat")
async def choose_format(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """The formats for this board: a menu for the game master."""
    row = await lobby_of(services, press)
    await answer(interaction, await _formats_reply(services, row, may_master(row, interaction)))


async def _formats_reply(services: Services, row: Game, may: bool) -> Reply:
    known = await formats.every(services.store, await formats.home(services.store, row.guild_id))
    here = {name: made for name, (_, made) in known.items() if made.board == row.board}
    chosen = (row.settings.get(formats.SETTING) or {}).get("id", "")
    text = f"Played by **{here[chosen].title}**." if chosen in here else "Played by no format."
    if not here:
        return Reply(f"{text} There is none for this board.", private=True)
    choices = [Choice(made.title, name, beginning(made.summary, 90), name == chosen) for name, made in here.items()]
    choices.append(Choice("No format", "-", "Rules and clock stay as they are"))
    menus = menu("Format", make("setformat", row.id), choices) if may else None
    text += " A format sets rules, options and clock." if may else f" <@{row.master}> can choose one."
    return Reply(text, private=True, view=view(menus))


@route("setformat")
async def set_format(services: Services, interaction: discord.Interaction, press: Press) -> None:
    """A format was chosen."""
    row = await lobby_of(services, press)
    must_master(row, interaction)
    name = press.values[0] if press.values else "-"
    row = await services.formats.choose(row.id, "" if name == "-" else name)
    await services.store.queue(refresh(row, f"format {interaction.id}"), game_id=row.id)
    await show(interaction, await _formats_reply(services, row, True))


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(LeagueCommands(services))
