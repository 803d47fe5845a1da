"""The rest of a turn is tried in several ways on copies when its battles are over: the usual one is left for that which
leaves least to the enemy and stands nearest to the front, where that saves something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.model.state import Turn
from rules.play.game import Game
from seats.levels import Level
from seats.plans.exposure import Exposure
from seats.plans.foresight import Pilot, size, varied
from seats.plans.playout import played_out
from seats.plans.postures import POSTURES

ANEW = 100  # tells ways to play a rest from those of whole turns
ROOM = 42_000  # ways to try times the size of the position, at most
SAVES = 4.0  # IPC by which another way has to be better than the usual one


def rest_of(level: Level, seed: int, turn: Turn, number: int) -> Level:
    """A way to play the rest of a turn: 0 is that in which it was begun (the level), then come postures of it, then ways that
    weigh things otherwise, in these postures."""
    way = level if number < len(POSTURES) else varied(level, level, seed, turn, ANEW + number)
    return replace(way, **POSTURES[number % len(POSTURES)])


def best_rest(
    game: Game, came: Mapping[int, str], level: Level, seed: int, memory: Mapping[str, Any], pilot: Pilot
) -> int:
    """The number of the best way to play what is left of a turn. came: own units and where they stood as it began. level: how
    it was played so far. memory: what who plays it knows."""
    exposure, turn = Exposure(game, level, came, memory), game.state.turn
    found: dict[int, float] = {}
    seen: set[str] = set()
    for number in range(max(1, min(level.rests, ROOM // size(game.view)))):
        end = played_out(game.copy(), pilot(rest_of(level, seed, turn, number), memory))
        if end.hash not in seen:
            seen.add(end.hash)
            found[number] = exposure.cost(end) + (SAVES if number else 0.0)
    return min(found, key=lambda number: found[number])
