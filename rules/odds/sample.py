"""Odds by playing the battle many times, where working them out exactly would take too long.

The numbers come from a small generator of our own, begun with a fixed seed: the same battle gives the same
odds everywhere. The error is reported with the result.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from hashlib import sha512
from itertools import accumulate

from rules.odds.field import RETREAT, STALEMATE, Ends, Field, Pair
from rules.odds.force import Hits, Volley, volley
from rules.odds.model import FIRST, STRIKE

_LONGEST = 1000  # rounds after which a battle nobody can win is called off
_UNIT = struct.Struct(">8Q")


def uniforms(seed: int) -> Iterator[float]:
    """Numbers evenly spread between 0 and 1 (53 bits), always the same for a seed."""
    block = 0
    while True:
        digest = sha512(b"%d %d" % (seed, block)).digest()
        for word in _UNIT.unpack(digest):
            yield (word >> 11) / (1 << 53)
        block += 1


class Sample:
    """Plays a field's battle `games` times."""

    def __init__(self, field: Field, games: int, seed: int = 1) -> None:
        self.field, self.games = field, games
        self._next = uniforms(seed).__next__
        self._volleys: dict[tuple[bool, int, str], tuple[list[Hits], list[float]]] = {}

    def run(self) -> Ends:
        """How the battles ended: (state, verdict) -> share of the games."""
        ends = Counter(self._play() for _ in range(self.games))
        return {end: n / self.games for end, n in ends.items()}

    def _hit(self, attacking: bool, shooter: int, target: int, step: str, hunted: bool) -> int:
        """The state that one volley leaves of the target."""
        key = (attacking, shooter, step)
        if key not in self._volleys:
            self._volleys[key] = _sums(self.field.volley(attacking, shooter, step))
        hits, sums = self._volleys[key]
        return self.field.facing(attacking)[1].after(target, _drawn(hits, sums, self._next()), hunted)

    def _play(self) -> tuple[Pair, str]:
        firing, targets = self._open()
        limit = self.field.plan.rounds
        for done in range(_LONGEST):
            if verdict := self.field.verdict(firing):
                return targets, verdict
            if limit is not None and done >= limit:
                return targets, RETREAT
            if self.field.plan.first and not done:
                nobody, both = (False, False), (True, True)
                firing = targets = self._volley(firing, targets, nobody, (FIRST, FIRST), both)
            else:
                firing = targets = self._round(firing, targets)
        return targets, STALEMATE

    def _open(self) -> tuple[Pair, Pair]:
        firing = targets = (0, 0)
        for opening in self.field.plan.openings:
            theirs = self.field.facing(opening.attacker)[1]
            hits, sums = _sums(volley(opening.shots, theirs))
            state = theirs.after(targets[opening.attacker], _drawn(hits, sums, self._next()), False)
            targets = (targets[0], state) if opening.attacker else (state, targets[1])
            if not opening.fires_back:
                firing = (firing[0], state) if opening.attacker else (state, firing[1])
        return firing, targets

    def _round(self, firing: Pair, targets: Pair) -> Pair:
        hunting = self.field.hunters(firing)
        striking = self.field.strikers(hunting)
        if any(striking):
            firing = targets = self._volley(firing, targets, hunting, (STRIKE, STRIKE), striking)
            if self.field.plan.end_after_strike and self.field.verdict(targets):
                return targets
        return self._volley(firing, targets, hunting, self.field.steps_after(striking), (True, True))

    def _volley(
        self,
        firing: Pair,
        targets: Pair,
        hunting: tuple[bool, bool],
        steps: tuple[str, str],
        who: tuple[bool, bool],
    ) -> Pair:
        """Both sides (or one) fire at the same time."""
        d = self._hit(True, firing[0], targets[1], steps[0], hunting[0]) if who[0] else targets[1]
        a = self._hit(False, firing[1], targets[0], steps[1], hunting[1]) if who[1] else targets[0]
        return a, d


def _sums(volley: Volley) -> tuple[list[Hits], list[float]]:
    return [hits for hits, _ in volley], list(accumulate(p for _, p in volley))


def _drawn(hits: list[Hits], sums: list[float], number: float) -> Hits:
    return hits[min(bisect_right(sums, number * sums[-1]), len(hits) - 1)]
