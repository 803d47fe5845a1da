"""Results in words."""

from __future__ import annotations

from bot.discord.text.words import mentions, plural
from league.finished import DRAW, Finished
from league.results import Course

EDITS = 5
_HOWS = {
    "victory": "by the rules",
    "concession": "as the others gave up",
    "forfeit": "as the others did not come",
    "adjudication": "by adjudication",
}


def result_text(game: Finished, course: Course) -> str:
    """What is posted when a game is over: who has won and how, with whom, whether it counts, what was edited."""
    lines = [f"**{winner_line(game)}**", *(team_line(game, side) for side in game.sides)]
    result = course.result
    if result is not None and result.why:
        who = f"<@{result.by}> has decided it" if result.by else "The reason"
        lines.append(f"{who}: “{result.why}”")
    lines.append(rated_line(game, course))
    if course.edits:
        lines.append(f"The game master changed something {plural(len(course.edits), 'time')}:")
        lines += [f"- <@{edit.by}> {edit.text}" for edit in course.edits[-EDITS:]]
    lines.append(f"-# Game `{game.id}`, dice log `{game.log[:16]}`. `/export` has the log, the dice and a case.")
    return "\n".join(lines)


def winner_line(game: Finished) -> str:
    """`The Axis have won in round 7, as the others gave up.`"""
    if game.winner == DRAW:
        return f"A draw in round {game.rounds}."
    return f"The {game.winner} have won in round {game.rounds}, {_HOWS[game.how]}."


def team_line(game: Finished, side: str) -> str:
    """`Axis: Boris (Germany, Japan)`, with the bid if it was theirs."""
    held: dict[str, list[str]] = {}
    for seat in game.seats:
        if seat.side == side:
            held.setdefault(seat.name or f"<@{seat.person}>", []).append(seat.power)
    players = "; ".join(f"{name} ({', '.join(powers)})" for name, powers in held.items())
    bid = f", with a bid of {game.bid.amount} IPC" if game.bid and game.bid.side == side else ""
    return f"{side}: {players}{bid}"


def rated_line(game: Finished, course: Course) -> str:
    """Whether a game counts, and why not."""
    if not game.unrated:
        return "This game is rated."
    verdict = course.verdict()
    if verdict.counts is None:
        return f"{verdict.why} An arbiter says whether the game counts: `/arbiter rated`."
    said = [person for person in course.unwilling if person.isdecimal()]
    wanted = any(course.wishes.values())
    missing = f" Missing: {mentions(map(int, said))}." if said and wanted else ""
    return f"This game is not rated. {game.unrated}{missing}" if wanted else "This game is not rated."
