"""Atomic attacks when they are fought: guns at escorts, the drop on troops, the strike on facilities."""

from __future__ import annotations

import dataclasses
from typing import Final

from rules.battle import salvos, sides, special
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.act import Act
from rules.core.view import View
from rules.house.europe1943.document import USA
from rules.model.names import several
from rules.model.profiles import AIR, LAND, UnitType
from rules.model.salvo import Salvo, Side
from rules.model.state import Battle, Unit

NAME, TROOPS = "atomic bomb", "troops"
FLAG: Final = "turn.atomic attacks"
STAGE: Final = "atomic attacks"
GUNS, DROP, STRIKE = "guns at escorts", "atomic drop", "atomic strike"
DIRECT_DROP, DIRECT_STRIKE = 3, 2
DIRECT_DICE, INDIRECT_DICE, STRIKE_DICE = 3, 2, 4
BOMB = UnitType(
    NAME, LAND, aliases=("atom bomb",), cost=16, cargo=2, powers=(USA,), built_at=("New York",), rule="y43.atomic-bombs",
    use="wipes out the troops of a territory, or a building",
    traits=frozenset({"stands by", "not in combat move", "by air"}),
    numbers={"max_board": 2, "max_turn": 1, "from_round": 2},
)  # fmt: skip


def bomb_of(view: View, bomber: Unit) -> Unit | None:
    """The bomb that a bomber carries."""
    return next((u for u in view.state.aboard(bomber.id) if u.type == NAME), None)


def laden(view: View, battle: Battle, troops: bool) -> list[Unit]:
    """Bombers of an atomic attack that are still flying, against troops or against facilities, by target."""
    units = [u for u in sides.units(view, battle, ATTACKER) if u.role == "raid" and (u.target == TROOPS) == troops]
    return sorted((u for u in units if bomb_of(view, u)), key=lambda u: (u.target, u.id))


def guns(view: View, battle: Battle, side: Side) -> Salvo | None:
    """Antiaircraft guns fire at the escorts of a drop."""
    if side != DEFENDER:
        return None
    escorts = [u for u in sides.units(view, battle, ATTACKER) if u.target == TROOPS]
    escorts = [u for u in escorts if sides.may_be_hit(view, battle, u, "antiaircraft")]
    salvo = special.at_aircraft(GUNS, special.gun_shots(view, battle, len(escorts)))
    return dataclasses.replace(salvo, targets=tuple(u.id for u in escorts)) if escorts else None


def drop(act: Act, id_: str) -> None:
    """A die for each bomb, then the dice of their hits; the owners choose who is hit."""
    battle = act.battle(id_)
    bombers = laden(act, battle, troops=True)
    if not bombers:
        return
    place = battle.place
    dice = _dice(act, place, len(bombers), "atomic bomb", DIRECT_DROP)
    direct = sum(die <= DIRECT_DROP for die in dice)
    count = direct * DIRECT_DICE + (len(dice) - direct) * INDIRECT_DICE
    hits = sum(_dice(act, place, count, "atomic hits", 0))
    _spend(act, bombers)
    targets = [u for u in act.enemy_units(place, battle.attacker) if act.domain(u) in (LAND, AIR)]
    targets = [u for u in targets if not act.has(u, "stands by")]
    room = sum(act.of(u).hits - u.damage for u in targets)
    act.note(f"Atomic bombs hit the troops in {place}: {several(hits, 'hit')}.", place=place)
    if targets:
        salvos.outside(act, place, Salvo(DROP, ATTACKER, why=NAME, loss=NAME), targets, sure=min(hits, room))


def strike(act: Act, id_: str) -> None:
    """A die for each bomb; then the facility is gone, or takes four dice."""
    battle = act.battle(id_)
    bombers = laden(act, battle, troops=False)
    dice = _dice(act, battle.place, len(bombers), "atomic bomb", DIRECT_STRIKE)
    hit = [u for u, die in zip(bombers, dice, strict=True) if die <= DIRECT_STRIKE]
    for unit in [*hit, *(u for u in bombers if u not in hit)]:
        damage = 0 if unit in hit else sum(_dice(act, battle.place, STRIKE_DICE, "atomic damage", 0))
        _damage(act, battle.place, unit.target, damage)
    _spend(act, bombers)


def _dice(act: Act, place: str, count: int, why: str, need: int) -> tuple[int, ...]:
    return act.roll(count, why, place, act.active, [need] * count, [NAME] * count)


def _spend(act: Act, bombers: list[Unit]) -> None:
    for unit in bombers:
        if bomb := bomb_of(act, unit):
            act.remove(bomb, "dropped")


def _damage(act: Act, place: str, target: str, damage: int) -> None:
    """No damage means that it is gone."""
    here = list(act.facilities(place))
    found = next((f for f in here if f.type == target), None)
    if found is None:
        return
    at = here.index(found)
    here[at : at + 1] = [dataclasses.replace(found, damage=found.damage + damage)] if damage else []
    act.set_facilities(place, here, NAME)
    what = f"takes {damage} damage" if damage else "is destroyed"
    act.note(f"The {target} in {place} {what}.", place=place)
