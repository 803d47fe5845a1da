"""A finished game, as a league keeps it: who played what, with which bid, how it ended, and what proves it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

DRAW: Final = ""
HOWS: Final = ("victory", "concession", "forfeit", "adjudication", "draw")


class RecordError(ValueError):
    """A record of a finished game that cannot be; the text says why."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who held a power to the end. person: an id that stays. share: how much of its side the power is, such as its part of
    the income at the start; the shares of a side need not add up to 1."""

    power: str
    side: str
    person: str
    name: str = ""
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Bid:
    """What a side got before the first turn, in IPC."""

    side: str
    amount: int


@dataclass(frozen=True, slots=True)
class Opening:
    """What a power bought and where it attacked in its first turn. bought: units with their numbers. attacked: places."""

    power: str
    bought: Mapping[str, int] = field(default_factory=dict)
    attacked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over.

    sides: both, in the order of the alphabet. winner: a side, or DRAW. how: one of HOWS. started, ended: Unix seconds.
    luck: IPC won by luck, by side. pace: hours that a turn took in the middle, by person. overruns: turns over time, by
    person. chance: what the ratings said before it of the first side, if they did. edits: changes by the game's master.
    unrated: why it does not count ("": it does). log: SHA-256 of the game's log. event: the tournament and its round, such
    as ("spring", 2). public: nobody who played said no to the archive.
    """

    id: str
    format: str
    board: str
    seats: tuple[Seat, ...]
    winner: str
    how: str
    started: float
    ended: float
    rules: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    bid: Bid | None = None
    rounds: int = 0
    luck: Mapping[str, float] = field(default_factory=dict)
    pace: Mapping[str, float] = field(default_factory=dict)
    overruns: Mapping[str, int] = field(default_factory=dict)
    chance: float | None = None
    edits: int = 0
    unrated: str = ""
    log: str = ""
    openings: tuple[Opening, ...] = ()
    event: tuple[str, int] | None = None
    public: bool = True

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise RecordError(f"Game {self.id}: {fault}")

    @property
    def sides(self) -> tuple[str, str]:
        """Both sides, in the order of the alphabet."""
        first, second = sorted({seat.side for seat in self.seats})
        return first, second

    @property
    def ground(self) -> str:
        """What the sides are played on: the board with its documents and the options that are not as printed."""
        options = [f"{name}={value}" for name, value in sorted(self.options.items()) if name != "bid"]
        return " ".join([self.board, *sorted(self.rules), *options])

    @property
    def score(self) -> float:
        """Of the first side: 1 won, 0 lost, a half drawn."""
        return 0.5 if self.winner == DRAW else float(self.winner == self.sides[0])

    def team(self, side: str) -> dict[str, float]:
        """Who played a side, each with their part of it; the parts add up to 1."""
        held: dict[str, float] = {}
        for seat in sorted(self.seats, key=lambda seat: (seat.person, seat.power)):
            if seat.side == side:
                held[seat.person] = held.get(seat.person, 0.0) + seat.share
        total = sum(held.values())
        return {person: share / total for person, share in held.items()}

    def side_of(self, person: str) -> str | None:
        """The side of a person; None if they did not play, or played both."""
        sides = {seat.side for seat in self.seats if seat.person == person}
        return sides.pop() if len(sides) == 1 else None

    def score_of(self, person: str) -> float | None:
        """What somebody made of it: 1, a half or 0; None if they did not play one side."""
        return self.scores.get(person)

    @property
    def scores(self) -> dict[str, float]:
        """What each of those who played one side made of it: 1, a half or 0."""
        sides = {seat.person: seat.side for seat in self.seats}
        if len(sides) < len(self.seats):
            for person in {seat.person for seat in self.seats if sides[seat.person] != seat.side}:
                del sides[person]
        winner = self.winner
        if winner == DRAW:
            return dict.fromkeys(sides, 0.5)
        return {person: 1.0 if side == winner else 0.0 for person, side in sides.items()}

    @property
    def winners_chance(self) -> float | None:
        """What the ratings said before it of who has won; None without a winner, or where they said nothing."""
        if self.chance is None or self.winner == DRAW:
            return None
        return self.chance if self.winner == self.sides[0] else 1 - self.chance

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who played, once."""
        return tuple(sorted({seat.person for seat in self.seats}))


def _faults(game: Finished) -> list[str]:
    sides = {seat.side for seat in game.seats}
    found = []
    if len(sides) != 2:
        found.append(f"it has {len(sides)} sides, and a league knows two.")
    if any(not seat.share > 0 for seat in game.seats):
        found.append("the share of a power is above 0.")
    if len({seat.power for seat in game.seats}) < len(game.seats):
        found.append("a power is held by two: name one of them.")
    if game.how not in HOWS:
        found.append(f"it ends by {', '.join(HOWS)}, not by “{game.how}”.")
    elif (game.winner == DRAW) != (game.how == "draw"):
        found.append("what has no winner is a draw, and nothing else is.")
    if game.winner != DRAW and game.winner not in sides:
        found.append(f"“{game.winner}” is no side of it.")
    if game.bid and (game.bid.side not in sides or game.bid.amount < 0):
        found.append("a bid is for one of its sides, of 0 IPC or more.")
    if game.chance is not None and not 0 <= game.chance <= 1:
        found.append("a chance is 0 to 1.")
    if not game.ended >= game.started:
        found.append("it ends before it begins.")
    return found
