"""An order in as few letters as mean it: for where there is little room, such as the id of a button."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rules.model.names import FOREIGN, Names
from rules.model.parse import Lexicon, parse
from rules.model.refusals import Refused


def brief(order: str, lex: Lexicon) -> str:
    """An order without the spaces that it does not need, its names by their shortest alias where that means the same order:
    `move 1 mi,3 tk:gsg>sh` for `move 1 mechanized infantry, 3 tank: Greater Southern Germany > Slovakia/Hungary`."""
    lean, said = _outside(order, _tight), _renaming(order, (lex.units, lex.board.place_names))
    short = _outside(lean, said)
    try:
        return short if parse(short, lex) == parse(order, lex) else lean
    except Refused:
        return lean


def _outside(order: str, change: Callable[[str], str]) -> str:
    """An order changed but for what stands in parentheses."""
    parts = re.split(r"(\([^)]*\))", order)
    return "".join(part if part.startswith("(") else change(part) for part in parts)


def _tight(text: str) -> str:
    return re.sub(r"(?<=[,:>]) | (?=>)", "", text)


def _renaming(order: str, registers: Iterable[Names]) -> Callable[[str], str]:
    """What puts the shortest alias for each name that stands in an order."""
    short = {name: word for names in registers for name, word in _shortest(names, order).items()}
    longest_first = "|".join(map(re.escape, sorted(short, key=len, reverse=True)))
    word = re.compile(rf"(?<![\w-])(?:{longest_first})(?![\w-])")
    return lambda text: word.sub(lambda found: short[found[0]], text) if short else text


def _shortest(names: Names, order: str) -> dict[str, str]:
    """The names in an order, each with the shortest of the words that mean only this, but for those of other languages."""
    short = {name: name for name in names.all() if name in order}
    for word, (name, *others) in names.called(FOREIGN - 1).items():
        if not others and len(word) < len(short.get(name, "")):
            short[name] = word
    return short
