"""Atomic attacks when they are fought: guns at escorts, the drop on troops, the strike on facilities."""

from __future__ import annotations

import dataclasses
from typing import Final

from rules.battle import salvos, sides, special
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.act import Act
from rules.core.view import View
from rules.house.europe1943.document import USA
from rules.model.names import listing
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
    return sorted(units, key=lambda u: (u.target, u.id))


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
    place, since = battle.place, len(act.events)
    dice = _dice(act, place, len(bombers), "atomic bomb", DIRECT_DROP)
    direct = sum(die <= DIRECT_DROP for die in dice)
    count = direct * DIRECT_DICE + (len(dice) - direct) * INDIRECT_DICE
    force = _dice(act, place, count, "atomic hits", 0)
    hits = sum(force)
    _spend(act, bombers)
    targets = [u for u in act.enemy_units(place, battle.attacker) if act.domain(u) in (LAND, AIR)]
    targets = [u for u in targets if not act.has(u, "stands by")]
    room = sum(act.of(u).hits - u.damage for u in targets)
    how = listing([_struck(die, DIRECT_DROP) for die in dice])
    act.note(
        f"Atomic bomb on {place}: {how}, then {_shown(force)}: {hits} hits on the troops.",
        since=since,
        place=place,
        dice=True,
    )
    if targets:
        salvos.outside(act, place, Salvo(DROP, ATTACKER, why=NAME, loss=NAME), targets, sure=min(hits, room))


def strike(act: Act, id_: str) -> None:
    """A die for each bomb; then the facility is gone, or takes four dice."""
    battle = act.battle(id_)
    bombers, since = laden(act, battle, troops=False), len(act.events)
    dice = _dice(act, battle.place, len(bombers), "atomic bomb", DIRECT_STRIKE)
    struck = sorted(zip(bombers, dice, strict=True), key=lambda one: one[1] > DIRECT_STRIKE)
    told = [_strike_one(act, battle.place, unit.target, die) for unit, die in struck]
    _spend(act, bombers)
    for text in told:
        act.note(text, since=since, place=battle.place, dice=True)
        since = len(act.events)


def _strike_one(act: Act, place: str, target: str, die: int) -> str:
    """What one bomb does to a facility, in words."""
    force = () if die <= DIRECT_STRIKE else _dice(act, place, STRIKE_DICE, "atomic damage", 0)
    _damage(act, place, target, sum(force))
    what = f", then {_shown(force)}: {sum(force)} damage." if force else ": it is destroyed."
    return f"Atomic bomb on the {target} in {place}: {_struck(die, DIRECT_STRIKE)}{what}"


def _struck(die: int, need: int) -> str:
    return f"{die} ({'direct' if die <= need else 'indirect'} hit)"


def _shown(dice: tuple[int, ...]) -> str:
    return " ".join(str(die) for die in dice)


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
