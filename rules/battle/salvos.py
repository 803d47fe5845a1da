"""Salvos: dice are rolled, hits are assigned, what is hit goes; in a battle and where there is none."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Final

from rules.battle import casualties, fire, losses, sides
from rules.battle.sides import ATTACKER, BOTH
from rules.core import moments
from rules.core.act import Act, task
from rules.core.dice_modes import LOW_LUCK, MEDIUM_LUCK, POOLED, full_set
from rules.core.hooks import Rule
from rules.core.steps import Step
from rules.core.view import View
from rules.model.names import several
from rules.model.salvo import Salvo, Shot, Side
from rules.model.state import Battle, Rolled, Task, Unit, Volley, ids

FIRE: Final = "fire"


def of(view: View, battle: Battle, step: Step, name: str, side: Side) -> Salvo | None:
    """What a side fires in a step, rules included; None if it fires nothing."""
    salvo = step.salvo(view, battle, side) if step.salvo else None
    if salvo is None:
        return None
    shots = view.table.fold(Rule.shots, salvo.shots, view, battle, name, side)
    shots = fire.ordered(s for s in shots if s.dice > 0 and s.need > 0)
    return dataclasses.replace(salvo, shots=shots) if shots else None


def fire_step(act: Act, id_: str, name: str) -> None:
    """The fire of a step: the attackers', its losses, then the defenders'; what may fire back to the end of the step
    goes then."""
    act.then(*(task("salvo", id=id_, step=name, side=side) for side in BOTH), task("step over", id=id_))


def resolve(act: Act, id_: str, salvo: Salvo) -> None:
    """Roll a salvo in a battle; the choice of its losses, and their removal, are next on the agenda."""
    victim = sides.other(salvo.side)
    removal = task("remove", id=id_, why=salvo.loss, only=(victim,))
    if salvo.fires_back == "step":
        act.before("step over", removal)
    act.then(task("settle", id=id_), *((removal,) if salvo.fires_back == "none" else ()))
    shoot(act, id_, salvo)


def outside(act: Act, place: str, salvo: Salvo, targets: Sequence[Unit], sure: int = 0) -> tuple[Rolled, ...]:
    """Fire at units in a place where no battle is fought: at once, but for a choice of losses, which is asked for
    (together with that to earlier fire at the same units). Gives the dice. The firing side's units need not stand
    there; what is aboard a target shares its lot. sure: hits that are known already, beside the dice."""
    here = ids(targets)
    here = ids(u for u in targets if u.carrier not in here)
    if act.foretold is not None:
        act.foretold.append((salvo, here))
        return ()
    earlier = _taken_back(act, here)
    id_ = f"{FIRE} {place}"
    while id_ in act.state.battles:
        id_ += " "
    mine, theirs = ((), here) if salvo.side == ATTACKER else (here, ())
    act.set_battle(Battle(id_, FIRE, place, act.active, "on", attackers=mine, defenders=theirs))
    rolled = shoot(act, id_, salvo)
    book(act, id_, (*earlier, *rolled, *(Rolled(0, 6, 0, "any") for _ in range(sure))))
    casualties.assign_hits(act, id_)
    if act.battle(id_).volley:
        act.then(task("cease fire", id=id_, why=salvo.loss))
    else:
        _cease(act, id_, salvo.loss)
    return rolled


def doomed(view: View, targets: Sequence[Unit]) -> int:
    """How many hits of fire outside of battles wait to be chosen among some units."""
    waiting = _waiting(view, ids(targets))
    return sum(waiting.volley.hits.values()) if waiting and waiting.volley else 0


def _waiting(view: View, targets: tuple[int, ...]) -> Battle | None:
    """Fire at the same units whose losses have still to be chosen."""
    found = (b for b in view.state.battles.values() if b.kind == FIRE and b.volley)
    return next((b for b in found if targets in (b.attackers, b.defenders)), None)


def _taken_back(act: Act, targets: tuple[int, ...]) -> tuple[Rolled, ...]:
    """The dice of earlier fire at the same units; the question of its losses is not asked any more."""
    battle = _waiting(act, targets)
    if battle is None or battle.volley is None:
        return ()
    act.drop_decision(next(d for d in act.state.pending if d.data.get("battle") == battle.id))
    act.drop_tasks(lambda t: t.name == "cease fire" and t.data["id"] == battle.id)
    act.drop_battle(battle.id)
    return battle.volley.rolled


def cease_fire(act: Act, todo: Task) -> None:
    """Task: fire outside of battles is over."""
    _cease(act, todo.data["id"], todo.data["why"])


def _cease(act: Act, id_: str, why: str) -> None:
    casualties.remove(act, id_, why)
    act.drop_battle(id_)


# --- dice ------------------------------------------------------------------------------------------------


def shoot(act: Act, id_: str, salvo: Salvo) -> tuple[Rolled, ...]:
    """Roll a salvo and remember its hits (`Battle.volley`); those aimed at somebody are booked at once."""
    battle = act.battle(id_)
    shots = [s for s in salvo.shots if s.dice > 0]
    volley = Volley(
        salvo.step, salvo.side, (), salvo.loss, salvo.targets, salvo.chooser, salvo.whole
    )  # fmt: skip
    act.update(id_, volley=volley)
    if salvo.until_gone:
        rolled = _one_by_one(act, id_, salvo, shots)
    elif act.option(LOW_LUCK):
        rolled = _low_luck(act, battle, salvo, shots)
    elif act.option(MEDIUM_LUCK):
        rolled = _medium_luck(act, battle, salvo, shots)
    else:
        rolled = _roll(act, battle, salvo, shots)
    book(act, id_, rolled)
    act.update(id_, fired=(*battle.fired, *(s.unit for s in shots)))
    act.tell(moments.rolled, id_, salvo.side)
    return tuple(rolled)


def _roll(act: Act, battle: Battle, salvo: Salvo, shots: Sequence[Shot], sums: Sequence[Shot] = ()) -> list[Rolled]:
    """All dice at once; `sums` are rolled before them, as they are."""
    every = [*sums, *shots]
    needs = [max(n for n, _ in s.bands) for s in every for _ in range(s.dice)]
    labels = [s.label for s in every for _ in range(s.dice)]
    together = [size for s in every for size in ((s.dice,) if s.best else (1,) * s.dice)]
    best = together if any(s.best for s in every) else ()
    dice = act.roll(len(needs), salvo.why, battle.place, roller(act, battle, salvo, shots), needs, labels, best)
    rolled, at = [], 0
    for shot in every:
        faces = dice[at : at + shot.dice]
        at += shot.dice
        rolled += [_die(shot, face) for face in ([min(faces)] if shot.best else faces)]
    return rolled


def _die(shot: Shot, face: int) -> Rolled:
    """A die with the class of the hit it makes."""
    need, kind = next(((n, k) for n, k in shot.bands if face <= n), (shot.need, shot.hit_class))
    return Rolled(shot.unit, need, face, kind, shot.target)


def _one_by_one(act: Act, id_: str, salvo: Salvo, shots: Sequence[Shot]) -> list[Rolled]:
    """Dice only as long as something is left to be hit: never more at once than hits it can still take."""
    battle = act.battle(id_)
    room, rolled = sum(r for _, r in losses.rooms(act, battle, _targets(act, battle, salvo))), list[Rolled]()
    for shot in shots:
        left = shot.dice
        while left and (still := room - sum(r.hit for r in rolled)) > 0:
            some = dataclasses.replace(shot, dice=min(left, still))
            rolled += _roll(act, battle, salvo, [some])
            left -= some.dice
    return rolled


def _targets(view: View, battle: Battle, salvo: Salvo) -> list[Unit]:
    """Units that any of the shots may hit."""
    kinds = {kind for s in salvo.shots for _, kind in s.bands}
    units = sides.units(view, battle, sides.other(salvo.side))
    return [u for u in units if any(sides.may_be_hit(view, battle, u, kind) for kind in kinds)]


def _low_luck(act: Act, battle: Battle, salvo: Salvo, shots: Sequence[Shot]) -> list[Rolled]:
    """Option: the numbers of all dice of a class are added; each 6 is a sure hit, one die decides the rest.
    Aimed shots, and those with several numbers or of which only the best die counts, are rolled as they are."""
    alone = [s for s in shots if s.best or s.target or s.better]
    pooled = [s for s in shots if s not in alone]
    sums, sure = [], list[Rolled]()
    for kind in sorted({s.hit_class for s in pooled}):
        hits, rest = divmod(sum(s.need * s.dice for s in pooled if s.hit_class == kind), 6)
        sure += [Rolled(0, 6, 0, kind)] * hits
        sums += [Shot(0, rest, POOLED, kind)] if rest else []
    rolled = _roll(act, battle, salvo, alone, sorted(sums, key=lambda s: (s.need, s.hit_class)))
    _tell_sure(act, battle, "Low luck", sure)
    return [*sure, *rolled]


def _medium_luck(act: Act, battle: Battle, salvo: Salvo, shots: Sequence[Shot]) -> list[Rolled]:
    """Option: full sets of dice of one number and class hit surely, the rest are rolled; aimed shots, and those with
    several numbers or of which only the best die counts, all of them."""
    groups: dict[tuple[str, int], list[Shot]] = {}
    left, sure = [], list[Rolled]()
    for shot in shots:
        if shot.best or shot.target or shot.better:
            left.append(shot)
        else:
            groups.setdefault((shot.hit_class, shot.need), []).extend([dataclasses.replace(shot, dice=1)] * shot.dice)
    for (kind, need), dice in groups.items():
        size, hits = full_set(need)
        sets, rest = divmod(len(dice), size)
        sure += [Rolled(0, 6, 0, kind)] * (sets * hits)
        left += dice[:rest]
    rolled = _roll(act, battle, salvo, fire.ordered(left))
    _tell_sure(act, battle, "Medium luck", sure)
    return [*sure, *rolled]


def _tell_sure(act: Act, battle: Battle, mode: str, sure: Sequence[Rolled]) -> None:
    if sure:
        act.note(f"{mode}: {several(len(sure), 'sure hit')}.", battle=battle.id)


def book(act: Act, id_: str, rolled: Iterable[Rolled]) -> None:
    """Remember the dice of the salvo that has just been rolled (again, where a rule has changed one)."""
    battle, dice = act.battle(id_), tuple(rolled)
    assert battle.volley is not None
    hit = dict(battle.hit)
    for die in dice:
        if die.hit and die.target and die not in battle.volley.rolled:
            hit[die.target] = hit.get(die.target, 0) + 1
    act.update(id_, hit=hit, volley=dataclasses.replace(battle.volley, rolled=dice))


def roller(view: View, battle: Battle, salvo: Salvo, shots: Sequence[Shot]) -> str:
    """The power whose dice these are: the owner of all that fire, else the side's first power."""
    if salvo.owner:
        return salvo.owner
    owners = {view.state.units[s.unit].owner for s in shots if s.unit in view.state.units}
    return owners.pop() if len(owners) == 1 else fire.owner_of(view, battle, salvo.side)
