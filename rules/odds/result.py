"""What the odds of a battle are: chances, expected losses, survivors."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from rules.odds.field import DRAW, LOSS, RETREAT, STALEMATE, WIN, Ends, Field
from rules.odds.force import Force

Survivors = tuple[tuple[str, int], ...]  # (unit, number), in order of loss
Spread = tuple[tuple[Survivors, float], ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a battle, seen by the attacker.

    win, loss, draw: chances; draw is nobody left, or neither side able to hit the other. retreat: chance
    that the battle is still undecided when the attacker breaks off. takes: chance that he wins with a unit
    that can take the territory. attacker_loss, defender_loss: expected IPC lost (cargo included).
    attackers, defenders: what may be left and how likely, likeliest first. error: one standard error of the
    chances, 0 where they are exact. swing_deviation: standard deviation of the IPC swing.
    """

    win: float
    loss: float
    draw: float
    retreat: float
    takes: float
    attacker_loss: float
    defender_loss: float
    swing_deviation: float
    attackers: Spread
    defenders: Spread
    error: float = 0.0

    @property
    def swing(self) -> float:
        """IPC the defender is expected to lose less those the attacker is."""
        return self.defender_loss - self.attacker_loss

    @property
    def exact(self) -> bool:
        """Whether the odds are worked out and not sampled."""
        return self.error == 0


def summarise(field: Field, ends: Ends, games: int = 0) -> Odds:
    """Odds from how a battle may end. games: how many were played (0: worked out)."""
    total = sum(ends.values())  # a little less than 1: what was too unlikely is left out
    ends = {end: p / total for end, p in ends.items()}
    chance: defaultdict[str, float] = defaultdict(float)
    for (_, verdict), p in ends.items():
        chance[verdict] += p
    lost = {end: _losses(field, *end) for end in ends}
    mine = sum(p * lost[end][0] for end, p in ends.items())
    theirs = sum(p * lost[end][1] for end, p in ends.items())
    swing = sum(p * (lost[end][1] - lost[end][0] - theirs + mine) ** 2 for end, p in ends.items())
    takes = sum(p for (pair, v), p in ends.items() if v == WIN and field.attacker.some(pair[0], "takes", standing=True))
    return Odds(
        win=chance[WIN],
        loss=chance[LOSS],
        draw=chance[DRAW] + chance[STALEMATE],
        retreat=chance[RETREAT],
        takes=takes,
        attacker_loss=mine,
        defender_loss=theirs,
        swing_deviation=math.sqrt(max(swing, 0.0)),
        attackers=_spread(field.attacker, ends, lambda pair, v: -1 if v == LOSS else pair[0]),
        defenders=_spread(field.defender, ends, lambda pair, v: -1 if v == WIN else pair[1]),
        error=_error(chance[WIN], games),
    )


def _error(win: float, games: int) -> float:
    """One standard error of a chance; with none or all won, as if one game had gone the other way."""
    if not games:
        return 0.0
    p = min(max(win, 1 / games), 1 - 1 / games)
    return math.sqrt(p * (1 - p) / games)


def _losses(field: Field, pair: tuple[int, int], verdict: str) -> tuple[int, int]:
    """IPC lost by attacker and defender; who has lost the battle loses what was left as well."""
    return (
        _cost(field.attacker, 0) - _cost(field.attacker, pair[0], verdict == LOSS),
        _cost(field.defender, 0) - _cost(field.defender, pair[1], verdict == WIN),
    )


def _cost(force: Force, number: int, beaten: bool = False) -> int:
    state = force.states[number]
    return sum(n * s.cost for n, s in zip(state, force.slots, strict=True) if not (beaten and s.stands))


def _spread(force: Force, ends: Ends, left: Callable[[tuple[int, int], str], int]) -> Spread:
    chances: defaultdict[Survivors, float] = defaultdict(float)
    for (pair, verdict), p in ends.items():
        chances[_survivors(force, left(pair, verdict))] += p
    return tuple(sorted(chances.items(), key=lambda item: (-item[1], item[0])))


def _survivors(force: Force, number: int) -> Survivors:
    if number < 0:
        return ()
    counts: dict[str, int] = {}
    for n, slot in zip(force.states[number], force.slots, strict=True):
        if n:
            counts[slot.name] = counts.get(slot.name, 0) + n
    return tuple(counts.items())
