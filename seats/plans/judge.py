"""How a position stands at the end of a turn, in IPC: what was gained on the other side, where the army stands, and what the
enemies make of it."""

from __future__ import annotations

from rules.core.view import View
from rules.model.profiles import LAND
from rules.play.game import Game
from seats.plans.replies import replied
from seats.position.situation import Situation
from seats.position.world import Threats


def judged(s: Situation, end: Game, threats: Threats) -> float:
    """How much better the side stands than in a situation of this turn when the enemies have replied. threats: what these
    could attack then."""
    return stood(s, end.view) + posted(s, end.view) - replied(s.later(end, threats=threats))


def stood(s: Situation, end: View) -> float:
    """What a side has gained on the other meanwhile: units by their price, cash, ground."""
    gain = _riches(end, s.me) - _riches(s.view, s.me)
    for place, owner in s.view.state.owners.items():
        if (now := end.owner(place)) != owner and end.allied(now, s.me) != s.view.allied(owner, s.me):
            gain += s.values.of(place) * (1 if end.allied(now, s.me) else -1)
    return gain


def _riches(view: View, me: str) -> float:
    """IPC of units and cash of a side beyond the other's."""
    units = sum(sign(view, u.owner, me) * view.of(u).cost for u in view.state.units.values())
    return units + sum(sign(view, power, me) * view.money(power) for power in view.board.order)


def sign(view: View, power: str, me: str) -> int:
    """1 for a power of one's own side, -1 for one of the other, 0 for nobody's."""
    return 0 if not view.side(power) else 1 if view.allied(power, me) else -1


def posted(s: Situation, end: View) -> float:
    """What it is worth that own land units stand where they do: steps to the front as it was."""
    return -s.level.step * sum(end.of(u).cost * _far(s, u.place) for u in end.forces(s.me, LAND))


def _far(s: Situation, place: str) -> float:
    """Steps to the front, also from where nobody could go before."""
    near = (s.distance[p] for p in s.view.board.near(place) if p in s.distance)
    return s.distance[place] if place in s.distance else min((s.far(place), *(far + 1 for far in near)))
