"""A bombing raid worked out: every way it may go, step by step, with the engine's own fire, losses and damage."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from rules.battle import casualties, losses, raid, salvos, sides, step_of
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.steps import Step
from rules.core.view import View
from rules.dice import PracticeDice
from rules.mechanics.fire import air_battles
from rules.model.salvo import Salvo, Side
from rules.model.state import Battle, Unit, Volley
from rules.odds.read.modes import mode_of
from rules.odds.solve import chances
from rules.odds.solve.model import Floats

_CUT = 1e-11
_DICE = 3  # dice of one bomber whose sum can be worked out
_OVER = ("raid damage", "raid over")
Key = tuple[tuple[object, ...], ...]


class BeyondReach(Exception):
    """The raid has something in it that is not worked out, or too much of it."""


@dataclass
class Way:
    """A way a raid may have gone so far, or several that have left the same aircraft. p: how likely; lost: IPC that
    attacker and defender have lost in it, times p."""

    act: Act
    p: float
    lost: Floats

    def then(self, after: Act, id_: str, share: float) -> Way:
        """What it has led to with a chance."""
        gone = [_ipc(self.act, units) - _ipc(after, units) for units in _units(self.act.battle(id_))]
        return Way(after, self.p * share, (self.lost + self.p * np.array(gone)) * share)


@dataclass
class Ways:
    """The ways a raid may have gone so far."""

    raid: str
    found: dict[Key, Way] = field(default_factory=dict)

    def add(self, way: Way) -> None:
        """One more."""
        if way.p > _CUT:
            known = self.found.setdefault(_key(way.act, way.act.battle(self.raid)), way)
            if known is not way:
                known.p, known.lost = known.p + way.p, known.lost + way.lost

    def __iter__(self) -> Iterator[Way]:
        return iter(list(self.found.values()))


def _units(battle: Battle) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return battle.attackers, battle.defenders


def _ipc(view: View, units: tuple[int, ...]) -> int:
    return sum(view.of(u).cost for u in view.get(units))


def _key(view: View, battle: Battle) -> Key:
    """What a way has left on both sides."""
    return tuple(
        tuple(sorted((u.type, u.owner, u.damage, u.role, u.target, *sorted(u.marks)) for u in view.get(some)))
        for some in _units(battle)
    )


def ways(view: View, id_: str, most: int) -> Ways:
    """How the raid may have gone when the bombs fall. Raises BeyondReach where there would be more than about `most`
    of them, or a step that only its rule knows."""
    battle = view.state.battles[id_]
    steps = view.table.fold(Rule.battle_steps, view.printed_steps("raid"), view, battle, False)
    if _size(view, battle, steps) > most:
        raise BeyondReach
    found = Ways(id_)
    found.add(Way(twin(view), 1.0, np.zeros(2)))
    for name in steps:
        if name == air_battles.BEGIN:
            found = _over_targets(found)
        elif name in raid.STEPS and name not in _OVER:
            found = _stepped(found, name, raid.STEPS[name])
        elif name not in _OVER:
            raise BeyondReach
    return found


def _size(view: View, battle: Battle, steps: Sequence[str]) -> int:
    mine, theirs = (len(sides.units(view, battle, side)) + 1 for side in sides.BOTH)
    if air_battles.BEGIN in steps:
        return mine * (mine * theirs) ** 2 // 10
    return mine * mine * theirs if "air battle" in steps else mine


def twin(view: View) -> Act:
    """A copy of a position, to be changed."""
    return Act(view.table, view.state.copy(), PracticeDice(0))


def _stepped(before: Ways, name: str, step: Step) -> Ways:
    """The ways behind a step: what it does, then the fire of both sides."""
    found = Ways(before.raid)
    for way in before:
        if step.run:
            step.run(way.act, before.raid)
        for after, share in _fired(way.act, before.raid, name):
            found.add(way.then(after, before.raid, share))
    return found


def _fired(act: Act, id_: str, name: str) -> list[tuple[Act, float]]:
    """What the fire of both sides in a step may lead to."""
    found = [(twin(act), 1.0)]
    for side in sides.BOTH:
        found = [(after, p * q) for now, p in found for after, q in _one_side(now, id_, name, side)]
    for after, _ in found:
        casualties.remove(after, id_)
    return found


def _one_side(act: Act, id_: str, name: str, side: Side) -> list[tuple[Act, float]]:
    battle = act.battle(id_)
    salvo = salvos.of(act, battle, step_of(act, name) or Step(), name, side)
    if salvo is None:
        return [(act, 1.0)]
    return [(_hit(act, id_, salvo, hits), p) for hits, p in _hits(act, salvo)]


def _hits(view: View, salvo: Salvo) -> Iterator[tuple[Mapping[str, int], float]]:
    """Hits of each class, and how likely."""
    if salvo.until_gone or any(shot.target for shot in salvo.shots):
        raise BeyondReach
    dice = mode_of(view).dice((shot, np.ones(1, np.intp)) for shot in salvo.shots)
    kinds = sorted({kind for die in dice for kind, _ in die})
    table = chances.joint(dice, [frozenset({kind}) for kind in kinds])[0]
    for at in np.argwhere(table > _CUT).tolist():
        yield dict(zip(kinds, at, strict=True)), float(table[tuple(at)])


def _hit(act: Act, id_: str, salvo: Salvo, hits: Mapping[str, int]) -> Act:
    """A copy of the position with these hits taken as recommended."""
    after, victim = twin(act), sides.other(salvo.side)
    volley = Volley(salvo.step, salvo.side, (), salvo.loss, salvo.targets, salvo.chooser, salvo.whole)
    after.update(id_, volley=volley)
    casualties.book_losses(after, id_, victim, losses.default(after, after.battle(id_), victim, hits))
    if salvo.fires_back == "none":
        casualties.remove(after, id_, salvo.loss, (victim,))
    return after


# --- rounds over the targets -----------------------------------------------------------------------------


def _over_targets(before: Ways) -> Ways:
    """Air battles to the end over one target after the other."""
    fronts = {u.target for way in before for u in way.act.get(way.act.battle(before.raid).attackers)}
    for front in sorted(fronts):
        before = _fought_out(before, front)
    return before


def _fought_out(before: Ways, front: str) -> Ways:
    found, going = Ways(before.raid), before
    while going.found:
        after = Ways(before.raid)
        for way in going:
            battle = way.act.battle(before.raid)
            both = all(air_battles.flying(way.act, battle, side, front) for side in sides.BOTH)
            _a_round(after, way, front) if both else found.add(way)
        going = after
    return found


def _a_round(after: Ways, way: Way, front: str) -> None:
    """A round over a target; those in which nothing changes are not counted."""
    id_, now = after.raid, way.act
    now.update(id_, fired=(), round=now.battle(id_).round + 1)
    now.set_facts(id_, front=front)
    key = _key(now, now.battle(id_))
    led = [(then, q, _key(then, then.battle(id_)) == key) for then, q in _fired(now, id_, air_battles.OVER)]
    stays = sum(q for _, q, same in led if same)
    if stays > 1 - 1e-9:
        raise BeyondReach
    for then, q, same in led:
        if not same:
            after.add(way.then(then, id_, q / (1 - stays)))


# --- bombs -------------------------------------------------------------------------------------------------


class Bombs:
    """What the bombs of a raid do: worked out once for each kind of bomber and each sum of damage."""

    def __init__(self, view: View, id_: str) -> None:
        self._view, self._raid = view, id_
        self._each: dict[tuple[object, ...], Floats] = {}
        self._effects: dict[tuple[str, int], int] = {}

    def of(self, act: Act) -> Floats:
        """found[n]: the chance that the raid does n points of damage (or costs n IPC)."""
        battle = act.battle(self._raid)
        sums: dict[str, Floats] = {}
        for unit in (*raid.raiders(act, battle), *raid.from_afar(act, battle)):
            aim = raid.aim(act, battle, unit)
            sums[aim] = np.convolve(sums.get(aim, np.ones(1)), self._bomber(act, battle, unit))
        found = np.ones(1)
        for aim, chance in sums.items():
            found = np.convolve(found, self._done(battle.place, aim, chance))
        return found

    def _bomber(self, act: Act, battle: Battle, unit: Unit) -> Floats:
        key = (unit.type, unit.owner, unit.damage, unit.target, unit.marks)
        if key not in self._each:
            count = act.of(unit).number("raid_dice", 1)
            if count > _DICE:
                raise BeyondReach
            sums = [raid.damage_of(act, battle, unit, dice) for dice in itertools.product(range(1, 7), repeat=count)]
            self._each[key] = np.bincount(sums) / len(sums)
        return self._each[key]

    def _done(self, place: str, aim: str, chance: Floats) -> Floats:
        """The damage that sums of damage really do."""
        effects = [self._effect(place, aim, total) for total in range(len(chance))]
        found: Floats = np.bincount(effects, chance).astype(np.float64)
        return found

    def _effect(self, place: str, aim: str, total: int) -> int:
        if (aim, total) not in self._effects:
            act = twin(self._view)
            before = harm(act, place)
            raid.book_damage(act, place, aim, total)
            self._effects[aim, total] = harm(act, place) - before
        return self._effects[aim, total]


def harm(view: View, place: str) -> int:
    """Damage of a place's facilities, and IPC its owner has paid for raids this turn."""
    paid: int = view.flag("turn.raid losses", {}).get(place, 0)
    return paid + sum(f.damage for f in view.facilities(place))
