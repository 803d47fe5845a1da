"""How likely places are to fall before long, roughly: strengths against each other, as units and what they hit with."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.core.distance import within
from rules.core.view import View
from rules.model.board import load
from rules.model.profiles import AIR, LAND

REACH = 2  # spaces within which units are in play
STEEP, LATE = 6, 0.5  # how much a greater force decides; what an attack counts less that comes last


@lru_cache(maxsize=16)
def near(board: str) -> Mapping[str, Mapping[str, int]]:
    """The places within reach of each place with their distances, itself among them."""
    found = load(board)
    return {place: within(found, place, REACH) for place in found.places}


def falls(view: View, place: str, side: str) -> float:
    """The best chance of an enemy power of the side that holds a place, with what is within its units' movement by land or
    air, less if its turn comes late."""
    own = _Force()
    theirs: defaultdict[str, _Force] = defaultdict(_Force)
    for here, away in near(view.board.id)[place].items():
        for unit in view.state.at(here):
            profile, other = view.of(unit), view.side(unit.owner)
            if here == place and other == side and view.domain(unit) in (LAND, AIR):
                own.add(profile.hits, profile.defense)
            elif other not in ("", side) and view.domain(unit) in (LAND, AIR) and profile.move >= away:
                theirs[unit.owner].add(profile.hits, profile.attack)
    return max((_wins(force, own) * _soon(view, power) for power, force in theirs.items()), default=0.0)


def _wins(force: _Force, own: _Force) -> float:
    """The chance of an attack, roughly: a small advantage in strength decides."""
    mine, theirs = force.strength**STEEP, (own.strength + 0.5) ** STEEP
    return mine / (mine + theirs)


def _soon(view: View, power: str) -> float:
    """1 for whose turn it is (as long as it may attack), less for each turn that is played before."""
    order = view.board.order
    now = view.state.turn.power
    ahead = (order.index(power) - order.index(now)) % len(order) if power in order and now in order else len(order)
    return 1 - LATE * ahead / len(order)


@dataclass(slots=True)
class _Force:
    """Units that fight together."""

    hits: float = 0.0
    power: float = 0.0

    def add(self, hits: int, power: int) -> None:
        """One more."""
        self.hits += hits
        self.power += power / 6

    @property
    def strength(self) -> float:
        """What it fires with, as long as it lasts."""
        return math.sqrt(self.hits * self.power)
