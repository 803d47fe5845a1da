"""The rest of a turn is tried in several ways on copies when its battles are over: the usual one is left for that which
leaves least to the enemy and stands nearest to the front, where that saves something. Where there is time for it, the usual
one and those that leave least are played on, and what the round behind them brings counts as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from rules.core.view import View
from rules.model.state import Turn
from rules.play.game import Game
from seats.levels import Level
from seats.plans.exposure import Exposure
from seats.plans.foresight import Pilot, Try, looks_ahead, outlook, size, varied
from seats.plans.luck import Luck
from seats.plans.playout import played_out
from seats.plans.postures import PLAIN, POSTURES, Posture
from seats.position.standing import worths

ANEW = 100  # tells ways to play a rest from those of whole turns
ROOM = 42_000  # ways to try times the size of the position, at most
SAVES = 4.0  # IPC by which another way has to be better than the usual one
PLAYED_ON = 3  # ways that are played on


class End(NamedTuple):
    """A rest that was played. number: the way. tried: how it ended. cost: IPC that count against it."""

    number: int
    tried: Try
    cost: float


def postures_in(level: Level, view: View) -> Sequence[Posture]:
    """Those in which a rest is tried. Care in full is left where rests are played on: it may have cost games there
    (docs/league.md)."""
    return PLAIN if looks_ahead(level, view) else POSTURES


def rest_of(level: Level, seed: int, turn: Turn, number: int, postures: Sequence[Posture]) -> Level:
    """A way to play the rest of a turn: 0 is that in which it was begun (the level), then come postures of it, then ways that
    weigh things otherwise, in these postures."""
    way = level if number < len(postures) else varied(level, level, seed, turn, ANEW + number)
    return replace(way, **postures[number % len(postures)])


def best_rest(
    game: Game, came: Mapping[int, str], level: Level, seed: int, memory: Mapping[str, Any], pilot: Pilot
) -> int:
    """The number of the best way to play what is left of a turn. came: own units and where they stood as it began. level: how
    it was played so far. memory: what who plays it knows."""
    exposure, turn, postures = Exposure(game, level, came, memory), game.state.turn, postures_in(level, game.view)
    ends: dict[str, End] = {}
    for number in range(max(1, min(level.rests, ROOM // max(1, size(game.view))))):
        own = pilot(rest_of(level, seed, turn, number, postures), memory)
        end = played_out(game.copy(), own)
        if end.hash not in ends:
            cost = exposure.cost(end) + (SAVES if number else 0.0)
            ends[end.hash] = End(number, Try(number, end, own, Luck()), cost)
    usual, *others = ends.values()
    best = [usual, *sorted(others, key=lambda end: end.cost)]
    if len(best) > 1 and looks_ahead(level, game.view):
        return max(best[:PLAYED_ON], key=lambda end: _worth(end, turn, pilot) - end.cost).number
    return min(best, key=lambda end: end.cost).number


def _worth(end: End, turn: Turn, pilot: Pilot) -> float:
    """IPC that the side has of everything when everybody else's turn is over, the game being as large as it is now."""
    total = sum(worths(end.tried.game.view).values())
    return total * outlook(end.tried, turn, pilot)
