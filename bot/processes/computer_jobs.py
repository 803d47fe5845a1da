"""What the computer players' process does, as module-level functions of plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.processes.odds_jobs import table_of
from rules.model import codec, formats
from rules.play.game import Entry, Game
from rules.play.numbered import Numbered
from seats import Thought
from seats import reply as answer
from seats import think as thought


def think(
    head: dict[str, Any], position: dict[str, Any], last: Entry, level: str, seed: int, memory: Mapping[str, Any]
) -> Thought:
    """What a computer does next in a position (a game's head and snapshot). It is given nothing else: no dice, no log but
    its last entry."""
    return thought(_game(head, position, last), level, seed, memory)


def reply(head: dict[str, Any], position: dict[str, Any], last: Entry) -> str:
    """A computer's answer to the first open question of a position."""
    return answer(_game(head, position, last))


def _game(head: dict[str, Any], position: dict[str, Any], last: Entry) -> Game:
    return Game(table_of(head), codec.load_state(formats.state(position)), Numbered([last], last.number))
