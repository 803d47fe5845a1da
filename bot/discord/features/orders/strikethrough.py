"""Orders that were taken back are struck through where the channel was told of them, a person's and a computer's alike.

What a message told is kept in the store (scope "told" of the preferences), by the number of its first order in the log: its
text, and of its lines those that tell of orders, with their numbers; and how it was last shown. It is kept as long as a
table keeps those orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.discord.text.limits import CONTENT, clip
from bot.game import Accepted
from bot.game.record.gathering import by_rounds, orders_of
from bot.game.record.history import turn_of
from bot.game.record.narration import as_one
from bot.services import Services
from bot.store import SetPreference, Step
from rules.play.game import Entry, Game
from rules.play.narrate import Line
from rules.play.numbered import Numbered

TOLD = "told"

Told = tuple[str, Sequence[int]]
"""A line of a message, and the numbers of the orders of which it tells."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A message with other words in it. shown: the step that notes them."""

    place: int
    message: int
    text: str
    shown: SetPreference


def numbered(
    lines: Iterable[Line], entries: Sequence[Entry], shown: Callable[[Line], str] = lambda line: line.text
) -> list[Told]:
    """Lines as a message shows them, with the orders among some entries of which each tells."""
    return [(shown(line), orders_of(line, entries)) for line in lines]


async def told_steps(
    services: Services, outcome: Accepted, told: Iterable[Told], text: str, place: int, message: int
) -> list[Step]:
    """Steps that note which message tells of some orders. told: its lines that do, as they stand in its text."""
    game = (await services.games.table(outcome.game_id)).game
    lines = [(at, numbers) for at, numbers in _found(text, told) if numbers]
    if not lines:
        return []
    outdated = [
        SetPreference(TOLD, outcome.game_id, name, None) for name in await _outdated(services, outcome, game.log)
    ]
    value = {"place": str(place), "message": str(message), "text": text, "lines": lines}
    first = str(outcome.entries[0].number)
    return [*outdated, SetPreference(TOLD, outcome.game_id, first, value)]


def _found(text: str, told: Iterable[Told]) -> Iterator[tuple[int, Sequence[int]]]:
    """Lines by their place in a text; what has not found room in it is not among them."""
    free = dict(enumerate(text.split("\n")))
    for line, numbers in told:
        if (at := next((at for at, there in free.items() if there == line), None)) is not None:
            del free[at]
            yield at, numbers


async def _outdated(services: Services, outcome: Accepted, log: Numbered[Entry]) -> list[str]:
    """Messages whose orders the table no longer keeps: looked for with each new turn."""
    before = outcome.entries[0].number - 1
    if before >= log.start and turn_of(log[before]) == turn_of(outcome.entries[-1]):
        return []
    kept = await services.store.preferences(TOLD, outcome.game_id)
    return [name for name in kept if int(name) < log.start]


async def rewritten(services: Services, game_id: str) -> list[Rewritten]:
    """The messages that tell of orders which have been taken back and do not say so yet, as they have to be; the newest
    first."""
    found, told = [], await services.store.preferences(TOLD, game_id)
    for name in sorted(told, key=int, reverse=True):
        kept = told[name]
        text = await _text(services, game_id, kept)
        if text != kept.get("shown", kept["text"]):
            shown = SetPreference(TOLD, game_id, name, {**kept, "shown": text})
            found.append(Rewritten(int(kept["place"]), int(kept["message"]), text, shown))
    return found


async def text_now(services: Services, game_id: str, message: int) -> str:
    """The text of a message that tells of orders, as it has to be by now; "" for one that tells of none."""
    kept = (await services.store.preferences(TOLD, game_id)).values()
    found = next((one for one in kept if one["message"] == str(message)), None)
    return await _text(services, game_id, found) if found else ""


async def _text(services: Services, game_id: str, kept: Any) -> str:
    return strike((await services.games.table(game_id)).game, kept["text"], kept["lines"])


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
