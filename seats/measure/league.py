"""The league: matches of mirrored pairs with fixed seeds, and a table of what came of them. Each pair is a line of a log, so
that the league can be played in pieces; pairs of another version of the players do not count."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from seats.measure.arena import Played, play
from seats.measure.rating import SIDES, Score, counted, game_difference, pair_difference
from seats.measure.roster import version

YARDSTICK = "officer@90f0cab3"  # what strength is measured against
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
    Match("global1940", "general", YARDSTICK, 6, 30),
    Match("europe1943", "general", YARDSTICK, 4, 60),
    Match("classic", "general", YARDSTICK, 10, 40),
    Match("classic", "general", "punisher", 10, 24),
)


@dataclass(frozen=True, slots=True)
class Pair:
    """What is kept of a pair, for the first player: how much better he did, what he gained in each game, won (1) or lost
    (-1) outright, seconds a turn; the longest turn of anybody, own orders refused, seconds of a core."""

    match: str
    version: str
    seed: int
    difference: float
    gains: Sequence[float]
    ends: Sequence[int]
    seconds: Sequence[float]
    longest: float
    refused: int
    core: float

    @classmethod
    def read(cls, line: str) -> Pair:
        """A line of the log."""
        values: dict[str, Any] = json.loads(line)
        return cls(**values)


@dataclass
class Result:
    """A match as far as it was played."""

    match: Match
    pairs: list[Pair] = field(default_factory=list)

    @property
    def by_pairs(self) -> Score:
        """Pairs won by the first player."""
        return counted([p.difference for p in self.pairs])

    @property
    def by_games(self) -> Score:
        """Games in which the first player's side gained ground, victories being that."""
        return counted([gain for p in self.pairs for gain in p.gains])

    def row(self) -> str:
        """A line of the table."""
        ends = [end for p in self.pairs for end in p.ends]
        seconds = [s for p in self.pairs for s in p.seconds]
        mean, longest = sum(seconds) / max(1, len(seconds)), max((p.longest for p in self.pairs), default=0.0)
        core = sum(p.core for p in self.pairs) / max(1, len(self.pairs))
        played = len(self.pairs)
        so_far = "" if played == self.match.pairs else f", {played} of {self.match.pairs} pairs"
        cells = (
            f"{self.match}{so_far}", str(self.by_pairs), str(self.by_games), f"{ends.count(1)} : {ends.count(-1)}",
            f"{mean:.2f} / {longest:.1f}", f"{core:.0f}", str(sum(p.refused for p in self.pairs)),
        )  # fmt: skip
        return f"| {' | '.join(cells)} |"


HEAD = """| match | pairs won-drawn-lost, score (95 %), Elo | games | outright | seconds a turn / longest | a pair | refused |
| --- | --- | --- | --- | --- | --- | --- |"""
BEGIN, END = "<!-- played: make league -->", "<!-- end of what is played -->"


def written(page: str, results: Iterable[Result]) -> str:
    """A page with the table between its marks made anew. Raises ValueError where they are gone."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"the page has no “{BEGIN}” ... “{END}”")
    rows = (result.row() for result in results if result.pairs)
    return "\n".join((before + BEGIN, HEAD, *rows, END + after))


def as_played(log: Path, matches: Sequence[Match] = LEAGUE, seed: int = VERDICT) -> list[Result]:
    """What a log has of some matches, of the present version of the players."""
    lines = log.read_text().splitlines() if log.exists() else []
    known = {(p.match, p.version, p.seed): p for p in map(Pair.read, lines)}

    def pairs(m: Match) -> list[Pair]:
        keys = ((str(m), version(m.board), n) for n in range(seed, seed + m.pairs))
        return [known[key] for key in keys if key in known]

    return [Result(m, pairs(m)) for m in matches]


def pair(match: Match, seed: int) -> Pair:
    """Play a pair: the same seed with sides swapped."""
    axis, allies = SIDES
    began = time.process_time()
    first = play(match.board, seed, {axis: match.a, allies: match.b}, match.rounds, match.rules)
    second = play(match.board, seed, {axis: match.b, allies: match.a}, match.rounds, match.rules)
    both: tuple[tuple[Played, str], ...] = ((first, axis), (second, allies))
    return Pair(
        str(match), version(match.board), seed, pair_difference(first, second),
        [game_difference(p, s) for p, s in both],
        [(p.winner == s) - (p.winner not in ("", s)) for p, s in both],
        [p.seconds[s] for p, s in both],
        max(first.longest, second.longest), sum(sum(p.refused[s].values()) for p, s in both),
        time.process_time() - began,
    )  # fmt: skip


def league(
    matches: Sequence[Match] = LEAGUE, seed: int = VERDICT, log: Path | None = None, minutes: float = 0
) -> Iterator[Result]:
    """Play what the log does not have of some matches; each result is given again after each of its pairs, those of the
    log together. minutes: no pair is begun after so many (0: no limit)."""
    end = time.monotonic() + minutes * 60
    for result in as_played(log, matches, seed) if log else map(Result, matches):
        match, played = result.match, {p.seed for p in result.pairs}
        yield result
        for n in range(seed, seed + match.pairs):
            if n in played or (minutes and time.monotonic() > end):
                continue
            result.pairs.append(pair(match, n))
            if log:
                log.parent.mkdir(parents=True, exist_ok=True)
                with log.open("a") as file:
                    file.write(json.dumps(asdict(result.pairs[-1])) + "\n")
            yield result
