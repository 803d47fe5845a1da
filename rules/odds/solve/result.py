"""What the odds of a battle are: chances, expected losses, survivors."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.odds.solve.ends import DRAW, LOSS, RETREAT, STALEMATE, WIN, Ends, verdicts
from rules.odds.solve.model import Bools, Floats, Ints, Side, some

Survivors = tuple[tuple[str, int], ...]  # (unit, number), in order of loss
Spread = tuple[tuple[Survivors, float], ...]
EXACT = 1e-6  # odds that are off by less are called exact
_SHOWN = 1e-8  # what is less likely is not among the survivors


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a battle, seen by the attacker.

    win, loss, draw: chances; draw is nobody left, or neither side able to hit the other. retreat: chance that the
    battle is still undecided when the attacker breaks off. takes: chance that he wins with a unit that can take the
    territory. attacker_loss, defender_loss: expected IPC lost (cargo included). attackers, defenders: what may be left
    and how likely, likeliest first. swing_deviation: standard deviation of the IPC swing. swings: IPC swings with
    their chances, least first. saved: chance that no aircraft of the attacker is lost. error: chances are off by no
    more than that; one standard error where the battle was played out (`played` times).
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
    swings: tuple[tuple[int, float], ...] = ()
    saved: float = 1.0
    error: float = 0.0
    played: int = 0

    @property
    def swing(self) -> float:
        """IPC the defender is expected to lose less those the attacker is."""
        return self.defender_loss - self.attacker_loss

    @property
    def exact(self) -> bool:
        """Whether the odds are worked out and not played out."""
        return not self.played and self.error < EXACT


def mixed(parts: Sequence[tuple[Odds, int, float]]) -> Odds:
    """The odds of a battle that may be one of several: (the odds of each, IPC that its attacker has lost before, its
    chance)."""
    chances = [p for _, _, p in parts]
    swings: defaultdict[int, float] = defaultdict(float)
    for odds, lost, p in parts:
        for swing, chance in odds.swings:
            swings[swing - lost] += p * chance
    mean = sum(swing * p for swing, p in swings.items())

    def sums(values: Iterable[float]) -> float:
        return sum(p * value for p, value in zip(chances, values, strict=True))

    every = [odds for odds, _, _ in parts]
    return Odds(
        win=sums(o.win for o in every),
        loss=sums(o.loss for o in every),
        draw=sums(o.draw for o in every),
        retreat=sums(o.retreat for o in every),
        takes=sums(o.takes for o in every),
        attacker_loss=sums(o.attacker_loss + lost for o, lost, _ in parts),
        defender_loss=sums(o.defender_loss for o in every),
        swing_deviation=math.sqrt(sum(p * (swing - mean) ** 2 for swing, p in swings.items())),
        attackers=_spread(chances, [o.attackers for o in every]),
        defenders=_spread(chances, [o.defenders for o in every]),
        swings=tuple(sorted(swings.items())),
        saved=sums(o.saved for o in every),
        error=sums(o.error for o in every),
        played=max(o.played for o in every),
    )


def _spread(chances: Sequence[float], spreads: Sequence[Spread]) -> Spread:
    found: defaultdict[Survivors, float] = defaultdict(float)
    for p, spread in zip(chances, spreads, strict=True):
        for units, chance in spread:
            found[units] += p * chance
    return _likeliest_first(found)


def _likeliest_first(found: Mapping[Survivors, float]) -> Spread:
    return tuple(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def summarise(attacker: Side, defender: Side, ends: Ends, games: int = 0) -> Odds:
    """Odds from how a battle may end. games: how many were played (0: worked out)."""
    total = float(ends.p.sum())  # a little less than 1: what was too unlikely is left out
    p = ends.p / total
    found = verdicts(attacker, defender, ends)
    chance = np.bincount(found, p, RETREAT + 1)
    beaten = found == LOSS, found == WIN
    mine, theirs = _Lost(attacker, ends.mine, ends.a, beaten[0]), _Lost(defender, ends.theirs, ends.d, beaten[1])
    swing = theirs.ipc - mine.ipc
    mean = float(p @ swing)
    win = float(chance[WIN])
    return Odds(
        win=win,
        loss=float(chance[LOSS]),
        draw=float(chance[DRAW] + chance[STALEMATE]),
        retreat=float(chance[RETREAT]),
        takes=float(p @ (beaten[1] & some(attacker, "takes", ends.mine, True)[ends.a])),
        attacker_loss=float(p @ mine.ipc),
        defender_loss=float(p @ theirs.ipc),
        swing_deviation=math.sqrt(max(float(p @ (swing - mean) ** 2), 0.0)),
        attackers=mine.spread(p),
        defenders=theirs.spread(p),
        swings=_swings(swing, p),
        saved=float(p @ mine.saved),
        error=_error(win, games) if games else abs(1 - total),
        played=games,
    )


class _Lost:
    """What a side has lost in each end; who is beaten has lost what was left as well."""

    def __init__(self, side: Side, left: Ints, at: Ints, beaten: Bools) -> None:
        names = [s.name for s in side.slots]
        self._names = list(dict.fromkeys(names))
        same = [[name == other for other in names] for name in self._names]
        self._called = np.array(same, np.intp).reshape(len(self._names), len(names))
        self._left, self._at, self._beaten = left, at, beaten
        worths = np.array([(s.cost, s.cost * s.stands, s.flies) for s in side.slots], np.intp).reshape(-1, 3).T @ left
        worth, falls, flying = worths[:, at]
        self.ipc: Ints = sum(s.cost * s.count for s in side.slots) - worth + beaten * falls
        planes = sum(s.count for s in side.slots if s.flies)
        self.saved: Bools = (flying == planes) & ~beaten if planes else np.ones(len(at), bool)

    def spread(self, p: Floats) -> Spread:
        """What may be left, likeliest first."""
        chances = np.bincount(self._at, np.where(self._beaten, 0.0, p), self._left.shape[1])
        found: dict[Survivors, float] = {}
        if (gone := float(p @ self._beaten)) > 0:
            found[()] = gone
        some = (chances > _SHOWN).nonzero()[0]
        called = (self._called @ self._left[:, some]).T.tolist()
        for left, chance in zip(called, chances[some].tolist(), strict=True):
            units = tuple((name, n) for name, n in zip(self._names, left, strict=True) if n)
            found[units] = found.get(units, 0.0) + chance
        return _likeliest_first(found)


def _swings(swing: Ints, p: Floats) -> tuple[tuple[int, float], ...]:
    least = int(swing.min())
    chances = np.bincount(swing - least, p)
    some = (chances > _SHOWN).nonzero()[0]
    return tuple(zip((some + least).tolist(), chances[some].tolist(), strict=True))


def _error(win: float, games: int) -> float:
    """One standard error of a chance; with none or all won, as if one game had gone the other way."""
    p = min(max(win, 1 / games), 1 - 1 / games)
    return math.sqrt(p * (1 - p) / games)
