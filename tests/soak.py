"""python -m tests.soak [GAMES]: long random games on every board and with every document of house rules."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator

from rules.core.table import Table, TableError, documents, house_rules
from rules.model.board import BOARDS
from rules.soak import Report, soak
from tests.rules import random_battles

ROUNDS = 12


def tables() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Boards alone, and with each document that can be played on them."""
    for board in BOARDS:
        yield board, ()
        for document in documents():
            try:
                Table(board, (document,))
            except TableError:
                continue
            yield board, (document,)


def subsets() -> Iterator[tuple[str, ...]]:
    """Every mixture of the rules of Rules of Warfare: 2,048."""
    names = [name for name in house_rules() if name.startswith("rw.")]
    for count in range(len(names) + 1):
        yield from itertools.combinations(names, count)


def mixtures(most: int = 0) -> int:
    """A short game with every mixture (or with `most` of them, evenly chosen); 1 if anything was wrong."""
    chosen = list(subsets())
    chosen = chosen[:: max(1, len(chosen) // most)] if most else chosen
    wrong = 0
    for number, rules in enumerate(chosen):
        report = soak("classic", 1, seed=5000 + number, rules=rules, rounds=1)
        wrong += len(report.violations)
        for violation in report.violations:
            print(f"  WRONG {'+'.join(rules)}: {violation}", flush=True)
    print(f"mixtures of Rules of Warfare: {len(chosen)} games of a round", flush=True)
    return 1 if wrong else 0


def odds(count: int = 400, games: int = 10, seed: int = 9000) -> int:
    """Random battles of every table, the odds against the engine's dice; 1 if they differ."""
    wrong = 0
    for board, rules in tables():
        try:
            fought = random_battles.check(board, rules, count, games, seed)
            print(f"odds of {' + '.join((board, *rules))}: {fought} battles, each fought {games} times", flush=True)
        except AssertionError as error:
            wrong += 1
            print(f"  WRONG odds: {error}", flush=True)
    return 1 if wrong else 0


# Messages composed for each game that is played on a board.
MESSAGES = 5000


def main(games: int) -> int:
    """Play; 1 if anything was wrong."""
    wrong = odds()
    for board, rules in tables():
        report = soak(board, games, seed=1000, rules=rules, rounds=ROUNDS)
        _print(board, rules, report)
        wrong += len(report.violations)
    return max(1 if wrong else 0, mixtures(), composed(games * MESSAGES))


def composed(messages: int) -> int:
    """Messages composed in random positions, held against Discord's limits; 1 if any would be refused."""
    from tests.composed.__main__ import main as compose

    return compose(messages)


def _print(board: str, rules: tuple[str, ...], report: Report) -> None:
    name = " + ".join((board, *rules))
    refused = sum(report.refusals.values())
    print(
        f"{name}: {report.games} games, {report.rounds} rounds, {report.orders} orders, {refused} refused", flush=True
    )
    for violation in report.violations:
        print(f"  WRONG {violation}", flush=True)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
