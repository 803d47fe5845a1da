"""The noticeboard of a league: tickets, open challenges, games under way, the last results, the top of the table."""

from __future__ import annotations

import discord

from bot.discord.components.build import view
from bot.discord.features.league.challenge import offer_text
from bot.discord.features.league.clock_text import away_line
from bot.discord.features.league.follow import follow_menu
from bot.discord.features.league.play import take_buttons, ticket_text
from bot.discord.features.league.tables import game_line, table_line
from bot.discord.features.league.tournament_text import board_lines, season_lines
from bot.discord.features.panel.panel import deadline
from bot.discord.response import Reply
from bot.discord.text.limits import EMBED, clip
from bot.discord.text.words import where
from bot.game import Situation
from bot.game.league import formats
from bot.game.league.tickets import Looking
from bot.game.lobby.bids import Bids
from bot.game.lobby.seating import BIDDERS
from bot.services import Services
from bot.store import Game
from rules.model.names import have, listing

GAMES, RESULTS, TOP, CHALLENGES = 15, 5, 5, 8
COLOUR = 0x8A7B52


async def compose(services: Services, guild: int) -> Reply:
    """The noticeboard as it is true now."""
    league = await formats.home(services.store, guild)
    looking = await _looking(services, guild, league)
    known = await formats.every(services.store, league)
    parts = [
        (
            "Looking for a game",
            [f"- {ticket_text(one, known)} Ends <t:{int(one.ticket.until)}:R>." for one in looking],
        ),
        ("Open challenges", await _challenges(services, league)),
        ("Tournaments", await _tournaments(services, guild)),
        ("Bids are missing", await _bidding(services, guild)),
        ("Games", await _games(services, guild)),
        ("Last results", await _results(services, league)),
        ("Top of the table", await _top(services, league)),
    ]
    lines = [line for title, found in parts if found for line in (f"**{title}**", *found, "")]
    embed = discord.Embed(title="Noticeboard", colour=COLOUR)
    embed.description = clip(
        "\n".join(lines).strip() or "Nothing is going on. `/play` looks for a game, `/challenge` begins one.", EMBED
    )
    running = await _running(services, guild)
    return Reply(embed=embed, view=view(take_buttons(looking), follow_menu(running)))


async def _looking(services: Services, guild: int, league: int) -> list[Looking]:
    """Those who look for a game, people of this server first."""
    found = [one.looking for one in await services.tickets.open(league)]
    return sorted(found, key=lambda one: one.guild != guild)[:CHALLENGES]


async def _challenges(services: Services, league: int) -> list[str]:
    known = await formats.every(services.store, league)
    found = [one for one in await services.challenges.open(league) if one.challenge.offer.format in known]
    lines = [f"- {offer_text(one, known[one.challenge.offer.format][1].title)}" for one in found[:CHALLENGES]]
    return [*lines, f"-# And {len(found) - CHALLENGES} more."] if len(found) > CHALLENGES else lines


async def _tournaments(services: Services, guild: int) -> list[str]:
    seasons = season_lines(await services.seasons.every(guild))
    return [*board_lines(await services.tournaments.open(guild)), *seasons]


async def _bidding(services: Services, guild: int) -> list[str]:
    """`<#5>: Anna has not bid for the Allies`: games that are agreed upon and wait for bids, the oldest first."""
    desk, lines = Bids(services.lobby), list[str]()
    for row in sorted(await services.store.games(guild, ("lobby",)), key=lambda row: row.created):
        if left := await desk.missing(row):
            who = listing([row.settings[BIDDERS][str(user)] or f"<@{user}>" for user in left])
            lines.append(f"- {where(row)}: {who} {have(len(left))} not bid for the {await desk.side(row.id)}")
    return [*lines[:GAMES], f"-# And {len(lines) - GAMES} more."] if len(lines) > GAMES else lines


async def _running(services: Services, guild: int) -> list[Game]:
    """The games of a server that are played, those of which there is news first."""
    return sorted(await services.store.games(guild, ("running", "paused")), key=lambda row: -row.updated)


async def _games(services: Services, guild: int) -> list[str]:
    running = await _running(services, guild)
    lines = [await _game(services, await services.games.situation(row.id)) for row in running[:GAMES]]
    return [*lines, f"-# And {len(running) - GAMES} more."] if len(running) > GAMES else lines


async def _game(services: Services, now: Situation) -> str:
    """`<#5>: round 3, Anna to act, last order two hours ago, time is up ...`."""
    row, people = now.row, await now.people()
    names = {seat.user_id: seat.name for seat in now.facts.seats}
    who = ", ".join(names.get(user) or f"<@{user}>" for user in people) or "nobody"
    acts = "paused" if row.status == "paused" else f"{who} to act, last order <t:{int(row.updated)}:R>"
    due = deadline(now.facts)
    acts += f", time is up <t:{int(due)}:R>" if due else ""
    away = [line for user in people if (line := await away_line(services, now, user))]
    acts += f" ({'; '.join(away)})" if away else ""
    return f"- {where(row)}: round {now.game.state.turn.round}, {acts}"


async def _results(services: Services, league: int) -> list[str]:
    games = [game for game in await services.archive.games(league) if game.public]
    return [game_line(game) for game in games[: -RESULTS - 1 : -1]]


async def _top(services: Services, league: int) -> list[str]:
    played = await services.archive.played(league)
    if not played:
        return []
    rows = await services.archive.table(league, played[0])
    return [table_line(row) for row in rows if row.rank][:TOP]
