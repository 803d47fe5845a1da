"""What a turn leaves to the enemy: hanging stacks, empty ground, naked ships and aircraft, each at a price. The round that is
played out hardly tells what such habits cost; people make them pay."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.view import View
from rules.model.profiles import LAND
from rules.play.game import Game
from seats.levels import Level
from seats.position.faults import EMPTY, PLANE, SHIP, STACK, TRANSPORT, faults
from seats.position.world import ThreatMap, distances

PRICES = {STACK: 10.0, EMPTY: 8.0, SHIP: 8.0, TRANSPORT: 4.0, PLANE: 10.0}
"""IPC that each counts."""


class Exposure:
    """Looks at ways in which a turn may end."""

    def __init__(self, game: Game, level: Level, came: Mapping[int, str]) -> None:
        """came: the power's units and where they stood as its turn began."""
        self.power, self.level, self._came, self._map = game.state.turn.power, level, came, ThreatMap()
        self._far = distances(game.view, self.power)

    def left(self, view: View) -> float:
        """IPC that count against the end of a turn for what it leaves."""
        threats = self._map.threats(view, self.power)
        return sum(PRICES[fault.kind] for fault in faults(view, self.power, threats, self._came))

    def behind(self, view: View) -> float:
        """IPC that count against it for how far from the front the army stands."""
        army = view.forces(self.power, LAND)
        return self.level.step * sum(view.of(u).cost * self._far.get(u.place, 0.0) for u in army)


def standing(game: Game) -> dict[int, str]:
    """Units of the power whose turn it is, and where they stand."""
    return {u.id: u.place for u in game.view.forces(game.state.turn.power)}
