"""A format against the vocabulary of the rules: boards, documents, options, powers and sides that exist and go together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from league.formats.format import DICE, EDITS, EITHER, HOWS, Format, FormatError
from league.formats.words import unknown
from rules.core.documents import TableError, documents, house_rules
from rules.core.table import Table
from rules.model.board import BOARDS, Board, load


def check(made: Format) -> None:
    """Raises FormatError, which tells all that is wrong."""
    if found := faults(made):
        raise FormatError("\n".join(found))


def faults(made: Format) -> list[str]:
    """What is wrong with a format, each with what would be right."""
    found = _words(made)
    if made.board not in BOARDS:
        return [*found, unknown("board", made.board, BOARDS)]
    board = load(made.board)
    rules = [*documents(), *house_rules()]
    found += [unknown("rule or document", name, rules) for name in made.documents if name not in rules]
    found += _sides(made, board)
    return found or _table(made)


def _words(made: Format) -> list[str]:
    found = [] if made.dice in DICE else [unknown("way for dice to fall", made.dice, DICE)]
    if made.bid.how not in HOWS:
        found.append(unknown("way to bid", made.bid.how, HOWS))
    if made.rating.edits not in EDITS:
        found.append(unknown("word for edits", made.rating.edits, EDITS))
    if min(made.rating.drift, made.rating.rounds, made.rating.pair) < 0:
        found.append("Figures of [rating] are 0 or more.")
    if not 0 < made.bid.most <= 999:
        found.append("The highest bid is 1 to 999 IPC.")
    if not made.title.strip() or not made.source.strip():
        found.append("A format has a title, and says whose it is (`source`).")
    if "bid" in made.options:
        found.append("The bid is made game by game: `bid` is no option of a format; [bid] says how.")
    if set(DICE.values()) & made.options.keys():
        found.append("How the dice fall is said by `dice`, not among the options.")
    return found


def _sides(made: Format, board: Board) -> list[str]:
    sides = sorted({board.side(power) for power in board.order})
    found = [] if made.bid.side in (EITHER, *sides) else [unknown("side", made.bid.side, (*sides, EITHER))]
    found += [unknown("power", power, board.order) for power in made.shares if power not in board.order]
    if any(not share > 0 for share in made.shares.values()):
        found.append("The share of a power is above 0.")
    return found


def _table(made: Format) -> list[str]:
    """Whether rules and options go together, as a lobby says it."""
    try:
        known = Table(made.board, made.documents).known_options
    except TableError as error:
        return [str(error)]
    if strange := [unknown("option", name, known) for name in made.options if name not in known]:
        return strange
    try:
        Table(made.board, made.documents, made.table_options)
    except TableError as error:
        return [str(error)]
    return []


def differences(made: Format, board: str, rules: Sequence[str], options: Mapping[str, Any]) -> list[str]:
    """In what a table is not as the format says, the bid apart. Raises TableError for a table that cannot be."""
    if board != made.board:
        return [f"the board is {board}, not {made.board}"]
    table, wanted = Table(board, rules, options), Table(made.board, made.documents, made.table_options)
    here, there = ({rule.id: rule.title for rule in one.house} for one in (table, wanted))
    found = [f"{title} is on" for rule, title in here.items() if rule not in there]
    found += [f"{title} is off" for rule, title in there.items() if rule not in here]
    for name, value in table.options.items():
        if name != "bid" and name in wanted.options and value != wanted.options[name]:
            found.append(f"{name} is {_said(value)}, not {_said(wanted.options[name])}")
    return found


def _said(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
