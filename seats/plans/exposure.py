"""What a turn leaves to the enemy: hanging stacks, empty ground, naked ships and aircraft, each at a price; capitals in
peril. The round that is played out hardly tells what such habits cost; people make them pay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.view import View
from rules.model.profiles import LAND
from rules.play.game import Game
from seats.levels import Level
from seats.position.estimate import OddsCache
from seats.position.faults import PRICES, faults
from seats.position.situation import Situation
from seats.position.world import ThreatMap


class Exposure:
    """Looks at ways in which a turn may end."""

    def __init__(self, game: Game, level: Level, came: Mapping[int, str], memory: Mapping[str, Any]) -> None:
        """came: the power's units and where they stood as its turn began. memory: what it knows."""
        self.power, self.level, self._came = game.state.turn.power, level, came
        self._now = Situation(game, self.power, level, ThreatMap(), OddsCache(), dict(memory))

    def cost(self, end: Game) -> float:
        """IPC that count against a way for how its turn ends."""
        return self.left(end.view) + self.behind(end.view) + self.peril(end)

    def left(self, view: View) -> float:
        """IPC that count against the end of a turn for what it leaves."""
        threats = self._now.threat_map.threats(view, self.power)
        return sum(PRICES[fault.kind] for fault in faults(view, self.power, threats, self._came))

    def behind(self, view: View) -> float:
        """IPC that count against it for how far from the front the army stands."""
        army = view.forces(self.power, LAND)
        return self.level.step * sum(view.of(u).cost * self._now.far(u.place) for u in army)

    def peril(self, end: Game) -> float:
        """IPC that the enemy may gain of capitals, and of other ground whose loss would be a catastrophe."""
        then = self._now.later(end, threats=self._now.threats_in(end.view))
        ours = (p for p, owner in end.state.owners.items() if end.view.allied(owner, self.power))
        return sum(then.threatened(p, then.friends(p)) for p in sorted(ours) if then.values.vital(p))
