"""What a side may want of a battle, and the order of loss that serves it best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from rules.battle.sides import ATTACKER
from rules.core.view import View
from rules.odds.read.battle import Ready, Wishes, ready
from rules.odds.read.engine_side import LossOrder
from rules.odds.solve.model import Bools, Ints, Side
from rules.odds.solve.result import Odds

Aim = Literal["take", "save aircraft", "kill", "hold"]
ATTACKER_AIMS: tuple[Aim, ...] = ("take", "save aircraft", "kill")
DEFENDER_AIMS: tuple[Aim, ...] = ("hold", "kill")
AIM_WORDS: Mapping[Aim, str] = {
    "take": "win with a unit that takes the territory",
    "save aircraft": "lose no aircraft: break off when nothing else is left",
    "kill": "cost the enemy as much as possible",
    "hold": "keep the attacker from taking it",
}
_TRIES = 60  # orders of loss that are worked out for one question


@dataclass(frozen=True)
class Advice:
    """An order of loss for an aim, with its odds, and the odds of the recommended losses."""

    aim: Aim
    side: str
    order: LossOrder
    odds: Odds
    usual: Odds

    @property
    def gain(self) -> float:
        """By how much the aim is served better: a chance, or IPC for "kill"."""
        return _score(self.aim, self.side, self.odds) - _score(self.aim, self.side, self.usual)


def best_order(view: View, battle: str, aim: Aim, side: str = ATTACKER, wishes: Wishes | None = None) -> Advice:
    """The order of loss that serves an aim best, of those that were tried: the recommended one, bettered unit by
    unit. Raises what `battle_odds` raises, ValueError for an aim of the other side."""
    if aim not in (ATTACKER_AIMS if side == ATTACKER else DEFENDER_AIMS):
        raise ValueError(f"{aim} is no aim of the {side}")
    return advice(ready(view, battle), aim, side, wishes or Wishes())


def advice(found: Ready, aim: Aim, side: str, wishes: Wishes) -> Advice:
    """The same for a battle that is about to roll."""
    usual = found.odds(wishes)
    attacker, defender, _ = found.sides(wishes)
    me = attacker if side == ATTACKER else defender
    if aim == "save aircraft":
        wishes = replace(wishes, stays=_not_only_aircraft)
    known: dict[LossOrder, Odds] = {}

    def worth(order: LossOrder) -> float:
        if order not in known:
            known[order] = found.odds(
                replace(wishes, attacker=order) if side == ATTACKER else replace(wishes, defender=order)
            )
        return _score(aim, side, known[order])

    best = LossOrder()
    mark, better = worth(best), True
    while better and len(known) < _TRIES:
        better = False
        for order in _near(best, me, aim):
            if len(known) >= _TRIES:
                break
            if (value := worth(order)) > mark + 1e-6:
                best, mark, better = order, value, True
    return Advice(aim, side, best, known[best], usual)


def _score(aim: Aim, side: str, odds: Odds) -> float:
    if aim == "take":
        return odds.takes or odds.win
    if aim == "save aircraft":
        return odds.saved
    if aim == "hold":
        return 1 - (odds.takes or odds.win)
    return odds.defender_loss if side == ATTACKER else odds.attacker_loss


def _near(order: LossOrder, side: Side, aim: Aim) -> Iterator[LossOrder]:
    """Orders that differ in the place of one unit, or in what is kept to the last."""
    names = order.names or tuple(dict.fromkeys(s.name for s in side.slots if s.count and s.after < 0))
    if aim == "take":
        for keep in dict.fromkeys(s.name for s in side.slots if s.count and s.takes):
            yield LossOrder(order.names, keep)
    for i, name in enumerate(names):
        rest = (*names[:i], *names[i + 1 :])
        for j in range(len(names)):
            if i != j:
                yield LossOrder((*rest[:j], name, *rest[j:]), order.keep)


def _not_only_aircraft(side: Side) -> Callable[[Ints], Bools]:
    """Which states have something left beside aircraft."""
    others = [i for i, s in enumerate(side.slots) if not s.flies and s.stands]

    def stays(left: Ints) -> Bools:
        return np.asarray(left[others].any(0))

    return stays
