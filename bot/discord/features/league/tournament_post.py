"""The message that shows a tournament, and the calls to its matches."""

from __future__ import annotations

import discord

from bot.discord.components.build import BLUE, GREY, Button, button, view
from bot.discord.components.custom_id import make
from bot.discord.features.league.board import COLOUR
from bot.discord.features.league.tournament_text import headline, round_lines, table_head, table_lines, terms_line
from bot.discord.response import Reply
from bot.discord.text.limits import EMBED, clip
from bot.game.league.tournaments.dates import games_of
from bot.game.league.tournaments.kept import Held, Ref
from bot.game.league.tournaments.teams import calls, members
from bot.game.league.tournaments.willing import willing
from bot.services import Services
from league.tournaments.terms import BRACKETS, BY_BID

NAMED, ROWS = 60, 12


async def compose(services: Services, now: Held) -> Reply:
    """A tournament as it stands, with its buttons."""
    made = await services.tending.rooms.format(now)
    lines = [terms_line(now, made.title), "", f"**{headline(now)}**"]
    if not now.state.begun:
        lines += await _entered(services, now)
    else:
        lines += await _under_way(services, now)
    embed = discord.Embed(title=now.setup.name, colour=COLOUR, description=clip("\n".join(lines), EMBED))
    return Reply(embed=embed, view=view(_buttons(now)))


async def _entered(services: Services, now: Held) -> list[str]:
    if now.setup.season:
        names = list((await willing(services.store, now)).values())
        head = f"Who has played enough in the season and is willing enters here ({len(names)} so far); the best of them play."
    else:
        names, head = [now.name(entrant) for entrant in now.state.active], "Seeded by the ratings table."
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return [", ".join(names[:NAMED]) + more, f"-# {head}"] if names else [f"-# {head}"]


async def _under_way(services: Services, now: Held) -> list[str]:
    places, lines = await places_of(services, now), list[str]()
    for number, matches in reversed(list(enumerate(now.state.rounds, 1))):
        if not lines or any(now.state.winner(match) is None for match in matches):
            lines += ["", *round_lines(now, number, places)]
    if now.setup.terms.kind not in BRACKETS or not now.open:
        lines += ["", table_head(now), *table_lines(now, ROWS)]
    return lines


async def places_of(services: Services, now: Held) -> dict[str, int]:
    """Where the open matches are played."""
    return {match: row.place for match, row in (await games_of(services.store, now)).items()}


def _buttons(now: Held) -> list[Button]:
    show = button("Show", make("tshow", rest=now.id), GREY)
    if not now.open:
        return [show]
    late = now.setup.terms.kind not in BRACKETS
    enter = [button("Enter", make("tenter", rest=now.id), BLUE)] if late or not now.state.begun else []
    return [*enter, button("Withdraw" if now.state.begun else "Leave", make("tleave", rest=now.id), GREY), show]


def asks(now: Held, entrant: str) -> Reply:
    """What asks people to play in a team."""
    by, *others = (f"<@{person}>" for person in members(entrant))
    text = f"{' and '.join(others)}: {by} would play **{now.setup.name}** with you. The team takes part once all agree."
    return Reply(text, view=view([button("Agree", make("tteam", rest=f"{now.id}|{entrant}"), BLUE)]))


def called(now: Held, ref: Ref, number: int) -> str:
    """What calls both of a match."""
    one, other = calls(ref.first), calls(ref.second)
    game = f", game {ref.game}" if ref.game > 1 else ""
    head = f"**{now.setup.name}**, round {number}, match {ref.match}{game}:"
    if now.setup.terms.sides == BY_BID:
        return f"{head} {one} – {other}. Both bid with `/bid` in the thread; then it begins by itself."
    return f"{head} {one} ({ref.sides[ref.first]}) – {other} ({ref.sides[ref.second]})."
