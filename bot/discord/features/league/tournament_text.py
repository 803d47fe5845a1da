"""Tournaments in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.discord.text.words import plural, span, until
from bot.game.league.tournaments.kept import Held, Told
from bot.game.league.tournaments.season_kept import HeldSeason
from league.tournaments import (
    DOUBLE,
    NOBODY,
    NOT_PLAYED,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    Begun,
    Entered,
    Line,
    Match,
    Paired,
    Played,
    Terms,
    Withdrew,
    is_over,
    ranking,
    standings,
)
from league.tournaments.terms import BRACKETS, BY_BID
from rules.model.names import have

TITLES = {ROUND_ROBIN: "Round robin", SWISS: "Swiss", SINGLE: "Single elimination", DOUBLE: "Double elimination"}
MOST = 40


def terms_line(now: Held, format: str) -> str:
    """`Swiss, 5 rounds; Classic, forum league; sides in turn; a round is played for 14 days.`"""
    terms, dates = now.setup.terms, now.setup.schedule
    parts = [f"{TITLES[terms.kind]}{_extent(terms)}", format]
    if now.setup.team > 1:
        parts.append(f"teams of {now.setup.team}")
    parts.append("sides are bid for" if terms.sides == BY_BID else "sides in turn")
    if dates:
        parts.append(f"a round is played for {span(dates.lasts)}")
        if dates.start and not now.state.begun:
            parts.append(f"the first begins <t:{int(dates.start)}:f>")
    return "; ".join(parts) + ". Its games are rated."


def _extent(terms: Terms) -> str:
    if terms.kind == SWISS:
        return f", {plural(terms.rounds, 'round')}"
    if terms.kind == ROUND_ROBIN:
        return f", everybody meets {'once' if terms.legs == 1 else f'{terms.legs} times'}"
    third = ", with a match for the third place" if terms.third else ""
    return (f", matches go to {terms.wins} wins" if terms.wins > 1 else "") + third


def match_line(now: Held, match: Match, places: Mapping[str, int]) -> str:
    """`1.2 Anna (Allies) – Boris (Axis): <#77>`, or how it ended. places: match -> where it is played."""
    one, other = (now.name(entrant) for entrant in (match.first, match.second))
    if match.is_bye:
        return f"- {match.id} {one} has a bye"
    winner = now.state.winner(match)
    if winner is None:
        where = f": <#{places[match.id]}>" if match.id in places else ""
        if now.setup.terms.sides != BY_BID:  # those of the game that is played now: they change from game to game
            sides = now.ref(match).sides
            one, other = f"{one} ({sides[match.first]})", f"{other} ({sides[match.second]})"
        return f"- {match.id} {one} – {other}{_score(now, match)}{where}"
    if winner == NOBODY:
        drawn = "not played, no points" if now.state.is_not_played(match) else "a draw"
        return f"- {match.id} {one} – {other}: {drawn}"
    how = ", a walk-over" if now.state.is_walk_over(match) else ""
    loser = match.second if winner == match.first else match.first
    return f"- {match.id} **{now.name(winner)}** beats {now.name(loser)}{_score(now, match)}{how}"


def without_winner(now: Held, decided: str) -> str:
    """What an arbiter has said of a match that nobody has won."""
    if decided == NOT_PLAYED:
        return "not played, no points for either"
    return "a draw, and played again" if now.setup.terms.kind in BRACKETS else "a draw, half a point each"


def _score(now: Held, match: Match) -> str:
    """The games won of a match that goes to several."""
    told = list(now.state.games.get(match.id, {}).values())
    if now.setup.terms.wins == 1 or now.setup.terms.kind not in BRACKETS or not told:
        return ""
    return " " + ":".join(str(sum(game.winner == one for game in told)) for one in (match.first, match.second))


def round_lines(now: Held, number: int, places: Mapping[str, int]) -> list[str]:
    """A round with its dates and matches."""
    dates = now.schedule
    head = f"**Round {number}**"
    if dates:
        head += f", {until(dates.opens(number))} to {until(dates.ends(number))}"
    return [head, *match_lines(now, number, now.state.rounds[number - 1], places)]


def match_lines(now: Held, number: int, matches: Sequence[Match], places: Mapping[str, int]) -> list[str]:
    """The matches of a round; of the first of a bracket also who goes on without one."""
    free = list[str]()
    if number == 1 and now.setup.terms.kind in BRACKETS:
        playing = {entrant for match in matches for entrant in (match.first, match.second)}
        free = [
            f"- {now.name(one)} has a bye" for one in now.state.order if one in now.state.active and one not in playing
        ]
    return [*(match_line(now, match, places) for match in matches), *free]


def table_head(now: Held) -> str:
    """`**Table** (points, won-drawn-lost)`, or that of a bracket."""
    return "**Places**" if now.setup.terms.kind in BRACKETS else "**Table** (points, won-drawn-lost)"


def table_lines(now: Held, most: int = MOST) -> list[str]:
    """The table of a Swiss or round robin; of a bracket who is where."""
    if now.setup.terms.kind in BRACKETS:
        rows = [f"{place}. {now.name(entrant)}" for place, entrant in ranking(now.state)]
    else:
        rows = [_line(now, line) for line in standings(now.state)]
    return [*rows[:most], *([f"-# And {len(rows) - most} more."] if len(rows) > most else [])]


def _line(now: Held, line: Line) -> str:
    """`2. Anna: 3.5 (3-1-1), one bye`"""
    byes = f", {plural(line.byes, 'bye')}" if line.byes else ""
    gone = ", withdrawn" if line.gone else ""
    return f"{line.rank}. {now.name(line.entrant)}: {line.points:g} ({line.won}-{line.drawn}-{line.lost}){byes}{gone}"


def stage(now: Held) -> str:
    """`round 2 of 5, 3 matches open`, `12 have entered`, `over, Anna has won`."""
    state = now.state
    if not now.open or (state.begun and is_over(state)):
        best = [now.name(entrant) for place, entrant in ranking(state) if place == 1] if state.begun else []
        return (
            f"over, {' and '.join(best)} {have(len(best) * now.setup.team)} won"
            if best and is_over(state)
            else "ended before its end"
        )
    if not state.begun and now.setup.season:
        return "people can enter"  # they are willing; who of them plays is seen when it begins
    if not state.begun:
        return f"{len(state.active)} {have(len(state.active))} entered"
    of = f" of {state.terms.rounds}" if state.terms.kind == SWISS else ""
    left = len(state.open())
    if not state.rounds:
        return f"begun, round 1{of} comes next"
    if not left:
        return f"round {len(state.rounds)}{of} is played"
    under_way = [
        n for n, matches in enumerate(state.rounds, 1) if any(state.winner(match) is None for match in matches)
    ]
    rounds = f"rounds {under_way[0]} to {under_way[-1]}" if len(under_way) > 1 else f"round {under_way[0]}{of}"
    return f"{rounds}, {plural(left, 'match', 'matches')} open"


def headline(now: Held) -> str:
    """The same to begin a line with."""
    text = stage(now)
    return text[:1].upper() + text[1:]


def board_lines(every: Sequence[Held]) -> list[str]:
    """What the noticeboard says of tournaments."""
    return [f"- **{now.setup.name}** in <#{now.setup.place}>: {stage(now)}" for now in every]


def season_lines(every: Sequence[HeldSeason]) -> list[str]:
    """What the noticeboard says of seasons that are not over."""
    return [f"- Season **{now.setup.name}**: until {until(now.setup.season.end)}" for now in every if now.open]


def record_line(now: Held, told: Told) -> str:
    """An event of the record with who brought it about."""
    who = "by itself" if told.by == "game" else f"<@{told.by}>"
    return f"<t:{int(told.at)}:f> {_event(now, told)} ({who})"


def _event(now: Held, told: Told) -> str:
    why = f" “{told.note}”" if told.note else ""
    match told.event:
        case Entered():
            enters = "enters" if now.setup.team == 1 else "enter"
            at = (
                "" if now.setup.season else f", seeded at {told.event.seed:g}"
            )  # there it is a place, the best the highest
            return f"{now.name(told.event.entrant)} {enters}{at}"
        case Withdrew():
            return f"{now.name(told.event.entrant)} {'withdraws' if now.setup.team == 1 else 'withdraw'}{why}"
        case Begun():
            return f"it begins with {len(told.event.order)}"
        case Paired():
            return f"round {told.event.number}: {plural(len(told.event.matches), 'match', 'matches')}"
        case Played():
            winner = told.event.winner
            won = f"won by {now.name(winner)}" if winner != NOBODY else "nobody wins"
            return f"match {told.event.match}: {won}, {told.event.how}{why}"
