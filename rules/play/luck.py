"""Statistics of dice: hits against what was to be expected, evenness of the faces, luck.

Pure figures about throws already made; nothing here rolls. Luck is told in standard deviations
(0 is par, +2 is a run that one player in forty has) and, for battles, in IPC.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice thrown together for the same number: a hit is a die of `needed` or less (0: no hit possible)."""

    who: str
    needed: int
    dice: tuple[int, ...]


@dataclass(slots=True)
class Tally:
    """Sums over throws."""

    dice: int = 0
    hits: int = 0
    expected: float = 0.0
    variance: float = 0.0
    faces: list[int] = field(default_factory=lambda: [0] * 6)

    def add(self, throw: Throw) -> None:
        """Count one throw in."""
        chance = min(max(throw.needed, 0), 6) / 6
        self.dice += len(throw.dice)
        self.hits += sum(die <= throw.needed for die in throw.dice)
        self.expected += chance * len(throw.dice)
        self.variance += chance * (1 - chance) * len(throw.dice)
        for die in throw.dice:
            self.faces[die - 1] += 1

    @property
    def luck(self) -> float:
        """Hits above expectation, in standard deviations; 0 where nothing was left to chance."""
        return (self.hits - self.expected) / math.sqrt(self.variance) if self.variance else 0.0

    @property
    def chi_square(self) -> float:
        """How far the six faces are from even: Pearson's figure, 5 degrees of freedom."""
        even = self.dice / 6
        return sum((count - even) ** 2 for count in self.faces) / even if self.dice else 0.0

    @property
    def p_value(self) -> float:
        """Chance that fair dice are at least as uneven as these (1 without dice)."""
        return chi_square_tail(self.chi_square, 5)


def tally(throws: Iterable[Throw]) -> Tally:
    """All throws together."""
    total = Tally()
    for throw in throws:
        total.add(throw)
    return total


def tally_by(throws: Iterable[Throw], key: Callable[[Throw], str] = lambda t: t.who) -> dict[str, Tally]:
    """A tally for each player, power or whatever `key` names."""
    groups: defaultdict[str, Tally] = defaultdict(Tally)
    for throw in throws:
        groups[key(throw)].add(throw)
    return dict(groups)


def chi_square_tail(value: float, freedom: int) -> float:
    """Chance that a chi-square figure with so many degrees of freedom is `value` or more."""
    if value <= 0:
        return 1.0
    return _gamma_tail(freedom / 2, value / 2)


def _gamma_tail(shape: float, x: float) -> float:
    """The regularised upper incomplete gamma function, by its series or its continued fraction."""
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        step = shape
        while abs(term) > abs(total) * 1e-16:
            step += 1
            term *= x / step
            total += term
        return 1 - total * scale
    b = x + 1 - shape
    c, d = 1e300, 1 / b
    fraction = d
    for i in range(1, 1000):
        a = -i * (i - shape)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return fraction * scale


@dataclass(frozen=True, slots=True)
class BattleLuck:
    """One battle in IPC. A swing is what the defender lost less what the attacker lost. deviation: what it scatters by
    (one standard deviation). entry: number of the order that began it. rest: the swing that was still to be expected where
    somebody broke it off."""

    place: str
    attacker: str
    defender: str
    expected_swing: float
    actual_swing: float
    deviation: float = 0.0
    entry: int = 0
    rest: float = 0.0

    def luck_of(self, who: str) -> float:
        """IPC won by luck: the swing above expectation for the attacker, below it for the defender."""
        above = self.actual_swing + self.rest - self.expected_swing
        return above * (who == self.attacker) - above * (who == self.defender)


def ipc_luck(battles: Sequence[BattleLuck], digits: int | None = None) -> dict[str, float]:
    """IPC won (or, below 0, lost) by luck, for everybody who fought. digits: decimals that each battle's is shown with, so
    that what is shown adds up."""
    sides = {who for battle in battles for who in (battle.attacker, battle.defender)}
    return {who: sum(_shown(battle.luck_of(who), digits) for battle in battles) for who in sorted(sides)}


def _shown(luck: float, digits: int | None) -> float:
    return luck if digits is None else round(luck, digits)


def chance_of(luck: float, variance: float) -> float:
    """How likely fair dice are as kind or unkind as that in all, one way or the other."""
    return math.erfc(abs(luck) / math.sqrt(2 * variance)) if variance > 0 else 1.0


# Chances above this are nothing to talk about.
COMMON = 0.4


def in_words(chance: float) -> str:
    """`1 fair game in 7 is as uneven`."""
    if chance > COMMON:
        return "nothing out of the ordinary: about every second fair game is as uneven"
    return f"1 fair game in {round(1 / max(chance, 1e-6)):,} is as uneven"
