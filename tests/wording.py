"""What an editor would strike in a sentence of the bot: raw data, slips of grammar and of punctuation.

Orders that a sentence quotes are no English (`buy 2 tank`): what stands in backticks or quotation marks is left out, and
`orders` tells whether bare ones may follow a colon, as in "for example: buy 2 tank".
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from rules.core.documents import documents
from rules.core.table import Table
from rules.model.board import BOARDS
from rules.model.names import plural, proper

# Things that are counted beside units.
_THINGS = (
    *("unit", "space", "point", "hit", "order", "line", "battle", "roll", "excuse", "seat", "round", "game", "turn"),
    *("message", "strike", "ship", "territory", "day", "hour", "minute", "second", "report", "computer", "bid", "edit"),
    *("place", "battery", "submarine", "transport", "word", "answer", "question", "mine", "bomb", "bomber", "group"),
)
_QUOTED = re.compile(r"`[^`]*`|“[^”]*”|<[@#:][^>]*>|<t:[^>]*>|https?://\S+")
_SLIPS = {
    "doubled full stop": r"(?<!\.)\.\.(?!\.)|[,;:!?]\.(?!\.)|(?<![A-Z])\.;|\.,(?! )",
    "raw data": r"\{'|\['|\('|\bNone\b(?! of)|\bTrue\b|\bFalse\b|object at 0x|<class|frozenset|\b[a-z]+_[a-z]+(?:_[a-z]+)*\b"
    r"|\b(?:tech|turn)\.[a-zA-Z]|\b[A-Z][a-z]+(?: [A-Z][a-z]+)?[_|][A-Z0-9]",
    "a blank too many": r"(?<=\S)  (?=\S)|(?<=[a-z]) [,;.](?= |$)|\(\s*\)|: \.",
    "article": r"\b[Aa] (?![Uu]-boat|[Uu]ni|[Ee]u|one|[Uu]\.S|use)[aeiouAEIOU][a-z]"
    r"|\b[Aa]n (?!hour|[MFLSX]\b|[MFLSX][0-9]|S\.|S[A-Z])[^aeiouAEIOU\W\d]",
    "grammar": r"\bThere are not|\bby \.|\bis are\b|\bthe the\b|\ba a\b",
}
_RULES = {kind: re.compile(pattern) for kind, pattern in _SLIPS.items()}


@functools.cache
def _units() -> dict[str, str]:
    """Every unit of every game, as it is counted, and its plural."""
    tables = [Table(board) for board in BOARDS]
    tables += [Table(board, (d.id,)) for d in documents().values() for board in d.boards]
    return {proper(unit.name): unit.many for table in tables for unit in table.units.values()}


@functools.cache
def _counted() -> tuple[re.Pattern[str], frozenset[str], frozenset[str]]:
    """A number and what is counted; words for one, words for many (not those that are both)."""
    pairs = {*_units().items(), *((thing, plural(thing)) for thing in _THINGS)}
    ones, many = {one for one, _ in pairs}, {more for _, more in pairs}
    words = "|".join(sorted(map(re.escape, ones | many), key=len, reverse=True))
    pattern = re.compile(rf"(?<![\d.,:+-])(?<!order )(?<!ound )\b(?P<number>\d+) (?P<what>{words})\b(?![-'])")
    return pattern, frozenset(ones - many), frozenset(many - ones)


def _numbers(text: str, orders: bool) -> Iterator[re.Match[str]]:
    """`1 tanks`, `1 spaces`; where no orders may stand, `3 tank` too."""
    pattern, ones, many = _counted()
    for found in pattern.finditer(text):
        if found["what"] in (many if found["number"] == "1" else () if orders else ones):
            yield found


def slips(text: str, orders: bool = True) -> Iterator[str]:
    """What is wrong with a text, each with where it is. orders: bare orders may stand in it, so units may be counted
    as orders do."""
    bare = _QUOTED.sub("X", text)
    for kind, rule in _RULES.items():
        yield from (_told(kind, bare, found) for found in rule.finditer(bare))
    yield from (_told("number", bare, found) for found in _numbers(bare, orders))


def _told(kind: str, text: str, found: re.Match[str]) -> str:
    return f"{kind} “{found[0]}” in: …{text[max(0, found.start() - 60) : found.end() + 40]}…"
