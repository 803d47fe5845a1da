"""Tables, cards, histories and games of the archive as replies: a picture with the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.discord.components.build import view
from bot.discord.components.share import share
from bot.discord.features.league.text import winner_line
from bot.discord.response import Reply
from bot.discord.text.limits import CONTENT, clip
from bot.discord.text.words import per_cent, plural
from bot.processes.picture import Picture
from bot.services import Services
from league.archive import Card, Choice, Row, Tally
from league.finished import DRAW, Finished
from league.ratings import FairBid, Ratings
from render.charts import (
    HistoryChart,
    PlayerChart,
    RatingTrail,
    ResultRow,
    TableChart,
    TableRow,
    history_picture,
    player_picture,
    table_picture,
)

MOST, FOUND, OPPONENTS, TRAILS = 20, 12, 6, 8


def looked_up(text: str, picture: Picture | None, pictured: str = "") -> Reply:
    """A private answer with a button that shows it to all. pictured: what stands beside a picture in place of the text."""
    shown = pictured if picture else clip(text, CONTENT)
    return Reply(shown, private=True, view=view(share()), pictures=[picture] if picture else [])


async def table_reply(services: Services, title: str, rows: Sequence[Row], mine: str) -> Reply:
    """The table of a format."""
    if not rows:
        return Reply(f"**{title}**: no rated game is over yet.", private=True)
    drawn = tuple(
        TableRow(str(r.rank or ""), r.name, r.points, r.give, (r.won, r.drawn, r.lost), r.change, r.person == mine)
        for r in rows
    )
    picture = await services.media.chart("table", TableChart(title, drawn, since="a month ago"), table_picture)
    lines = [f"**{title}** (points ± what they may be off; won, drawn, lost)", *map(table_line, rows[:MOST])]
    if len(rows) > MOST:
        lines.append(f"-# And {len(rows) - MOST} more.")
    return looked_up("\n".join(lines), picture)


def table_line(row: Row) -> str:
    """`1. Anna: 1623 ± 80, 12-1-4`."""
    rank = f"{row.rank}." if row.rank else "-"
    return f"{rank} {row.name}: {row.points:.0f} ± {row.give:.0f}, {row.won}-{row.drawn}-{row.lost}"


async def card_reply(services: Services, card: Card, ranks: Sequence[tuple[str, Row]]) -> Reply:
    """A player's card. ranks: formats with their rows of the table."""
    if not card.all.played:
        return Reply("No game of theirs is over yet.", private=True)
    rank = "; ".join(f"{title}: {row.points:.0f} ± {row.give:.0f}" for title, row in ranks[:2])
    groups = (("By side", _rows(card.sides)), ("By opponent", _rows(card.opponents)[:OPPONENTS]))
    figures, notes = _figures(card), _notes(card)
    chart = PlayerChart(card.name, plural(card.all.played, "game"), rank, groups, figures, notes)
    picture = await services.media.chart("card", chart, player_picture)
    lines = [f"**{card.name}**: {_told(card.all)}" + (f" ({rank})" if rank else "")]
    lines += [f"{name}: {'; '.join(f'{r.name} {r.won}-{r.drawn}-{r.lost}' for r in rows)}" for name, rows in groups]
    lines += [f"{name}: {value}" for name, value in figures]
    return looked_up("\n".join([*lines, *notes]), picture)


def _rows(shelf: dict[str, Tally]) -> tuple[ResultRow, ...]:
    found = sorted(shelf.items(), key=lambda one: (-one[1].played, one[0]))
    return tuple(ResultRow(name, t.won, t.drawn, t.lost, t.expected / t.told if t.told else None) for name, t in found)


def _told(tally: Tally) -> str:
    return f"{tally.won} won, {tally.drawn} drawn, {tally.lost} lost"


def _figures(card: Card) -> tuple[tuple[str, str], ...]:
    found = [] if card.luck is None else [("Luck", f"{card.luck:+.1f} IPC a game")]
    found += [] if card.pace is None else [("Pace", f"{card.pace:.1f} hours a turn")]
    found += [("Overruns", str(card.overruns))] if card.overruns else []
    found += [("Forfeits", str(card.forfeits))] if card.forfeits else []
    if abs(card.run) > 1:
        found.append(("Now", f"{abs(card.run)} {'won' if card.run > 0 else 'lost'} in a row"))
    return tuple(found)


def _notes(card: Card) -> tuple[str, ...]:
    best = card.best
    if best is None or best.winners_chance is None:
        return ()
    return (f"The least expected win: game {best.id} (the ratings gave that {per_cent(best.winners_chance)}).",)


async def history_reply(
    services: Services, title: str, steps: Sequence[Ratings], names: dict[str, str], who: str
) -> Reply:
    """Ratings over time: of one person, or of those who are first now."""
    if not steps:
        return Reply(f"**{title}**: no rated game is over yet.", private=True)
    people = [who] if who else steps[-1].order()[:TRAILS]
    trails = []
    for person in people:
        found = [(s.at, s.people[person].points, s.people[person].give) for s in steps if person in s.people]
        trails.append(RatingTrail(names.get(person, person), tuple(found)))
    dates = tuple((step.at, _day(step.at)) for step in (steps[0], steps[len(steps) // 2], steps[-1]))
    chart = HistoryChart(title, tuple(trail for trail in trails if trail.points), dates)
    if not chart.trails:
        return Reply("They have no rating here.", private=True)
    picture = await services.media.chart("history", chart, history_picture)
    lines = [f"**{title}**", *(f"{t.name}: {t.points[0][1]:.0f} to {t.points[-1][1]:.0f}" for t in chart.trails)]
    return looked_up("\n".join(lines), picture)


def bid_text(title: str, first: str, second: str, found: FairBid | str) -> str:
    """The fair bid in words, with what it may be as well."""
    if isinstance(found, str):
        return f"**{title}**: nobody can say yet what bid is fair. {found}"
    side, sign = (first, 1) if found.amount >= 0 else (second, -1)
    low, high = sorted((sign * found.low, sign * found.high))
    even = f"{sign * found.amount:.0f} IPC for the {side} make a game between equals even"
    return f"**{title}**: {even}; 4 of 5 times it is {low:.0f} to {high:.0f}."


def games_text(games: Sequence[Finished]) -> str:
    """Games that were found, a line each."""
    if not games:
        return "No finished game here is like that; `/game list` has those that are played."
    for shown in range(min(FOUND, len(games)), 0, -1):
        lines = [f"**{plural(len(games), 'game')}**", *map(game_line, games[:shown])]
        if left := len(games) - shown:
            lines.append(f"-# And {left} more: `player:`, `tournament:` or `after:` asks for less.")
        if len(text := "\n".join(lines)) <= CONTENT:
            break
    return text


def game_line(game: Finished) -> str:
    """`a1b2c3d4 2026-11-02 Anna – Boris: The Axis have won ...`."""
    chance = game.winners_chance
    told = winner_line(game)
    if chance is not None and game.winner != DRAW:
        told = f"{told.rstrip('.')} (the ratings gave that {per_cent(chance)})."
    if game.event is not None:
        told += f" {game.event[0]}, round {game.event[1]}."
    return f"- `{game.id}` {sides_line(game)}: {told}"


def sides_line(game: Finished) -> str:
    """`2026-11-02 Allies Anna – Axis Boris`."""
    teams = []
    for side in game.sides:
        names = dict.fromkeys(seat.name or seat.person for seat in game.seats if seat.side == side)
        teams.append(f"{side} {', '.join(names)}")
    return f"{_day(game.ended)} {' – '.join(teams)}"


def openings_text(power: str, choices: Sequence[Choice]) -> str:
    """What a power has done in its first turn, and how those games went."""
    if not choices:
        return f"No game is over in which {power} had a first turn."
    lines = [f"**First turns of {power}**, of {plural(choices[0].of, 'game')}"]
    for one in choices[:FOUND]:
        bid = f", at a bid of {one.bid:+.0f}" if one.bid else ""
        scored = f"{per_cent(one.score)} of the points ({100 * one.low:.0f} to {100 * one.high:.0f})"
        lines.append(f"- {one.what}: {plural(one.games, 'game')}, {scored}{bid}")
    return "\n".join(lines)


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")
