"""Air battles over the targets of a raid, in rounds, before the bombs fall."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.battle import fire, raid, sides
from rules.battle.leaving import step_aside
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.act import Act, task
from rules.core.steps import Step
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.orders import PRESS_ON, Order, Retreat
from rules.model.profiles import AIR, UnitType
from rules.model.salvo import Salvo, Side
from rules.model.state import Battle, Decision, Task, Unit
from rules.model.vocabulary import Number

BEGIN, OVER, ROUND, END = "air battles", "over the target", "round over the target", "end over the target"
ASIDE, ANSWERS = "retreated", ("press on", "retreat")


@dataclass(frozen=True, eq=False, kw_only=True)
class AirBattles(Mechanic):
    """Raiders and their escorts fight interceptors until one side is gone or breaks off, for each target apart.

    Escorts fight at what they attack with, bombers and interceptors at what they defend with, each with the dice it has
    for that. cites: "answer".
    """

    priority: ClassVar[int] = 6  # behind demolitions that interrupt any question

    def change_unit(self, unit: UnitType) -> UnitType:
        """Fighters at their own numbers, bombers at what they defend with."""
        return _numbers(unit) if unit.domain == AIR else unit

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """The same for aircraft that technologies have improved."""
        return _numbers(unit) if unit.domain == AIR else unit

    def raid_fronts(self, view: View, battle: Battle, fronts: tuple[str, ...]) -> tuple[str, ...]:
        """One air battle for each raided facility."""
        return _fronts(view, battle)

    def battle_steps(self, view: View, battle: Battle, each_round: bool, steps: tuple[str, ...]) -> tuple[str, ...]:
        """The rounds over the target instead of the one round of the base game."""
        return tuple(BEGIN if s == "air battle" else s for s in steps) if battle.kind == "raid" else steps

    def task(self, act: Act, task: Task) -> bool:
        """A round of the air battle over one target, and its end."""
        if task.name not in (ROUND, END):
            return False
        (_round if task.name == ROUND else _end)(act, task.data["id"], task.data["front"])
        return True

    def may_be_hit(self, view: View, battle: Battle, target: Unit, hit_class: str, may: bool) -> bool:
        """Hits over one target fall on those who fight there."""
        return may and target.target == hit_class.removeprefix(OVER + " ") if hit_class.startswith(OVER) else may

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`press on` or `retreat` after a round, attacker first."""
        if decision.kind != "retreat" or "over" not in decision.data:
            return False
        if order != PRESS_ON and not (isinstance(order, Retreat) and not order.items and not order.place):
            where = f"over the {decision.data['over']} in {decision.place}"
            code = "cannot-retreat" if isinstance(order, Retreat) else "not-your-decision"
            act.refuse(code, f"Press on {where}, or retreat with all.", self.cite("answer"), ANSWERS)
        _answered(act, decision, leaves=order != PRESS_ON)
        return True


def _numbers(unit: UnitType) -> UnitType:
    attack = unit.attack if unit.has("escorts") else unit.defense
    values: Mapping[Number, int] = {"air_attack": attack, "air_defense": unit.defense}
    numbers = {**unit.numbers, **{name: n for name, n in values.items() if name in unit.numbers}}
    return dataclasses.replace(unit, numbers=numbers)


def _dice(view: View, unit: Unit, side: Side) -> int:
    """Dice of an aircraft in an air battle: those that go with its number there."""
    profile = view.of(unit)
    attacks = side == ATTACKER and profile.has("escorts")
    return profile.attack_dice if attacks else profile.defense_dice


def _fronts(view: View, battle: Battle) -> tuple[str, ...]:
    return tuple(sorted({u.target for u in sides.units(view, battle, ATTACKER)}))


def flying(view: View, battle: Battle, side: str, front: str) -> list[Unit]:
    """Aircraft of a side that fight over a target."""
    return [u for u in sides.units(view, battle, side) if u.target == front]


def _begin(act: Act, id_: str) -> None:
    act.then(*(task(ROUND, id=id_, front=front) for front in _fronts(act, act.battle(id_))))


def _round(act: Act, id_: str, front: str) -> None:
    """A round over a target, where both sides have somebody."""
    battle = act.battle(id_)
    if all(flying(act, battle, side, front) for side in sides.BOTH):
        act.update(id_, fired=(), round=battle.round + 1)
        act.set_facts(id_, front=front)
        act.then(task("battle step", id=id_, step=OVER), task(END, id=id_, front=front))


def _salvo(view: View, battle: Battle, side: Side) -> Salvo | None:
    """The fire of those who fight over the target whose turn it is."""
    front = battle.fact("front")
    salvo = raid.air_battle(view, battle, side) if front else None
    if salvo is None:
        return None
    dice = {u.id: _dice(view, u, side) for u in flying(view, battle, side, front)}
    kind = f"{OVER} {front}"
    shots = tuple(dataclasses.replace(s, hit_class=kind, dice=dice[s.unit]) for s in salvo.shots if s.unit in dice)
    return dataclasses.replace(salvo, shots=shots)


def _end(act: Act, id_: str, front: str) -> None:
    """Both sides have somebody left: they are asked whether to go on."""
    battle = act.battle(id_)
    if all(flying(act, battle, side, front) for side in (ATTACKER, DEFENDER)):
        act.ask("retreat", battle.attacker, battle.place, battle=id_, over=front, side=ATTACKER, offers=ANSWERS)


def _spokesman(view: View, battle: Battle, front: str) -> str:
    """Who speaks for the interceptors: the owner of the territory, else the first in order of play."""
    owners = {u.owner for u in flying(view, battle, DEFENDER, front)}
    first = (view.owner(battle.place) or "", *fire.defenders_in_order(view, battle.attacker))
    return next(p for p in first if p in owners)


def _answered(act: Act, decision: Decision, leaves: bool) -> None:
    id_, front, side = decision.data["battle"], decision.data["over"], decision.data["side"]
    act.answered()
    if leaves:
        _leave(act, id_, front, side)
    elif side == ATTACKER:
        power = _spokesman(act, act.battle(id_), front)
        act.ask_first("retreat", power, decision.place, battle=id_, over=front, side=DEFENDER, offers=ANSWERS)
    else:
        act.then(task(ROUND, id=id_, front=front))


def _leave(act: Act, id_: str, front: str, side: str) -> None:
    """A side breaks off over a target: raiders fly home in noncombat move, interceptors land where they rose."""
    battle = act.battle(id_)
    going = flying(act, battle, side, front)
    for unit in going if side == ATTACKER else ():
        act.change(unit, role=ASIDE)
    step_aside(act, id_, going)
    who = battle.attacker if side == ATTACKER else "The defending fighters"
    verb = "retreats" if side == ATTACKER else "retreat"
    act.note(f"{who} {verb} from the {front} in {battle.place}.", battle=id_)


AirBattles.own_steps = {BEGIN: Step(_begin), OVER: Step(salvo=_salvo)}
