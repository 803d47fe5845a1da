"""Shared code names no unit, power, place, board, document or rule: what it means are traits, data and hooks."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from rules.core.documents import documents, house_rules
from rules.model.board import BOARDS, load
from rules.model.ledger import Role
from rules.model.vocabulary import Number, Trait, UnitClass

RULES = Path(__file__).parents[2] / "rules"
HOMES = ("boards", "house")  # whose business names are
EXCEPTIONS = {
    "model/options.py": "the words of profiles, and of options and editions, are themselves what names stand for",
    "model/edition.py": "the words of profiles, and of options and editions, are themselves what names stand for",
    "model/formats.py": "older saved games as they were written",
    "core/changes.py": "what changed in the rules and when: history",
    "model/unit_names.py": "how people shorten the words that names of units are made of",
    "model/board.py": "long words of places that maps shorten",
    "model/examples.py": "examples of orders, in which a board's own places are put",
    "library/synonyms.py": "words of players for what boards have",
    "battle/rockets.py": "the technology and its word in orders",
    "odds/ask/cli.py": "the board of odds where none is named",
    "odds/ask/needed.py": "the board of odds where none is named",
    "odds/ask/typed.py": "the board of odds where none is named",
    "economy/sites.py": "complexes of all sizes, in players' words",
    "mechanics/economy/prices.py": "a mechanic with its units: whose price it lists",
    "mechanics/fire/mines.py": "a mechanic with its units",
    "mechanics/fire/rockets.py": "a mechanic with its units, and the base they fly from",
    "mechanics/movement/airborne.py": "a mechanic with its units, and the base they fly from",
    "mechanics/movement/landing_craft.py": "a mechanic with its units",
    "mechanics/movement/over_water.py": "a mechanic with its bases",
    "mechanics/units/carrier_fighters.py": "a mechanic with its units",
    "mechanics/units/conscripts.py": "a mechanic with its units",
    "mechanics/units/heavy_bombers.py": "a mechanic with its units, and what they bomb",
    "mechanics/units/pacific.py": "the theatre of one board to which two documents bind units",
}


def names() -> set[str]:
    """Every unit, power, place, purse, board, document and rule, but for what is a word of the engine's vocabulary too."""
    found = {unit.name for rule in house_rules().values() for unit in rule.units}
    found |= {*house_rules(), *documents(), *BOARDS}
    for name in BOARDS:
        board = load(name)
        found |= {*board.units, *board.places, *board.powers, *board.purse_power}
    engine = {*get_args(Trait), *get_args(Number), *get_args(UnitClass), *get_args(Role)}
    return {name.lower() for name in found} - engine


def texts(code: str) -> Iterator[str]:
    """Text in code that is no docstring."""
    tree = ast.parse(code)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value.strip().lower()


@functools.cache
def named() -> dict[str, list[str]]:
    """Shared file -> names in it."""
    known, found = names(), dict[str, list[str]]()
    for file in sorted(RULES.rglob("*.py")):
        where = file.relative_to(RULES)
        if where.parts[0] not in HOMES:
            hits = sorted({text for text in texts(file.read_text("utf-8")) if text in known})
            found |= {where.as_posix(): hits} if hits else {}
    return found


def test_shared_code_names_nobody() -> None:
    """Write data of the board, a trait or a hook instead; an exception says why."""
    assert {file: hits for file, hits in named().items() if file not in EXCEPTIONS} == {}


def test_each_exception_is_one() -> None:
    assert set(EXCEPTIONS) - set(named()) == set()
