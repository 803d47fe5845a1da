"""Orders that were taken back are struck through where the channel was told of them.

Where an order of the phase was told is kept in the store (scope "told" of the preferences): by its number in the log the
message, and with the first order of a message its text. What an ended phase brought stands, so its messages are forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.game import Accepted
from bot.game.narration import tell
from bot.interface.text import words
from bot.interface.text.limits import CONTENT, clip
from bot.services import Services
from bot.store import SetPreference
from bot.store.records import Json
from rules.play.game import Entry, Game

TOLD = "told"


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A message with other words in it."""

    place: int
    message: int
    text: str


async def remember(services: Services, outcome: Accepted, text: str, place: int, message: int) -> None:
    """Note which message tells of some orders."""
    game = (await services.games.table(outcome.game_id)).game
    kept = await services.store.preferences(TOLD, outcome.game_id)
    numbers = [e.number for e in outcome.entries if e.turn == game.state.turn and not e.undoes and not e.rolls]
    old = [name for name in kept if int(name) < game.log.start or game.log[int(name)].turn != game.state.turn]
    steps = [SetPreference(TOLD, outcome.game_id, name, None) for name in old]
    for number in numbers:
        value: dict[str, Json] = {"place": str(place), "message": str(message), "first": numbers[0]}
        value |= {"text": text} if number == numbers[0] else {}
        steps.append(SetPreference(TOLD, outcome.game_id, str(number), value))
    if steps:
        await services.store.apply(*steps)


async def rewritten(services: Services, game_id: str, number: int) -> Rewritten | None:
    """The message that tells of an order, with all of its orders struck that have been taken back."""
    kept = await services.store.preferences(TOLD, game_id)
    if (found := kept.get(str(number))) is None:
        return None
    game = (await services.games.table(game_id)).game
    undone = {number for entry in game.log.here for number in entry.undoes}
    beside = [int(name) for name, value in kept.items() if value["message"] == found["message"]]
    gone = [game.log[n] for n in sorted(beside) if n in undone and n >= game.log.start]
    text = strike(game, kept[str(found["first"])]["text"], gone)
    return Rewritten(int(found["place"]), int(found["message"]), text)


def strike(game: Game, text: str, entries: Sequence[Entry]) -> str:
    """A message's text with the lines of some orders struck through."""
    lines = text.split("\n")
    for entry in entries:
        for line in map(words.told, tell(game.table, [entry])):
            if line in lines:
                lines[lines.index(line)] = f"~~{line}~~"
    return clip("\n".join(lines), CONTENT)
