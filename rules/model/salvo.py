"""Fire as values: a shot, and the salvo it is fired in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Side = Literal["attacker", "defender"]
FireBack = Literal["none", "step", "round"]


@dataclass(frozen=True, slots=True)
class Shot:
    """The fire of one unit.

    unit: its id (0: a facility, a minefield). need: the number it hits on. label: what the log calls it.
    hit_class: the class of its hits, which says whom they may fall on. dice: how many it rolls; best: only
    the best of them counts. target: the unit it is aimed at (0: whoever that side chooses). better: higher
    numbers that hit some only: `((5, "vehicle"),)` beside a need of 3 hits anybody on 3 and a vehicle on 5.
    """

    unit: int
    need: int
    label: str
    hit_class: str = "any"
    dice: int = 1
    best: bool = False
    target: int = 0
    better: tuple[tuple[int, str], ...] = ()

    @property
    def bands(self) -> tuple[tuple[int, str], ...]:
        """(number, class of the hit) from the lowest number up: a die makes the first hit it is good enough for."""
        return ((self.need, self.hit_class), *sorted(self.better))

    @property
    def chances(self) -> tuple[tuple[str, float], ...]:
        """(class of a hit, chance) of one of its dice, or of the best of them where only that counts."""
        found, below = [], 0.0
        for number, kind in self.bands:
            upto = 1 - (1 - number / 6) ** self.dice if self.best else number / 6
            found.append((kind, max(0.0, upto - below)))
            below = max(below, upto)
        return tuple(found)

    @property
    def counted(self) -> int:
        """Dice that count."""
        return min(1, self.dice) if self.best else self.dice


@dataclass(frozen=True, slots=True)
class Salvo:
    """Fire of one side at the other, in a round or outside, in a battle or where there is none.

    step: what is fired ("fire", "bombardment", "antiaircraft", a rule's own). side: who fires. shots: in the
    order of the dice. fires_back: how long what is hit goes on firing: "none" (it is gone at once), to the end
    of the "step", or of the "round". why: what the dice are for, as the log says it. loss: why its victims
    leave the board, as rules are told. targets: the only units it may hit (None: all that its hits may fall on).
    chooser: the power that chooses the losses ("": their owners). whole: one hit takes a unit of several hits.
    until_gone: dice fall only as long as something is left to be hit. owner: whose dice they are ("": the
    owner of all that fire).
    """

    step: str
    side: Side
    shots: tuple[Shot, ...] = ()
    fires_back: FireBack = "none"
    why: str = ""
    loss: str = "battle"
    targets: tuple[int, ...] | None = None
    chooser: str = ""
    whole: bool = False
    until_gone: bool = False
    owner: str = ""
