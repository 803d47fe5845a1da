"""A tournament as a picture with the same in words: its bracket, or its table."""

from __future__ import annotations

from bot.discord.features.league.tables import looked_up
from bot.discord.features.league.tournament_post import places_of
from bot.discord.features.league.tournament_text import (
    headline,
    round_lines,
    stage,
    table_head,
    table_lines,
    terms_line,
)
from bot.discord.response import Reply
from bot.game.league.tournaments.kept import Held
from bot.game.league.tournaments.willing import willing
from bot.processes.picture import Picture
from bot.services import Services
from league.tournaments import Cell, PanelOf, champion, is_over, panels, standings
from league.tournaments.terms import BRACKETS
from render.charts import (
    BracketChart,
    BracketMatch,
    Panel,
    StandingRow,
    StandingsChart,
    bracket_picture,
    standings_picture,
)


async def show_reply(services: Services, now: Held) -> Reply:
    """A tournament as it stands: private, with a button that shows it to all."""
    made = await services.tending.rooms.format(now)
    head = f"**{now.setup.name}**: {stage(now)}. {terms_line(now, made.title)}"
    if not now.state.begun:
        entered = [now.name(entrant) for entrant in now.state.active]
        names = list((await willing(services.store, now)).values()) if now.setup.season else entered
        return looked_up(f"{head}\n{', '.join(names)}", None)
    places, lines = await places_of(services, now), [head]
    if now.state.rounds:
        lines += round_lines(now, len(now.state.rounds), places)
    lines += [table_head(now), *table_lines(now)]
    return looked_up("\n".join(lines), await picture_of(services, now), head)


async def picture_of(services: Services, now: Held) -> Picture | None:
    """The bracket, or the table."""
    if now.setup.terms.kind in BRACKETS:
        return await services.media.chart("bracket", bracket_chart(now), bracket_picture)
    return await services.media.chart("standings", standings_chart(now), standings_picture)


def bracket_chart(now: Held) -> BracketChart:
    """The bracket with names and seeds; where matches go to several wins, with those in place of the seeds."""
    best = champion(now.state) if is_over(now.state) else None
    seeds = {entrant: str(place) for place, entrant in enumerate(now.state.order, 1)}
    drawn = tuple(_panel(now, panel, seeds) for panel in panels(now.state))
    return BracketChart(now.setup.name, drawn, headline(now), now.name(best) if best else "")


def _panel(now: Held, panel: PanelOf, seeds: dict[str, str]) -> Panel:
    rounds = tuple((name, tuple(_match(now, cell, seeds) for cell in cells)) for name, cells in panel.rounds)
    return Panel(rounds, panel.title)


def _match(now: Held, cell: Cell, seeds: dict[str, str]) -> BracketMatch:
    one, other = ((now.name(entrant) if entrant else "") for entrant in (cell.one, cell.other))
    both = zip((cell.one, cell.other), cell.won)
    if now.setup.terms.wins > 1:
        notes = tuple(str(won) if any(cell.won) else "" for _, won in both)
    else:
        notes = tuple(seeds.get(entrant, "") for entrant, _ in both)
    return BracketMatch(cell.id, one, other, cell.winner, (notes[0], notes[1]), cell.sources)


def standings_chart(now: Held) -> StandingsChart:
    """The table with its tie-breaks."""
    ties = now.setup.terms.tie_breaks
    rows = tuple(
        StandingRow(
            line.rank,
            now.name(line.entrant),
            line.points,
            (line.won, line.drawn, line.lost),
            tuple(line.ties[name] for name in ties),
            "withdrawn" if line.gone else "",
            byes=line.byes,
        )
        for line in standings(now.state)
    )
    return StandingsChart(now.setup.name, rows, ties, headline(now))
