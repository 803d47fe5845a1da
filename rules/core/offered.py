"""What a document has on a board: rules that are not played there, and texts with its rounds."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.core.documents import documents, house_rules, rounds_ahead
from rules.core.identity import Identity, lacking, plays_on
from rules.core.local_names import words
from rules.model.board import Board, load


def missing(board: str, document: str) -> Mapping[str, tuple[str, ...]]:
    """Rules of a document that are not played on one of its boards, with what that board lacks for them: powers, places,
    units, or the titles of other rules; or with the units they bring, where it has those itself."""
    found = load(board)
    mine = [r for r in house_rules().values() if r.id.startswith(f"{document}.") and not plays_on(r.boards, board)]
    why = {
        r.id: (*lacking(r.needs, found), *(house_rules()[i].title for i in r.requires), *_own(r, found)) for r in mine
    }
    return {i: names for i, names in why.items() if names and plays_on(documents()[document].boards, board)}


def _own(rule: Identity, board: Board) -> list[str]:
    """The units that a rule brings and a board has itself."""
    return [unit.name for unit in rule.units if unit.name in board.units]


def text_on(board: str, rule: Identity, text: str = "") -> str:
    """What a rule says (or a text of it), with the rounds of a board, `Late 1943 (round 8)` is round 4 where Early 1942 is
    the first, and with the names of its powers and places. In examples, which stand in backticks, a name may have
    another one than in the rule itself (`examples`): an order that shows how has to be one of this board."""
    ahead = rounds_ahead(load(board), rule.id) if board else 0

    def told(match: re.Match[str]) -> str:
        numbers = [max(1, int(n) - ahead) for n in re.findall(r"\d+", match[0])]
        return f"(rounds {numbers[0]} to {numbers[1]})" if len(numbers) > 1 else f"(round {numbers[0]})"

    text = _called(text or rule.text, load(board)) if board else text or rule.text
    return re.sub(r"\(rounds? \d+(?: to \d+)?\)", told, text) if ahead else text


def _called(text: str, board: Board) -> str:
    """A text with what stands on a board for the powers and places that it names."""
    there = {*board.order, *board.places}
    known = {name: new for name, new in words(board).items() if new in there}
    shown = {**known, **board.edition.get("examples", {})}
    parts = text.split("`")
    return "`".join(_with(part, shown if at % 2 else known) for at, part in enumerate(parts))


def _with(text: str, names: Mapping[str, str]) -> str:
    """A text with other names in it; of names that begin alike the longer one is meant."""
    longest = sorted(names, key=len, reverse=True)
    pattern = "|".join(rf"\b{re.escape(name)}(?!\w)" for name in longest)
    return re.sub(pattern, lambda m: names[m[0]], text) if names else text
