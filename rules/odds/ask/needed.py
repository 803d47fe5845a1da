"""The least force that does it: the cheapest part of what an attacker has that wins with some chance."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.model.profiles import LAND
from rules.odds.ask.typed import TypedError, items_of, typed_odds
from rules.odds.solve.result import Odds

CHANCE = 0.8
_TRIES = 150  # forces that are worked out for one question
Force = tuple[int, ...]  # how many of each unit


@dataclass(frozen=True)
class Needed:
    """The cheapest force found and its odds; enough: whether it has the chance that was wanted (otherwise it is
    everything there is). takes: whether the chance is that of taking a territory (at sea: of winning)."""

    force: tuple[tuple[str, int], ...]
    cost: int
    odds: Odds
    enough: bool
    takes: bool

    @property
    def chance(self) -> float:
        """Its chance."""
        return self.odds.takes if self.takes else self.odds.win


def needed(
    have: str,
    defender: str,
    board: str = "classic",
    rules: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    powers: tuple[str, str] = ("", ""),
    chance: float = CHANCE,
) -> Needed:
    """The cheapest force out of "10 infantry, 4 tank, 2 fighter" that takes what "5 infantry, 1 fighter" hold with
    a chance. Raises what typed_odds raises, and TypedError for a chance that is none."""
    if not 0 < chance < 1:
        raise TypedError("The chance wanted is more than 0 and less than 1, for example 0.8.")
    table, items = items_of(have, board, rules, options)
    profiles = [table.units[table.standing(item.unit)] for item in items]
    takes = any(p.domain == LAND for p in profiles)

    @functools.cache
    def odds(force: Force) -> Odds:
        text = ", ".join(str(dataclasses.replace(item, count=n)) for item, n in zip(items, force, strict=True) if n)
        return typed_odds(text, defender, board, rules, options, powers)

    search = _Search(odds, [p.cost for p in profiles], takes, chance)
    everything = tuple(item.count for item in items)
    force = search.least(everything) if search.enough(everything) else everything
    named = tuple((item.unit, n) for item, n in zip(items, force, strict=True) if n)
    return Needed(named, search.cost(force), odds(force), search.enough(force), takes)


class _Search:
    """Takes units away while the rest is enough, then exchanges them for cheaper ones."""

    def __init__(self, odds: Callable[[Force], Odds], costs: Sequence[int], takes: bool, chance: float) -> None:
        self._odds, self._costs, self._takes, self._chance = odds, costs, takes, chance
        self._tried = 0

    def cost(self, force: Force) -> int:
        """IPC of a force."""
        return sum(n * cost for n, cost in zip(force, self._costs, strict=True))

    def enough(self, force: Force) -> bool:
        """Whether a force has the chance."""
        self._tried += 1
        if not any(force):
            return False
        found = self._odds(force)
        return (found.takes if self._takes else found.win) >= self._chance

    def least(self, most: Force) -> Force:
        """The cheapest of what two ways of taking units away come to."""
        dear = sorted(range(len(most)), key=lambda i: -self._costs[i])
        found = [self._bettered(self._thinned(most, order), most) for order in (dear, dear[::-1])]
        return min(found, key=self.cost)

    def _thinned(self, force: Force, order: Sequence[int]) -> Force:
        """Without all that can be spared, in this order of units; many at once as long as that goes."""
        for i in order:
            step = force[i]
            while step and self._tried < _TRIES:
                fewer = _changed(force, i, -step)
                if step <= force[i] and self.enough(fewer):
                    force = fewer
                else:
                    step //= 2
        return force

    def _bettered(self, force: Force, most: Force) -> Force:
        """Some of a unit for one that is dearer, as long as the whole gets cheaper."""
        better = True
        while better and self._tried < 2 * _TRIES:
            better = False
            for i in range(len(force)):
                for j in range(len(force)):
                    if i == j or not force[i] or self._costs[j] <= 0:
                        continue
                    for gone in range(1, min(force[i], 3) + 1):
                        more = (gone * self._costs[i] - 1) // self._costs[j]
                        trial = _changed(_changed(force, i, -gone), j, more)
                        if more > 0 and trial[j] <= most[j] and self.enough(trial):
                            force, better = trial, True
                            break
        return force


def _changed(force: Force, at: int, by: int) -> Force:
    return (*force[:at], force[at] + by, *force[at + 1 :])
