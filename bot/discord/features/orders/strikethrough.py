"""Orders that were taken back are struck through where the channel was told of them, a person's and a computer's alike.

What a message told is kept in the store (records.Told) as long as a table keeps the orders of which it tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from bot.discord.text.limits import CONTENT, clip
from bot.game import Accepted
from bot.game.record.gathering import by_rounds, orders_of
from bot.game.record.history import turn_of
from bot.game.record.narration import as_one
from bot.store import ForgetTold, PutTold, Step, Told
from rules.play.game import Entry, Game
from rules.play.narrate import Line
from rules.play.numbered import Numbered

TellingLine = tuple[str, Sequence[int]]
"""A line of a message, and the numbers of the orders of which it tells."""


def numbered(
    lines: Iterable[Line], entries: Sequence[Entry], shown: Callable[[Line], str] = lambda line: line.text
) -> list[TellingLine]:
    """Lines as a message shows them, with the orders among some entries of which each tells."""
    return [(shown(line), orders_of(line, entries)) for line in lines]


def told_of(outcome: Accepted, told: Iterable[TellingLine], text: str, place: int, message: int) -> Told | None:
    """A message that tells of some orders; None: it tells of none. told: its lines that do, as they stand in its text."""
    lines = [(at, numbers) for at, numbers in _found(text, told) if numbers]
    return Told(outcome.game_id, outcome.entries[0].number, place, message, text, lines) if lines else None


def told_steps(log: Numbered[Entry], outcome: Accepted, told: Told | None) -> list[Step]:
    """Steps that note a message. Those whose orders the table no longer keeps are forgotten with each new turn."""
    if told is None:
        return []
    before = told.first - 1
    same = before >= log.start and turn_of(log[before]) == turn_of(outcome.entries[-1])
    return [*([] if same else [ForgetTold(told.game_id, log.start)]), PutTold(told)]


def _found(text: str, told: Iterable[TellingLine]) -> Iterator[tuple[int, Sequence[int]]]:
    """Lines by their place in a text; what has not found room in it is not among them."""
    free = dict(enumerate(text.split("\n")))
    for line, numbers in told:
        if (at := next((at for at, there in free.items() if there == line), None)) is not None:
            del free[at]
            yield at, numbers


def rewritten(game: Game, told: Sequence[Told]) -> list[Told]:
    """Of some messages those that tell of orders which have been taken back and do not say so yet, as they have to be."""
    now = [replace(one, shown=strike(game, one.text, one.lines)) for one in told]
    return [
        new for new, old in zip(now, told, strict=True) if new.shown != (old.text if old.shown is None else old.shown)
    ]


def strike(game: Game, text: str, told: Iterable[tuple[int, Sequence[int]]]) -> str:
    """A message's text with the lines struck whose orders were taken back; behind one of which some still stand, what these
    brought. told: the lines by their place in the text, and their orders."""
    undone = {number for entry in game.log.here for number in entry.undoes}
    lines = text.split("\n")
    for at, numbers in told:
        left = [number for number in numbers if number not in undone]
        if not left:
            lines[at] = _struck(lines[at])
        elif len(left) < len(numbers) and not lines[at].startswith(_SMALL):
            lines[at] = f"{_struck(lines[at])} {_anew(game, left, lines)}"
    return clip("\n".join(lines), CONTENT)


# How lines begin that are points of a list, and those in small letters.
_POINT, _SMALL = "- ", "-# "


def _struck(line: str) -> str:
    lead = next((lead for lead in (_POINT, _SMALL) if line.startswith(lead)), "")
    return f"{lead}~~{line.removeprefix(lead)}~~"


def _anew(game: Game, numbers: Sequence[int], lines: Sequence[str]) -> str:
    """What some orders brought, as far as no other line of their message tells it."""
    entries = [game.log[number] for number in numbers if number >= game.log.start]
    told = [line.text.removeprefix(f"{entries[0].by}: ") for line in by_rounds(game.table, as_one(game.table, entries))]
    return "; ".join(line for line in told if f"{_POINT}{line}" not in lines)
