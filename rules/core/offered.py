"""What a document has on a board: rules that are not played there, and texts with its rounds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rules.core.documents import documents, house_rules, rounds_ahead
from rules.core.identity import Identity, lacking, plays_on
from rules.core.local_names import words
from rules.model.board import Board, load


def missing(board: str, document: str) -> Mapping[str, tuple[str, ...]]:
    """Rules of a document that are not played on one of its boards, with what that board lacks for them: powers, places,
    units, or the titles of other rules; or with the units they bring, where it has those itself. A board that comes with the
    document has all else that is not played there in a version of its own."""
    found = load(board)
    mine = [r for r in house_rules().values() if r.id.startswith(f"{document}.") and not plays_on(r.boards, board)]
    why = {
        r.id: (*lacking(r.needs, found), *(house_rules()[i].title for i in r.requires), *_own(r, found)) for r in mine
    }
    if document in found.documents:
        why = {i: names or ("the board's own",) for i, names in why.items()}
    return {i: names for i, names in why.items() if names and plays_on(documents()[document].boards, board)}


def _own(rule: Identity, board: Board) -> list[str]:
    """The units that a rule brings and a board has itself."""
    return [unit.name for unit in rule.units if unit.name in board.units]


# `[Italy|, Italy 3 (Rome)]`: said only where the board has a power that plays, a treasury or a unit of that name.
_CLAUSE = re.compile(r"\[([^\[\]|]+)\|([^\[\]]*)\]")
# `[waters Pacific]`: the zones of an ocean of the board.
_WATERS = re.compile(r"\[waters ([^\[\]|]+)\]")


def text_on(board: str, rule: Identity, text: str = "") -> str:
    """What a rule says (or a text of it) on a board, or on any: without the clauses that speak of what it has not, with its
    rounds, `Late 1943 (round 8)` is round 4 where Early 1942 is the first, and with the names of its powers and places. In
    examples, which stand in backticks, a name may have another one than in the rule itself (`examples`): an order that shows
    how has to be one of this board."""
    here = load(board) if board else None
    text = _fitting(text or rule.text, here)
    if here is None:
        return _WATERS.sub("its zones", text)
    ahead = rounds_ahead(here, rule.id)

    def told(match: re.Match[str]) -> str:
        numbers = [int(n) - ahead for n in re.findall(r"\d+", match[0])]
        if numbers[-1] < 1:
            return "(before round 1)"
        return f"(rounds {max(1, numbers[0])} to {numbers[1]})" if len(numbers) > 1 else f"(round {numbers[0]})"

    text = _WATERS.sub(lambda match: _zones(here.edition.get("waters", {}).get(match[1], ())), _called(text, here))
    return re.sub(r"\(rounds? \d+(?: to \d+)?\)", told, text) if ahead else text


def _fitting(text: str, board: Board | None) -> str:
    """A text with the clauses that hold on a board (none: all of them)."""
    there = {*board.order, *board.purse_power, *board.units} if board else frozenset[str]()
    text = _CLAUSE.sub(lambda clause: clause[2] if board is None or clause[1] in there else "", text)
    return _WATERS.sub(
        lambda match: _zones(board.edition.get("waters", {}).get(match[1], ())) if board else "its zones", text
    )


def _zones(zones: Sequence[str]) -> str:
    """Numbered zones in figures: `SZ 1 to 65, 71 to 81`; where a board has none, that is said."""
    runs: list[list[int]] = []
    for number in sorted(int(zone.removeprefix("SZ ")) for zone in zones if zone.removeprefix("SZ ").isdecimal()):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    named = [zone for zone in zones if not zone.removeprefix("SZ ").isdecimal()]
    told = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return ", ".join([*(["SZ " + ", ".join(told)] if told else []), *named]) or "no zone of this board"


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
