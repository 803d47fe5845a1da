"""Which boards, rules and options a run plays: a choice that follows from the number of the game alone."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence

from rules.core.documents import TableError, documents, house_rules
from rules.core.table import Table
from rules.dice.prng import Prng
from rules.model.board import BOARDS

Setting = tuple[str, tuple[str, ...]]
HOMES = ("classic", "global1940", "europe1943")  # of the boards that documents were written for


def tables() -> Iterator[Setting]:
    """Boards alone, and with each document that can be played on them."""
    for board in BOARDS:
        yield board, ()
        yield from ((board, (name,)) for name, document in documents().items() if board in document.boards)


def at_home() -> list[Setting]:
    """Boards alone, and each document on the boards it was written for: for tests that long runs do on every board."""
    return [(board, rules) for board, rules in tables() if not rules or board in HOMES]


@functools.cache
def fits(board: str, rules: tuple[str, ...]) -> bool:
    """Whether a game can be played with these rules."""
    try:
        Table(board, rules)
    except TableError:
        return False
    return True


@functools.cache
def of_board(board: str, documents_: tuple[str, ...]) -> tuple[str, ...]:
    """The rules of some documents that have a place on a board."""
    mine = [rule for rule in house_rules().values() if rule.id.split(".")[0] in documents_]
    return tuple(rule.id for rule in mine if not rule.boards or board in rule.boards)


def mixture(board: str, documents_: tuple[str, ...], number: int) -> tuple[str, ...]:
    """A random choice among the rules of some documents: every seventh time as many of them as go together."""
    prng = Prng(number)
    names = list(of_board(board, documents_))
    prng.shuffle(names)
    share = 100 if number % 7 == 0 else prng.between(5, 95)
    found: list[str] = []
    for name in names:
        wanted = _with_needs(name)
        if prng.chance(share) and not _clash(found, wanted):
            found += [n for n in wanted if n not in found]
    return tuple(found)


def _with_needs(name: str) -> list[str]:
    return [*(n for need in house_rules()[name].requires for n in _with_needs(need)), name]


def _clash(found: Sequence[str], wanted: Sequence[str]) -> bool:
    return any(_excludes(a, b) or _excludes(b, a) for a in found for b in wanted)


def _excludes(one: str, other: str) -> bool:
    return any(other == name or other.startswith(name + ".") for name in house_rules()[one].excludes)


@functools.cache
def subsets() -> tuple[tuple[str, ...], ...]:
    """Every mixture of the rules of Rules of Warfare: 2,048."""
    names = [name for name in house_rules() if name.startswith("rw.")]
    return tuple(m for count in range(len(names) + 1) for m in itertools.combinations(names, count))
