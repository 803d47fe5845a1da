"""The fire of a side in many states at once: the engine's own numbers and shots, with how many roll each."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rules.battle import fire, sides
from rules.battle.sides import ATTACKER
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.salvo import Shot
from rules.model.state import Battle, Unit
from rules.odds.solve.model import ALL, STRIKE, Ints


@dataclass(frozen=True)
class Scene:
    """A battle as it is now, in a round to come, in its first round, and with nobody hunted or everybody. fired: units
    that have fired in that first round before the others."""

    now: Battle
    fired: tuple[int, ...] = ()

    @cached_property
    def later(self) -> Battle:
        """A round to come."""
        return dataclasses.replace(self.now, round=max(2, self.now.round + 1))

    @cached_property
    def first(self) -> Battle:
        """The first round, or the rest of the one that is going on."""
        return dataclasses.replace(self.now, round=max(1, self.now.round), fired=self.fired)

    @cached_property
    def free(self) -> Battle:
        """Nobody is hunted."""
        return dataclasses.replace(self.now, hunters=()) if self.now.hunters else self.now

    @cached_property
    def hunted(self) -> Battle:
        """Everybody is."""
        return dataclasses.replace(self.now, hunters=sides.BOTH)


def strikes(view: View, side: str, unit: Unit) -> bool:
    """Whether a unit of a side fires before the others."""
    return view.has(unit, "first strike attacking" if side == ATTACKER else "first strike defending")


class SideFire:
    """What a side fires. units: one for each slot of the side; stands: whether those of a slot are in the battle."""

    def __init__(self, view: View, scene: Scene, side: str, units: Sequence[Unit], stands: Sequence[bool]) -> None:
        self._view, self._scene, self._side, self._units, self._stands = view, scene, side, units, stands
        self._known: dict[tuple[str, bool], list[tuple[int, Shot]]] = {}

    def volley(self, counts: Sequence[Ints], who: str, first: bool, states: int) -> list[tuple[Shot, Ints]]:
        """Shots, with how many there are of each in the states; from memory where it is known whose they are."""
        if known := self._known.get((who, first)):
            return [(shot, counts[row]) for row, shot in known]
        found = self.shots(counts, who, first, states)
        rows = {id(count): row for row, count in enumerate(counts)}
        if all(id(count) in rows for _, count in found):  # no unit's fire depends on how many others there are
            self._known[who, first] = [(rows[id(count)], shot) for shot, count in found]
        return found

    def shots(self, counts: Sequence[Ints], who: str, first: bool, states: int) -> list[tuple[Shot, Ints]]:
        """Shots, with how many there are of each in the states."""
        battle = self._scene.first if first else self._scene.later
        return self._changed(self._own(counts, who, battle), who, battle, states)

    def _own(self, counts: Sequence[Ints], who: str, battle: Battle) -> list[tuple[Shot, Ints]]:
        view, found = self._view, list[tuple[Shot, Ints]]()
        present = [(u, n) for u, n, stands in zip(self._units, counts, self._stands, strict=True) if stands]
        for rank in fire.numbered(view, battle, self._side, present):
            fires = rank.number and rank.unit.id not in battle.fired
            if fires and (who == ALL or strikes(view, self._side, rank.unit) == (who == STRIKE)):
                found.append((fire.shot(view, battle, rank, self._side), rank.count))
        return found

    def _changed(
        self, shots: list[tuple[Shot, Ints]], who: str, battle: Battle, states: int
    ) -> list[tuple[Shot, Ints]]:
        """The shots with what rules make of them: each is asked about by itself, and what they add is the same in
        every state."""
        view, side = self._view, self._side
        if not view.table.answering(Rule.shots):
            return shots

        def asked(some: tuple[Shot, ...]) -> tuple[Shot, ...]:
            return view.table.fold(Rule.shots, some, view, battle, "strike" if who == STRIKE else "fire", side)

        added = asked(())
        changed = [(new, n) for shot, n in shots for new in asked((shot,)) if new not in added]
        return [*changed, *((new, np.ones(states, np.intp)) for new in added)]
