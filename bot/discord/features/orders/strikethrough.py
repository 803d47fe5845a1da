"""Orders that were taken back are struck through where the channel was told of them, a person's and a computer's alike.

What a message told is kept in the store (records.Told) as long as a table keeps the orders of which it tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.discord.text.limits import CONTENT, clip
from bot.game.record.narration import as_one
from bot.game.record.rounds import by_rounds
from bot.store import Told
from rules.play.game import Game


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
