"""Whole games of computer players, checked after every order: far deeper into the rules than random play comes."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.core.table import Table, TableError, documents, house_rules
from rules.dice.prng import Prng
from rules.model.board import BOARDS
from rules.play.game import Game
from rules.soak.run import Report, play
from seats.arena import player
from seats.player import Player

Mixture = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Job:
    """One game to play: its number, seed, board, rules, level."""

    number: int
    board: str
    rules: tuple[str, ...]
    level: str

    @property
    def seed(self) -> int:
        """The game's seed."""
        return 50_000 + self.number


class Team:
    """One player for each power, as at a table; hands out orders of whoever is to act."""

    def __init__(self, level: str, seed: int) -> None:
        self.level, self.seed = level, seed
        self.players: dict[str, Any] = {}
        self.refused: Counter[str] = Counter()

    def next(self, game: Game) -> Any:
        """The next order."""
        power = game.to_act
        if power not in self.players:
            self.players[power] = player(self.level, self.seed + len(self.players))
        return self.players[power].next(game)

    @property
    def findings(self) -> list[str]:
        """Own orders that were refused, of all players."""
        return [f for p in self.players.values() if isinstance(p, Player) for f in p.findings]


def mixtures(board: str = "") -> list[Mixture]:
    """Each board by itself and with each document that fits it."""
    boards = [b for b in BOARDS if board in ("", b)]
    return [(b, rules) for b in boards for rules in ((), *((d,) for d in documents())) if _fits(b, rules)]


def _fits(board: str, rules: Sequence[str]) -> bool:
    try:
        Table(board, rules)
    except TableError:
        return False
    return True


def mixed(board: str, seed: int) -> Mixture:
    """A random mixture of single rules that go together, from all documents."""
    prng, chosen = Prng(seed), list[str]()
    names = [n for n, rule in sorted(house_rules().items()) if board in rule.boards or not rule.boards]
    for name in names:
        if prng.chance(40) and _fits(board, (*chosen, name)):
            chosen.append(name)
    return board, tuple(chosen)


def jobs(games: int, mixtures: Sequence[Mixture], levels: Sequence[str]) -> Iterator[Job]:
    """So many games over all mixtures in turn, every third with rules mixed at random."""
    for n in range(games):
        board, rules = mixtures[n % len(mixtures)]
        if n % 3 == 2:
            board, rules = mixed(board, n)
        yield Job(n, board, rules, levels[(n // len(mixtures)) % len(levels)])


def run(job: Job, rounds: int) -> dict[str, Any]:
    """Play one game; gives what is to be remembered of it."""
    report, team, began = Report(), Team(job.level, job.seed), time.process_time()
    play(job.board, job.seed, report, job.rules, None, rounds, team)
    return {
        "game": job.number,
        "board": job.board,
        "rules": list(job.rules),
        "level": job.level,
        "seed": job.seed,
        "winner": next(iter(report.winners), "broken off"),
        "rounds": report.rounds,
        "orders": report.orders,
        "seconds": round(time.process_time() - began, 1),
        "violations": [str(v) for v in report.violations],
        "refused": sum(report.refusals.values()),
        "findings": team.findings[:40],
    }


def soak(log: Path, todo: Sequence[Job], rounds: int, minutes: float = 0) -> Iterator[dict[str, Any]]:
    """Play what has not been played yet according to the log, one line of it a game. minutes: no game is begun after so
    many (0: no limit)."""
    done, end = {found["game"] for found in played(log)}, time.monotonic() + minutes * 60
    for job in todo:
        if job.number in done:
            continue
        if minutes and time.monotonic() > end:
            return
        found = run(job, rounds)
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a") as file:
            file.write(json.dumps(found) + "\n")
        yield found


def played(log: Path) -> list[dict[str, Any]]:
    """The games of a log."""
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def wrong(log: Path) -> int:
    """Violations in all games of a log."""
    return sum(len(found["violations"]) for found in played(log))


def told(found: dict[str, Any]) -> str:
    """A game in a few lines."""
    text = f"{found['game']:4} {found['board']} {','.join(found['rules'])} {found['level']}: {found['winner']}, "
    text += f"{found['rounds']} rounds, {found['orders']} orders, {found['refused']} refused, {found['seconds']} s"
    return "\n     ".join((text, *found["violations"], *found["findings"]))


def summary(log: Path, todo: Sequence[Job]) -> str:
    """What has been played, and how long the rest would take one core."""
    done = played(log)
    spent = sum(found["seconds"] for found in done)
    left = len({job.number for job in todo} - {found["game"] for found in done})
    text = f"{len(done)} games, {wrong(log)} violations, {sum(found['refused'] for found in done)} own orders refused; "
    hours = left * spent / max(1, len(done)) / 3600
    return text + f"{spent / 60:.0f} minutes of one core; {left} games left: about {hours:.1f} hours"
