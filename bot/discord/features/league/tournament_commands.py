"""/tournament: entering and leaving, and what an arbiter does."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.context import must_open_threads, name_of, shown_name
from bot.discord.features.league.format_commands import WHY, choices_of, must_judge, reason
from bot.discord.features.league.tables import looked_up
from bot.discord.features.league.tournament_buttons import begin_reply, must_be_arbiters, round_reply
from bot.discord.features.league.tournament_pictures import show_reply
from bot.discord.features.league.tournament_text import TITLES, record_line, stage, without_winner
from bot.discord.features.league.vacation import zone_of
from bot.discord.response import Reply, answer, patience
from bot.discord.text.limits import CONTENT, clip
from bot.game import PlayError
from bot.game.clock.days import moment_of
from bot.game.league.tournaments.desk import DRAW
from bot.game.league.tournaments.kept import Held, Setup
from bot.game.league.tournaments.teams import MOST as MOST_OF_TEAM
from bot.game.league.tournaments.teams import Team
from bot.game.people.problems import told
from bot.game.people.typed_text import plain
from bot.services import Services
from league.tournaments import ALTERNATE, BY_BID, KINDS, NOBODY, NOT_PLAYED, Schedule, Terms, TermsError

WHICH = "Which tournament; that of this channel if left out"
LONGEST, LINES = 40, 25
DAY = 86400.0
Choices = list[app_commands.Choice[str]]
_KINDS = [app_commands.Choice(name=TITLES[kind], value=kind) for kind in KINDS]
_SIDES = [
    app_commands.Choice(name="in turn", value=ALTERNATE),
    app_commands.Choice(name="bid for", value=BY_BID),
]
_NOBODY = [
    app_commands.Choice(name="a draw: half a point each", value=DRAW),
    app_commands.Choice(name="not played: no points for either", value=NOT_PLAYED),
]


class TournamentCommands(commands.Cog):
    """Tournaments."""

    # As with /arbiter: arbiters need not manage the server, so Discord is not told to hide it.
    tournament = app_commands.Group(
        name="tournament", description="Tournaments of this league: enter, look, conduct", guild_only=True
    )

    def __init__(self, services: Services) -> None:
        self.services = services

    # --- the arbiter --------------------------------------------------------------------------------------------------

    @tournament.command(name="new", description="Open a tournament in this channel (arbiters)")
    @app_commands.describe(
        name="What it is called",
        kind="How it is played",
        format="Board, rules and clock of its games",
        rounds="Rounds of a Swiss",
        meetings="How often all meet in a round robin",
        wins="Wins that a match of a bracket goes to",
        sides="Who has which side",
        third="A match for the third place (single elimination)",
        days="How many days a round is played; any time if left out",
        starts="When the first round begins, such as 3 days or 2026-12-24; as it is begun if left out",
        team="How many play together; everybody for themselves if left out",
    )
    @app_commands.choices(kind=_KINDS, sides=_SIDES)
    async def new(
        self,
        interaction: discord.Interaction,
        name: str,
        kind: str,
        format: str,
        rounds: app_commands.Range[int, 1, 20] = 5,
        meetings: app_commands.Range[int, 1, 4] = 1,
        wins: app_commands.Range[int, 1, 4] = 1,
        sides: str = ALTERNATE,
        third: bool = False,
        days: app_commands.Range[float, 0.01, 120.0] | None = None,
        starts: str = "",
        team: app_commands.Range[int, 1, MOST_OF_TEAM] = 1,
    ) -> None:
        await must_judge(self.services, interaction)
        must_open_threads(interaction)
        called = plain(name, LONGEST).strip()
        if not called:
            raise PlayError("A tournament has a name.")
        with told(TermsError):
            terms = Terms(kind, rounds=rounds, legs=meetings, wins=wins, sides=sides, third=third)
        dates = await self._dates(interaction, days, starts)
        guild, place, by = interaction.guild_id or 0, interaction.channel_id or 0, interaction.user.id
        setup = Setup(called, format, 0, terms, guild, place, by, dates, team=team)
        now = await self.services.tournaments.create(str(interaction.id), by, setup)
        text = f"**{now.setup.name}** is open: it shows below, and people can enter. `/tournament begin` begins it."
        await answer(interaction, Reply(text, private=True))

    async def _dates(self, interaction: discord.Interaction, days: float | None, starts: str) -> Schedule | None:
        """Raises PlayError."""
        if days is None:
            if starts:
                raise PlayError(
                    "A tournament that starts at a date has rounds with dates: say how many days each is played."
                )
            return None
        lasts, zone = days * DAY, await zone_of(self.services, interaction.user.id)
        begins = moment_of(starts, self.services.games.now(), zone) if starts else None
        return Schedule(begins or 0.0, lasts, remind=(min(DAY, lasts / 4),))

    @tournament.command(name="begin", description="Begin a tournament with all who have entered (arbiters)")
    @app_commands.describe(tournament=WHICH)
    async def begin(self, interaction: discord.Interaction, tournament: str = "") -> None:
        now = await self._judged(interaction, tournament)
        await answer(interaction, await begin_reply(self.services, now))

    @tournament.command(name="round", description="Look at the next round, and put it on the record (arbiters)")
    @app_commands.describe(tournament=WHICH)
    async def round(self, interaction: discord.Interaction, tournament: str = "") -> None:
        now = await self._judged(interaction, tournament)
        await answer(interaction, await round_reply(self.services, now))

    @tournament.command(
        name="result", description="Decide a match: its game is adjudicated, or it is a walk-over (arbiters)"
    )
    @app_commands.describe(
        match="Which match; that of this thread if left out",
        winner="Who has won, if somebody has",
        nobody="Without a winner: left out, a draw where an order was given, else not played",
        why=WHY,
        tournament=WHICH,
    )
    @app_commands.choices(nobody=_NOBODY)
    async def result(
        self,
        interaction: discord.Interaction,
        why: str,
        match: str = "",
        winner: discord.User | None = None,
        nobody: str = "",
        tournament: str = "",
    ) -> None:
        now, said_why = await self._judged(interaction, tournament), reason(why)
        here = await self.services.tournaments.match_in(interaction.channel_id or 0)
        match = match or (here.match if here and here.tournament == now.id else "")
        who, key, by = str(winner.id) if winner else NOBODY, str(interaction.id), interaction.user.id
        decided = await self.services.tournaments.decide(now.id, key, by, match, who, said_why, nobody)
        said = f"**{shown_name(winner)}** has won" if winner else without_winner(now, decided)
        await answer(interaction, Reply(f"{name_of(interaction)} decides match {match}: {said}. “{said_why}”"))

    @tournament.command(name="withdraw", description="Take somebody out of a tournament (arbiters)")
    @app_commands.describe(player="Who", why=WHY, tournament=WHICH)
    async def withdraw(
        self, interaction: discord.Interaction, player: discord.User, why: str, tournament: str = ""
    ) -> None:
        now, said = await self._judged(interaction, tournament), reason(why)
        by = interaction.user.id
        await self.services.tournaments.leave(now.id, str(interaction.id), by, player.id, said)
        text = (
            f"{name_of(interaction)} decides: {shown_name(player)} takes part in **{now.setup.name}** no more. “{said}”"
        )
        await answer(interaction, Reply(text))

    @tournament.command(name="end", description="End a tournament before its end (arbiters)")
    @app_commands.describe(tournament="Which", why=WHY)
    async def end(self, interaction: discord.Interaction, tournament: str, why: str) -> None:
        now, said = await self._judged(interaction, tournament), reason(why)
        await self.services.tournaments.cancel(now.id, str(interaction.id), interaction.user.id, said)
        await answer(interaction, Reply(f"{name_of(interaction)} has ended **{now.setup.name}**. “{said}”"))

    # --- everybody ----------------------------------------------------------------------------------------------------

    @tournament.command(name="enter", description="Take part in a tournament")
    @app_commands.describe(
        tournament=WHICH,
        player="Somebody else (arbiters)",
        partner="Who plays with you, where teams play",
        partner2="A third of the team",
    )
    async def enter(
        self,
        interaction: discord.Interaction,
        tournament: str = "",
        player: discord.Member | None = None,
        partner: discord.Member | None = None,
        partner2: discord.Member | None = None,
    ) -> None:
        now, who = await self._found(interaction, tournament), player or interaction.user
        people = [one for one in (who, partner, partner2) if one is not None]
        if who.id != interaction.user.id:
            await must_be_arbiters(self.services, interaction, now)
        if any(one.bot for one in people):
            raise PlayError("A computer takes part in no tournament.")
        if len({one.id for one in people}) < len(people):
            raise PlayError("Nobody is in a team twice.")
        key, by = str(interaction.id), interaction.user.id
        if len(people) == 1:
            now = await self.services.tournaments.enter(now.id, key, by, who.id, shown_name(who))
            await answer(interaction, Reply(f"{shown_name(who)} takes part in **{now.setup.name}**.", private=True))
            return
        team = Team({str(one.id): shown_name(one) for one in people})
        now, left = await self.services.tournaments.team(
            now.id, key, by, team, [str(by)] if player is None else [*team.names]
        )
        if left:
            await self.services.tournaments.ask(now, key, team, left)
            text = f"**{team.title}** take part in **{now.setup.name}** once all of you agree: I have asked."
        else:
            text = f"**{team.title}** take part in **{now.setup.name}**."
        await answer(interaction, Reply(text, private=True))

    @tournament.command(name="leave", description="Take part in a tournament no more; what you have not played is lost")
    @app_commands.describe(tournament=WHICH)
    async def leave(self, interaction: discord.Interaction, tournament: str = "") -> None:
        now, who = await self._found(interaction, tournament), interaction.user.id
        await self.services.tournaments.leave(now.id, str(interaction.id), who, who)
        await answer(interaction, Reply(f"You take part in **{now.setup.name}** no more.", private=True))

    @tournament.command(name="show", description="Bracket or table, and the round that is played")
    @app_commands.describe(tournament=WHICH)
    async def show(self, interaction: discord.Interaction, tournament: str = "") -> None:
        async with patience(interaction, private=True):
            reply = await show_reply(self.services, await self._looked(interaction, tournament))
        await answer(interaction, reply)

    @tournament.command(name="record", description="Everything that happened in a tournament, with who did it and why")
    @app_commands.describe(tournament=WHICH, page="Page, from 1: the last that happened")
    async def record(
        self, interaction: discord.Interaction, tournament: str = "", page: app_commands.Range[int, 1, 100] = 1
    ) -> None:
        now = await self._looked(interaction, tournament)
        lines = [record_line(now, one) for one in reversed(now.record)][(page - 1) * LINES : page * LINES]
        text = "\n".join([f"**{now.setup.name}**, {now.number} events", *(lines or ["Nothing here."])])
        await answer(interaction, looked_up(clip(text, CONTENT), None))

    # --- which --------------------------------------------------------------------------------------------------------

    async def _found(self, interaction: discord.Interaction, named: str) -> Held:
        return await self.services.tournaments.find(interaction.guild_id or 0, named, interaction.channel_id or 0)

    async def _looked(self, interaction: discord.Interaction, named: str) -> Held:
        return await self.services.tournaments.look(interaction.guild_id or 0, named, interaction.channel_id or 0)

    async def _judged(self, interaction: discord.Interaction, named: str) -> Held:
        now = await self._found(interaction, named)
        await must_be_arbiters(self.services, interaction, now)
        return now

    @new.autocomplete("format")
    async def _format(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await choices_of(self.services, interaction, typed)

    @begin.autocomplete("tournament")
    @round.autocomplete("tournament")
    @result.autocomplete("tournament")
    @withdraw.autocomplete("tournament")
    @end.autocomplete("tournament")
    @enter.autocomplete("tournament")
    @leave.autocomplete("tournament")
    @show.autocomplete("tournament")
    @record.autocomplete("tournament")
    async def _tournaments(self, interaction: discord.Interaction, typed: str) -> Choices:
        every = await self.services.tournaments.open(interaction.guild_id or 0)
        fits = [now for now in every if typed.lower() in now.setup.name.lower()]
        return [app_commands.Choice(name=f"{now.setup.name} ({stage(now)})"[:100], value=now.id) for now in fits[:25]]

    @result.autocomplete("match")
    async def _matches(self, interaction: discord.Interaction, typed: str) -> Choices:
        named = str(getattr(interaction.namespace, "tournament", "") or "")
        try:
            now = await self._found(interaction, named)
        except PlayError:
            return []
        told_by = {
            match.id: f"{match.id} {now.name(match.first)} – {now.name(match.second)}" for match in now.state.open()
        }
        fits = [(id, text) for id, text in told_by.items() if typed.lower() in text.lower()]
        return [app_commands.Choice(name=text[:100], value=id) for id, text in fits[:25]]


async def setup(bot: commands.Bot, services: Services) -> None:
    """Add the commands."""
    await bot.add_cog(TournamentCommands(services))
