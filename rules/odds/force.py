"""A side while the odds are worked out: its states by number, its volleys and its losses, each found once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations

from rules.odds.chances import hit_chances
from rules.odds.model import ALL, Shots, Side, State

Hits = tuple[tuple[str, int], ...]  # (class, how many), by class
Volley = list[tuple[Hits, float]]  # hits that may be made, with chances
Outcomes = list[tuple[int, float]]  # states that may be left, with chances


class Force:
    """States of a side get numbers as they turn up; state 0 is the start."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.slots = side.slots
        self.states: list[State] = []
        self.points: list[int] = []  # hits that each state can still take
        self._numbers: dict[State, int] = {}
        self._shots: dict[tuple[int, str], Shots] = {}
        self._lost: dict[tuple[int, bool, Hits], int] = {}
        self._some: dict[tuple[int, str, bool], bool] = {}
        self._may_take: dict[tuple[int, bool], frozenset[str]] = {}
        self._weight = self._weights()
        self.number(tuple(slot.count for slot in self.slots))

    def number(self, state: State) -> int:
        """The number of a state."""
        found = self._numbers.get(state)
        if found is None:
            found = self._numbers[state] = len(self.states)
            self.states.append(state)
            self.points.append(sum(map(int.__mul__, state, self._weight)))
        return found

    def _weights(self) -> list[int]:
        weights: list[int] = []
        for slot in self.slots:
            weight, at = 1, slot.after
            while at >= 0:
                weight, at = weight + 1, self.slots[at].after
            weights.append(weight)
        return weights

    def some(self, number: int, trait: str, standing: bool = False) -> bool:
        """Whether a state has a unit whose slot says so (`stands`, `fights`, `shoots`, `takes`, `hunts`);
        with `standing`, one of those that keep their side in the battle."""
        key = (number, trait, standing)
        found = self._some.get(key)
        if found is None:
            alive = [s for n, s in zip(self.states[number], self.slots, strict=True) if n]
            found = self._some[key] = any(getattr(s, trait) and (s.stands or not standing) for s in alive)
        return found

    def may_take(self, number: int, hunted: bool) -> frozenset[str]:
        """The classes of hits that somebody in a state can take."""
        key = (number, hunted)
        if key not in self._may_take:
            alive = [s for n, s in zip(self.states[number], self.slots, strict=True) if n]
            self._may_take[key] = frozenset().union(*(s.hit_by_hunted if hunted else s.hit_by for s in alive))
        return self._may_take[key]

    def fires(self, number: int) -> frozenset[str]:
        """The classes of hits a state can make."""
        return frozenset(kind for chance, kind in self.shots(number, ALL) if chance > 0)

    def takes_all_alike(self, enemy: Force) -> bool:
        """Whether all that the enemy may ever fire falls on the same units, in the same order."""
        kinds = enemy.fires(0)
        return all(
            (kinds <= s.hit_by and kinds <= s.hit_by_hunted) or not kinds & (s.hit_by | s.hit_by_hunted)
            for s in self.slots
        )

    def rungs(self, start: int) -> list[int]:
        """The states after 0, 1, 2, ... hits that fall on anybody, for a side that takes all hits alike."""
        kinds = sorted(self.may_take(start, False))
        found = [start]
        while kinds and (after := self.after(found[-1], ((kinds[0], 1),), False)) != found[-1]:
            found.append(after)
        return found

    def shots(self, number: int, step: str) -> Shots:
        """What a state fires in a step."""
        key = (number, step)
        if key not in self._shots:
            self._shots[key] = self.side.shots(self.states[number], step)
        return self._shots[key]

    @cached_property
    def strikes(self) -> bool:
        """Whether any slot has a first strike at all."""
        return any(slot.strikes for slot in self.slots)

    def groups(self, classes: Sequence[str]) -> dict[str, str]:
        """Class -> the class it may be counted with: those that this side takes alike are one."""
        alike: dict[tuple[tuple[bool, bool], ...], str] = {}
        found = {}
        for name in classes:
            mark = tuple((name in slot.hit_by, name in slot.hit_by_hunted) for slot in self.slots)
            found[name] = alike.setdefault(mark, name)
        return found

    def after(self, number: int, hits: Hits, hunted: bool) -> int:
        """The state that hits (by class) leave: every hit that has a legal target falls on the first of them
        in order of loss, the most restricted classes getting their place (G40-11.8, 11.10)."""
        key = (number, hunted, hits)
        found = self._lost.get(key)
        if found is None:
            found = self._lost[key] = self.number(self._lose(self.states[number], dict(hits), hunted))
        return found

    def _lose(self, state: State, hits: Mapping[str, int], hunted: bool) -> State:
        kinds = [kind for kind, n in hits.items() if n]
        subsets = [frozenset(c) for size in range(1, len(kinds) + 1) for c in combinations(kinds, size)]
        room = {subset: sum(hits[kind] for kind in subset) for subset in subsets}
        eligible = [(s.hit_by_hunted if hunted else s.hit_by) & set(kinds) for s in self.slots]
        left = list(state)
        while room:
            for i, mask in enumerate(eligible):
                if left[i] and mask and all(room[c] for c in subsets if mask <= c):
                    break
            else:
                break
            left[i] -= 1
            if (to := self.slots[i].after) >= 0:
                left[to] += 1
            for c in subsets:
                if mask <= c:
                    room[c] -= 1
        return tuple(left)


def volley(shots: Shots, target: Force) -> Volley:
    """The hits a volley may make, classes that the target takes alike counted together, with chances."""
    alike = target.groups(sorted({kind for _, kind in shots}))
    merged: dict[tuple[float, str], int] = {}
    for (chance, kind), dice in shots.items():
        key = (chance, alike[kind])
        merged[key] = merged.get(key, 0) + dice
    classes = sorted(set(alike.values()))
    return [(tuple(zip(classes, hits, strict=True)), p) for hits, p in hit_chances(merged, classes)]


def outcomes(volley: Volley, target: Force, number: int, hunted: bool) -> Outcomes:
    """The states a volley may leave a force in, with their chances, likeliest first."""
    found: dict[int, float] = {}
    for hits, p in volley:
        state = target.after(number, hits, hunted)
        found[state] = found.get(state, 0.0) + p
    return sorted(found.items(), key=lambda item: -item[1])
