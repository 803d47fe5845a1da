"""A side of a battle as the engine has it: its slots, and the dice that its states roll.

The engine is asked once for each kind of unit and then for the numbers of all states together (fire.numbered). House
rules that change numbers, volleys, hit classes, who may be hit or the order of loss are in the odds by that.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from rules.battle import deck_needs, fire, losses, sides
from rules.battle.sides import ATTACKER
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import AIR, LAND
from rules.model.state import Battle, Unit, ids
from rules.model.vocabulary import Trait
from rules.odds.read.modes import mode_of
from rules.odds.read.rerollers import MOST, Reroller, may_roll_again, younger
from rules.odds.read.side_fire import Scene, SideFire, strikes
from rules.odds.read.surprise_fire import APART
from rules.odds.solve.model import ALL, NO_REROLL, Bound, Dice, Floats, Ints, Slot

_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class LossOrder:
    """How a side takes its losses. names: units, first lost first; what is not named comes behind them, as recommended.
    keep: a unit one of which is kept to the last."""

    names: tuple[str, ...] = ()
    keep: str = ""


@dataclass(frozen=True)
class Kind:
    """Units that are alike: one of them, how many there are, their numbers, whether they are kept to the last, whether it
    is one that may roll a missed die again."""

    unit: Unit
    count: int
    ids: tuple[int, ...] = ()
    kept: bool = False
    rerolls: bool = False


class EngineSide:
    """A side of a battle that is about to roll (fact "hunters": who has destroyers). enemy_classes: classes of hits that
    may fall on it. hunted: whether the enemy may ever take its submarines their abilities. leaving: units that leave
    the battle as soon as they may. apart: by what stands behind a class of hits, the only units that can take them."""

    def __init__(
        self,
        view: View,
        scene: Scene,
        side: str,
        order: LossOrder,
        kinds: Sequence[Kind],
        enemy_classes: frozenset[str],
        hunted: bool,
        leaving: Trait | None = None,
        apart: Mapping[str, frozenset[int]] = MappingProxyType({}),
    ) -> None:
        self._view, self._scene, self._battle, self._side, self._order = view, scene, scene.now, side, order
        self._mode = mode_of(view)
        self._classes, self._hunted, self._apart = enemy_classes, hunted, apart
        states = sorted(self._damage_states(kinds), key=lambda state: (state[0], state[1], state[3]))
        at = {(kind, damage): i for i, (_, kind, _, damage) in enumerate(states)}
        self._units = [
            unit if damage == unit.damage else dataclasses.replace(unit, damage=damage) for _, _, unit, damage in states
        ]
        slots = [
            self._slot(kinds[kind], unit, at.get((kind, unit.damage + 1), -1))
            for (_, kind, _, _), unit in zip(states, self._units, strict=True)
        ]
        self.slots = self._with_places_to_go(slots, leaving) if leaving else tuple(slots)
        self._kinds = [kind for _, kind, _, _ in states]
        self._slots: dict[tuple[int, int], Slot] = {}
        self._fire = SideFire(view, scene, side, self._units, [slot.stands for slot in self.slots])
        self._ids = [kinds[kind].ids for kind in self._kinds]
        bounded = view.table.answering(Rule.bound_losses) and any(
            self._breaks([row] * len(same)) for row, same in enumerate(self._ids)
        )
        self.bound: Bound | None = self._breaks if bounded else None
        self.rerollers = self._who_rolls_again(kinds) if any(kind.rerolls for kind in kinds) else ()
        self._rounds: Sequence[Ints | int] = (NO_REROLL,) * len(self.rerollers)

    def counting(self, counts: Sequence[int]) -> EngineSide:
        """The same side with other numbers of its kinds of units, in the order in which it has been given them."""
        twin = object.__new__(EngineSide)
        twin.__dict__.update(self.__dict__)
        own, away = self.slots[: len(self._kinds)], self.slots[len(self._kinds) :]
        both = enumerate(zip(own, self._kinds, strict=True))
        twin.slots = (*(self._counted(i, counts[kind]) if s.count else s for i, (s, kind) in both), *away)
        return twin

    def _counted(self, at: int, count: int) -> Slot:
        if (at, count) not in self._slots:
            self._slots[at, count] = dataclasses.replace(self.slots[at], count=count)
        return self._slots[at, count]

    def _with_places_to_go(self, slots: list[Slot], leaving: Trait) -> tuple[Slot, ...]:
        """The slots, behind them those of units that have left."""
        away: list[Slot] = []
        for i, unit in enumerate(self._units[:]):
            if self._view.has(unit, leaving):
                out = Slot(unit.type, 0, slots[i].cost, hit_by=_NOTHING, hit_by_hunted=_NOTHING, stands=False)
                slots[i] = dataclasses.replace(slots[i], leaves=len(slots) + len(away))
                away.append(dataclasses.replace(out, fights=False, shoots=False, takes=False))
                self._units.append(unit)
        return (*slots, *away)

    def _damage_states(self, kinds: Sequence[Kind]) -> Iterator[tuple[tuple[object, ...], int, Unit, int]]:
        """(place in the order of loss, kind, unit, damage) for each state of damage, whole first."""
        view = self._view
        for number, kind in enumerate(kinds):
            unit = kind.unit
            for damage in range(unit.damage, max(view.of(unit).hits, unit.damage + 1)):
                key = self._wanted(unit, damage - unit.damage)[:-1]
                yield (key[0], kind.kept, *key[1:]), number, unit, damage

    def _wanted(self, unit: Unit, taken: int) -> tuple[object, ...]:
        view, battle = self._view, self._battle
        chosen = {unit.id: taken} if taken else {}
        decks = deck_needs.prices(view, battle, self._classes, chosen) if view.of(unit).decks else {}
        return losses.wanted_order(view, battle, unit, taken, self._order.names, decks)

    def _slot(self, kind: Kind, unit: Unit, after: int) -> Slot:
        view, battle = self._view, self._battle
        profile = view.of(unit)
        stands = sides.holds_battle(view, unit)
        hit_by = self._hit_by(unit, False)
        return Slot(
            name=unit.type,
            count=kind.count if unit.damage == kind.unit.damage else 0,
            cost=profile.cost + sum(view.of(c).cost for c in view.state.aboard(unit.id)),
            after=after,
            hit_by=hit_by,
            hit_by_hunted=self._hit_by(unit, True) if self._hunted else hit_by,
            hunts=sides.hunter(view, unit, self._side),
            strikes=strikes(view, self._side, unit),
            stands=stands,
            fights=not profile.has("no fighter"),
            shoots=not profile.has("defenseless") or bool(fire.numbers(view, battle, self._side).get(unit.id)),
            takes=stands and profile.domain == LAND and not profile.has("cannot capture"),
            flies=profile.domain == AIR,
        )

    def _hit_by(self, unit: Unit, hunted: bool) -> frozenset[str]:
        seen = self._scene.hunted if hunted else self._scene.free
        return frozenset(kind for kind in self._classes if self._reached(seen, unit, kind))

    def _reached(self, seen: Battle, unit: Unit, kind: str) -> bool:
        kind, mark, number = kind.partition(APART)
        return (not mark or unit.id in self._apart[mark + number]) and sides.may_be_hit(self._view, seen, unit, kind)

    def _who_rolls_again(self, kinds: Sequence[Kind]) -> tuple[Reroller, ...]:
        """The units that may roll a missed die again; none where a first strike may change in the middle of a round what
        their dice are (a ship's that it damages; with medium luck those that full sets leave over)."""
        struck = self._struck_first()
        if not self._mode.single and (struck or any(slot.strikes for slot in self.slots)):
            return ()
        start = np.array([slot.count for slot in self.slots], np.intp).reshape(-1, 1)
        shots = [shot for first in (True, False) for shot, _ in self._fire.shots(list(start), ALL, first, 1)]
        dice = {shot.unit: shot.counted for shot in shots}
        side = sides.units(self._view, self._battle, self._side)
        slots: dict[Unit, list[int]] = {}
        for row, kind in enumerate(self._kinds):
            alike = not struck or self._view.of(kinds[kind].unit).hits == 1
            if kinds[kind].rerolls and dice.get(kinds[kind].unit.id) and alike:
                slots.setdefault(kinds[kind].unit, []).append(row)
        found = (Reroller(u.id, tuple(rows), dice[u.id], younger(u, side)) for u, rows in slots.items())
        return tuple(found) if len(slots) <= MOST else ()

    @property
    def reroll_dice(self) -> tuple[int, ...]:
        """For each unit that may roll again, the dice it has at most."""
        return tuple(unit.dice for unit in self.rerollers)

    @property
    def single(self) -> bool:
        """Whether each die falls by itself (no dice mode)."""
        return self._mode.single

    def rounds(self, left: Ints, first: bool = False) -> list[Floats]:
        """For each unit that may roll again how likely its rounds are: [round, state]."""
        volley = self._fire.volley(list(left), ALL, first, left.shape[1])
        return [unit.rounds(self._mode, volley, left) for unit in self.rerollers]

    def _breaks(self, hits: Sequence[int]) -> bool:
        """Whether hits on slots, one after the other, break a rule that looks at the whole battle."""
        chosen: Counter[int] = Counter()
        for row, count in Counter(hits).items():
            chosen.update(self._ids[row][:count])
        return losses.bound(self._view, self._battle, self._side, chosen) is not None

    def _struck_first(self) -> bool:
        """Whether the enemy has units that fire before the others."""
        trait: Trait = "first strike defending" if self._side == ATTACKER else "first strike attacking"
        enemies = sides.units(self._view, self._battle, sides.other(self._side))
        return any(self._view.has(unit, trait) for unit in enemies)

    def having(self, rounds: Sequence[Ints | int]) -> EngineSide:
        """The same side when the units that may roll again have these rounds (one for all states, or one for each)."""
        twin = object.__new__(EngineSide)
        twin.__dict__.update(self.__dict__)
        twin._rounds = rounds
        return twin

    @property
    def kinds(self) -> int:
        """How many kinds of units it has been given."""
        return len(set(self._kinds))

    @property
    def units(self) -> Sequence[Unit]:
        """One unit for each slot."""
        return self._units

    def dice(self, left: Ints, who: str = ALL, first: bool = False) -> Dice:
        """What states roll: the engine's own numbers, worked out for all of them together."""
        volley = self._fire.volley(list(left), who, first, left.shape[1])
        found = self._mode.dice(volley)
        for unit, rounds in zip(self.rerollers, self._rounds, strict=True):
            unit.change(found, self._mode, volley, rounds)
        return found


def kinds_of(
    view: View, battle: Battle, units: Sequence[Unit], order: LossOrder, apart: Sequence[frozenset[int]] = ()
) -> list[Kind]:
    """The units of a side, alike ones counted together. apart: sets whose units are not like others."""
    laden = view.state.ids_aboard
    decks = deck_needs.prices(view, battle)
    same: dict[tuple[Any, ...], list[Unit]] = {}
    alone = {u.id for u in units if u.marks and may_roll_again(view, battle, u)}
    for u in units:
        within: tuple[object, ...] = tuple(u.id in some for some in apart) if apart else ()
        if decks:
            within = (*within, u.id in decks)
        if u.id in alone:
            within = (*within, u.id)
        same.setdefault((within, u.type, u.owner, u.damage, u.marks, laden.get(u.id) and u.id, id(u.turn)), []).append(
            u
        )
    rough: dict[tuple[Any, ...], list[Unit]] = {}
    for key, some in same.items():
        rough.setdefault((*key[:-1], some[0].turn), []).extend(some)
    types = Counter(some[0].type for some in rough.values())
    groups: dict[tuple[object, ...], list[Unit]] = {}
    for key, some in rough.items():
        like = _alike(view, battle, some[0]) if types[some[0].type] > 1 else some[0].type
        groups.setdefault((key[0], like), []).extend(some)
    found = [Kind(some[0], len(some), ids(some), rerolls=some[0].id in alone) for some in groups.values()]
    return _kept(found, order.keep)


def _alike(view: View, battle: Battle, unit: Unit) -> tuple[object, ...]:
    """What units that are the same loss have in common."""
    return losses.order_of_loss(view, battle, unit)[:-1], losses.casualty_key(view, unit)


def _kept(kinds: list[Kind], keep: str) -> list[Kind]:
    """Split off one unit that is kept to the last."""
    at = next((i for i, kind in enumerate(kinds) if kind.unit.type == keep), None)
    if at is None:
        return kinds
    kind = kinds[at]
    *others, last = kind.ids
    rest = [dataclasses.replace(kind, count=len(others), ids=tuple(others))] if others else []
    return [*kinds[:at], *rest, *kinds[at + 1 :], dataclasses.replace(kind, count=1, ids=(last,), kept=True)]


def classes_of(view: View, scene: Scene, kinds: Sequence[Kind]) -> frozenset[str]:
    """The classes of the hits that a side's units make, in the first round or later."""
    rounds = (scene.first, scene.later) if view.table.answering(Rule.hit_class) else (scene.now,)
    return frozenset(sides.hit_class(view, seen, kind.unit) for seen in rounds for kind in kinds)
