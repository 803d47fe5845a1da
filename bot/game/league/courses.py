"""The course of a game, as far as its result goes (league/results): begun at the start, read with who plays by now and with
what the master has changed since.

Before the start there is none: who wants the game rated stands in the preferences of scope "rated", one a person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.game.computers.computers import computers
from bot.game.league import formats
from bot.game.league.formats import home
from bot.store import AuditLine, PutCourse, Store
from bot.store.records import Game, Seat
from league import codec
from league.results import Course
from league.results.course import Edit
from rules.model.board import load

SCOPE = "rated"
MATCH = "match"
"""In a game's settings: which game of which match of a tournament it is (bot/game/league/tournaments/kept.py)."""
EDITS = ("edit", "edit undone", "back")
"""What a master does that stands beside the result; going back, where the players did not agree to it."""
TOLD = "taken over"
"""What the record says when turns are taken over from a text."""
MASTERS = "the game master's word"
COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a game. league: the server at which it is at home. format: "" for a game by no format. chance: what
    the ratings said of the first side before it."""

    league: int
    course: Course
    format: str = ""
    chance: float | None = None
    event: tuple[str, int] | None = None
    shares: Mapping[str, float] = field(default_factory=dict)

    def step(self, game_id: str) -> PutCourse:
        """The step that keeps it."""
        return PutCourse(game_id, self.league, codec.dumped(self))


async def wishes(store: Store, game_id: str) -> dict[str, bool]:
    """Who has said in the lobby whether they want it rated."""
    return {person: bool(wish) for person, wish in (await store.preferences(SCOPE, game_id)).items()}


async def begun(store: Store, row: Game, seats: Sequence[Seat], now: float) -> Kept:
    """The course of a game that starts. Who has not agreed by now that it is rated has not agreed."""
    league, (teams, played) = await home(store, row.guild_id), teams_of(row, seats)
    made, differs = await formats.differs(store, row, league)
    said, course = await wishes(store, row.id), Course(teams, computers=played, differs=differs)
    if made is not None:
        course = replace(course, edits_make=made.rating.edits, shortest=made.rating.rounds)
    course = replace(course, wishes={person: said.get(person, False) for person in sorted(course.people)})
    shares = dict(made.shares) if made else {}
    event = row.settings.get(MATCH, {}).get("event")
    return Kept(
        league, course.start(now), made.id if made else "", event=tuple(event) if event else None, shares=shares
    )


async def kept(store: Store, row: Game, rounds: int = 0) -> Kept:
    """How a game stands, which has started; one of which nothing was kept counts for no table."""
    stored, seats = await store.league.course(row.id), await store.seats(row.id)
    teams, played = teams_of(row, seats)
    if stored is None:
        course = Course(teams, computers=played).start(row.created)
        return Kept(await home(store, row.guild_id), course.in_round(rounds))
    found: Kept = codec.loaded(Kept, stored)
    if found.course.result is not None:
        return found
    edits, told = await store.audit(row.id, limit=1000, only=EDITS), await store.audit(row.id, limit=1, only=(TOLD,))
    course = replace(found.course.seated(teams, played), edits=tuple(map(_edit, filter(_is_edit, reversed(edits)))))
    return replace(found, course=replace(course.in_round(rounds), told=bool(told)))


def teams_of(row: Game, seats: Sequence[Seat]) -> tuple[dict[str, frozenset[str]], frozenset[str]]:
    """Side -> everybody who plays it, and which of them are computers."""
    board, played = load(row.board), computers(row)
    teams: dict[str, set[str]] = {board.side(power): set() for power in board.order}
    for power in board.order:
        if power in played:
            teams[board.side(power)].add(computer_id(played[power].level))
    for seat in seats:
        if seat.role == "player" and seat.power in board.order and seat.power not in played:
            teams[board.side(seat.power)].add(str(seat.user_id))
    found = {side: frozenset(team) for side, team in sorted(teams.items())}
    return found, frozenset(computer_id(one.level) for one in played.values())


def computer_id(level: str) -> str:
    """A computer as a person of the record."""
    return f"{COMPUTER} {level}"


def _is_edit(line: AuditLine) -> bool:
    return line.action != "back" or line.detail.get("consent") == MASTERS


def _edit(line: AuditLine) -> Edit:
    what = line.detail.get("what") or f"before order {line.detail.get('number')}"
    return Edit(line.at, line.actor, f"{line.action}: {what}: {line.detail.get('why') or 'no reason given'}")
