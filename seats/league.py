"""The league: matches of mirrored pairs with fixed seeds, and a table of what came of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from seats.arena import Played, play
from seats.rating import SIDES, Score, counted, game_difference, pair_difference

VERDICT = 1001  # first seed of matches that count; tuning uses 1 to 100


@dataclass(frozen=True, slots=True)
class Match:
    """Two players, a board with its rules, so many rounds and pairs."""

    board: str
    a: str
    b: str
    rounds: int
    pairs: int
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        rules = f" with {', '.join(self.rules)}" if self.rules else ""
        return f"{self.a} against {self.b}, {self.board}{rules}, {self.rounds} rounds"


LEAGUE = (
    Match("classic", "officer", "random", 10, 6),
    Match("classic", "officer", "greedy", 10, 24),
    Match("classic", "officer", "recruit", 10, 12),
    Match("classic", "general", "officer", 10, 12),
    Match("global1940", "officer", "greedy", 6, 4),
)


@dataclass
class Result:
    """A match as far as it was played."""

    match: Match
    pairs: list[tuple[Played, Played]] = field(default_factory=list)

    @property
    def by_pairs(self) -> Score:
        """Pairs won by the first player."""
        return counted([pair_difference(*p) for p in self.pairs])

    @property
    def by_games(self) -> Score:
        """Games in which the first player's side gained ground, victories being that."""
        return counted([game_difference(p, s) for pair in self.pairs for p, s in zip(pair, SIDES, strict=True)])

    @property
    def outright(self) -> tuple[int, int]:
        """Games won and lost outright by the first player."""
        ends = [(p.winner, s) for pair in self.pairs for p, s in zip(pair, SIDES, strict=True) if p.winner]
        return sum(w == s for w, s in ends), sum(w != s for w, s in ends)

    @property
    def seconds(self) -> tuple[float, float]:
        """Seconds a turn of the first player, on the mean, and the longest turn of anybody."""
        mine = [p.seconds[s] for pair in self.pairs for p, s in zip(pair, SIDES, strict=True)]
        return sum(mine) / max(1, len(mine)), max((p.longest for pair in self.pairs for p in pair), default=0.0)

    @property
    def refused(self) -> int:
        """Own orders of the first player that were refused."""
        found = (p.refused[s] for pair in self.pairs for p, s in zip(pair, SIDES, strict=True))
        return sum(sum(c.values()) for c in found)

    def row(self) -> str:
        """A line of the table."""
        won, lost = self.outright
        mean, longest = self.seconds
        cells = (str(self.match), str(self.by_pairs), str(self.by_games), f"{won} : {lost}")
        return f"| {' | '.join(cells)} | {mean:.2f} / {longest:.1f} | {self.refused} |"


HEAD = """| match | pairs won-drawn-lost, score (95 %), Elo | games | outright | seconds a turn / longest | refused |
| --- | --- | --- | --- | --- | --- |"""


def pairs(match: Match, seed: int) -> Iterator[tuple[Played, Played]]:
    """The pairs of a match, one after another."""
    axis, allies = SIDES
    for n in range(match.pairs):
        first = play(match.board, seed + n, {axis: match.a, allies: match.b}, match.rounds, match.rules)
        second = play(match.board, seed + n, {axis: match.b, allies: match.a}, match.rounds, match.rules)
        yield first, second


def league(matches: Sequence[Match] = LEAGUE, seed: int = VERDICT, log: Path | None = None) -> Iterator[Result]:
    """Play matches; each result is given again after each of its pairs."""
    for match in matches:
        result = Result(match)
        for pair in pairs(match, seed):
            result.pairs.append(pair)
            if log:
                with log.open("a") as file:
                    file.write(json.dumps([str(match), pair[0].seed, pair_difference(*pair), result.row()]) + "\n")
            yield result
