"""/ratings, /archive: what is reckoned of games that are over."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.components.boards import CHOICES
from bot.discord.features.league import tables
from bot.discord.features.league.archived_game import found_reply
from bot.discord.response import Reply, answer, patience
from bot.game import PlayError
from bot.game.league import formats
from bot.game.people.problems import told
from bot.processes.picture import Picture
from bot.services import Services
from league.archive import UPSET, Query, Row, card, day, openings, search
from league.archive.openings import ALL_ATTACKED, ATTACKED, BOUGHT
from league.finished import HOWS
from rules.core.documents import documents, house_rules
from rules.model.board import BOARDS, load
from rules.model.parse import known

FREE = "Games by no format"
_ORDERS = [app_commands.Choice(name=n, value=n) for n in ("newest", "oldest", "longest", "shortest", "upset")]
_HOWS = [app_commands.Choice(name=how, value=how) for how in HOWS]
_BY = [app_commands.Choice(name=by, value=by) for by in (BOUGHT, ATTACKED, ALL_ATTACKED)]
Choices = list[app_commands.Choice[str]]


class TableCommands(commands.Cog):
    """Look-ups of a league. All answers are private; a button shows them to all."""

    ratings = app_commands.Group(name="ratings", description="Tables and players of this league", guild_only=True)
    archive = app_commands.Group(name="archive", description="Games that are over", guild_only=True)

    def __init__(self, services: Services) -> None:
        self.services = services

    async def _home(self, interaction: discord.Interaction) -> int:
        return await formats.home(self.services.store, interaction.guild_id or 0)

    async def _format(self, league: int, wanted: str) -> tuple[str, str]:
        """The format that is meant, by default that with most games, and its title. Raises PlayError."""
        played = await self.services.archive.played(league)
        known = await formats.every(self.services.store, league)
        if wanted and wanted not in known and wanted not in played:
            raise PlayError(f"There is no format “{wanted[:40]}”. Played: {', '.join(filter(None, played)) or 'none'}.")
        if not wanted and not played:
            raise PlayError("No rated game is over yet. `/challenge` and `/play` begin one.")
        name = wanted or played[0]
        return name, known[name][1].title if name in known else name or FREE

    @ratings.command(name="table", description="The table of a format")
    @app_commands.describe(format="Which; that with most games if left out")
    async def table(self, interaction: discord.Interaction, format: str = "") -> None:
        """The table of a format."""
        async with patience(interaction, private=True):
            league = await self._home(interaction)
            name, title = await self._format(league, format)
            rows = await self.services.archive.table(league, name)
            reply = await tables.table_reply(self.services, title, rows, str(interaction.user.id))
        await answer(interaction, reply)

    @ratings.command(name="card", description="A player's results by side and opponent, luck and pace")
    @app_commands.describe(player="Whose; yours if left out")
    async def card(self, interaction: discord.Interaction, player: discord.Member | None = None) -> None:
        """A player's card."""
        async with patience(interaction, private=True):
            league, person = await self._home(interaction), str((player or interaction.user).id)
            games = [g for g in await self.services.archive.games(league) if g.public]
            found = await asyncio.to_thread(card, games, person)
            names = await self._names(league)
            found.opponents = {names.get(one, one): tally for one, tally in found.opponents.items()}
            reply = await tables.card_reply(self.services, found, await self._ranks(league, person))
        await answer(interaction, reply)

    async def _ranks(self, league: int, person: str) -> list[tuple[str, Row]]:
        found = []
        for name in (await self.services.archive.played(league))[:3]:
            _, title = await self._format(league, name)
            rows = await self.services.archive.table(league, name)
            found += [(title, row) for row in rows if row.person == person]
        return found

    async def _names(self, league: int) -> dict[str, str]:
        games = await self.services.archive.games(league)
        return {seat.person: seat.name for game in games for seat in game.seats if seat.name}

    @ratings.command(name="history", description="Ratings over time")
    @app_commands.describe(
        format="Which; that with most games if left out", player="One person; those who are first now if left out"
    )
    async def history(
        self, interaction: discord.Interaction, format: str = "", player: discord.Member | None = None
    ) -> None:
        """Ratings over time."""
        async with patience(interaction, private=True):
            league = await self._home(interaction)
            name, title = await self._format(league, format)
            steps, names = await self.services.archive.history(league, name), await self._names(league)
            reply = await tables.history_reply(self.services, title, steps, names, str(player.id) if player else "")
        await answer(interaction, reply)

    @ratings.command(name="bid", description="What bid makes a game between equals even")
    @app_commands.describe(format="Which; that with most games if left out")
    async def bid(self, interaction: discord.Interaction, format: str = "") -> None:
        """The fair bid of a format."""
        async with patience(interaction, private=True):
            league = await self._home(interaction)
            name, title = await self._format(league, format)
            text = tables.bid_text(title, "Allies", "Axis", await self.services.archive.fair_bid(league, name))
        await answer(interaction, tables.looked_up(text, None))

    @ratings.command(name="export", description="All rated games of a format as a file that anybody can check")
    @app_commands.describe(format="Which; that with most games if left out")
    async def export(self, interaction: discord.Interaction, format: str = "") -> None:
        """The rated games of a format as a file."""
        async with patience(interaction, private=True):
            league = await self._home(interaction)
            name, title = await self._format(league, format)
            data = await self.services.archive.export(league, name)
        text = f"**{title}**: all rated games and the table made of them. `tools/check_league.py` reckons it anew."
        file = Picture(f"league-{name or 'free'}.jsonl", data)
        await answer(interaction, Reply(text, private=True, pictures=[file]))

    @table.autocomplete("format")
    @history.autocomplete("format")
    @bid.autocomplete("format")
    @export.autocomplete("format")
    async def _formats(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await self._played(interaction, typed)

    async def _played(self, interaction: discord.Interaction, typed: str) -> Choices:
        league = await self._home(interaction)
        names = [name for name in await self.services.archive.played(league) if name and typed.lower() in name]
        return [
            app_commands.Choice(name=(await self._format(league, name))[1][:100], value=name) for name in names[:25]
        ]

    # --- the archive --------------------------------------------------------------------------------------------------

    @archive.command(name="find", description="Games that are over: by player, board, how they ended, how surprising")
    @app_commands.describe(
        player="Who played",
        against="Against whom",
        board="On which board",
        how="How it ended",
        rounds="At least so many rounds",
        by="Which come first",
        format="By which format",
        rules="With which house rules",
        after="From when on: a day (2026-11-02), a month (2026-11) or a year",
        before="Until when: before that day, month or year",
        upsets="Only wins to which the ratings gave one chance in three at most",
        tournament="Games of which tournament",
    )
    @app_commands.choices(board=CHOICES, how=_HOWS, by=_ORDERS)
    async def find(
        self,
        interaction: discord.Interaction,
        player: discord.Member | None = None,
        against: discord.Member | None = None,
        board: str = "",
        how: str = "",
        rounds: app_commands.Range[int, 0, 100] = 0,
        by: str = "newest",
        format: str = "",
        rules: str = "",
        after: str = "",
        before: str = "",
        upsets: bool = False,
        tournament: str = "",
    ) -> None:
        since, until = _span(after, before)
        people = tuple(str(one.id) for one in (player, against) if one is not None)
        query = Query(
            people,
            apart=len(people) > 1,
            format=format,
            board=board,
            rules=_rules(rules),
            how=how,
            shortest=rounds,
            by=by,
            event=tournament,
            upset=UPSET if upsets else None,
            since=since,
            until=until,
        )
        games = await self.services.archive.games(await self._home(interaction))
        found = await asyncio.to_thread(search, games, query)
        await answer(interaction, found_reply(found))

    @find.autocomplete("format")
    async def _found_formats(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await self._played(interaction, typed)

    @find.autocomplete("tournament")
    async def _events(self, interaction: discord.Interaction, typed: str) -> Choices:
        games = await self.services.archive.games(await self._home(interaction))
        names = dict.fromkeys(game.event[0] for game in reversed(games) if game.event and game.public)
        return [app_commands.Choice(name=n[:100], value=n[:100]) for n in names if typed.lower() in n.lower()][:25]

    @find.autocomplete("rules")
    async def _documents(self, interaction: discord.Interaction, typed: str) -> Choices:
        named = {one.title: id for id, one in documents().items()}
        return [app_commands.Choice(name=t[:100], value=id) for t, id in named.items() if typed.lower() in t.lower()][
            :25
        ]

    @archive.command(name="openings", description="What a power bought or attacked in its first turn, and how it went")
    @app_commands.describe(board="On which board", power="Which power", by="What it bought, or where it attacked")
    @app_commands.choices(board=CHOICES, by=_BY)
    async def openings(self, interaction: discord.Interaction, board: str, power: str, by: str = BOUGHT) -> None:
        if board not in BOARDS:
            raise PlayError("There is no such board.")
        name = known(load(board).power_names, power, "power", "on this board")
        games = [game for game in await self.services.archive.games(await self._home(interaction)) if game.public]
        text = tables.openings_text(name, await asyncio.to_thread(openings, games, board, name, by))
        await answer(interaction, tables.looked_up(text, None))

    @openings.autocomplete("power")
    async def _powers(self, interaction: discord.Interaction, typed: str) -> Choices:
        board = str(getattr(interaction.namespace, "board", ""))
        powers = load(board).order if board in BOARDS else ()
        return [app_commands.Choice(name=p, value=p) for p in powers if typed.lower() in p.lower()][:25]


def _rules(text: str) -> tuple[str, ...]:
    """The document or rule that is meant, by id or title. Raises PlayError."""
    titles = {one.title.lower(): id for id, one in documents().items()}
    found = titles.get(text.strip().lower(), text.strip())
    if found and found not in documents() and found not in house_rules():
        raise PlayError(f"There are no house rules “{text[:40]}”. Documents: {', '.join(documents())}.")
    return (found,) if found else ()


def _span(after: str, before: str) -> tuple[float, float]:
    """From when until when. Raises PlayError."""
    with told(ValueError):
        since = day(after) if after else float("-inf")
        until = day(before) if before else float("inf")
    if since >= until:
        raise PlayError(f"Nothing is after {after} and before {before}: the later date is for `before:`.")
    return since, until


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(TableCommands(services))
