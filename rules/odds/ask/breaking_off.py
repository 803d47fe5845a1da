"""Breaking off: who may leave a battle, and what becomes of those who may not."""

from __future__ import annotations

from dataclasses import dataclass

from rules.battle import retreat, sides
from rules.battle.leaving import step_aside
from rules.battle.sides import ATTACKER
from rules.core.view import View
from rules.model.state import ids
from rules.odds.read.battle import battle_odds, prepared
from rules.odds.solve.result import Odds


@dataclass(frozen=True)
class BreakOff:
    """What it is to break off a battle now. possible: whether anybody may leave. stay: the odds of those who may not,
    and fight on (None: all may leave)."""

    possible: bool
    stay: Odds | None = None


def break_off(view: View, battle: str) -> BreakOff:
    """What it would be if the attacker broke off now."""
    found = view.state.battles[battle]
    if not retreat.may_leave(view, found):
        return BreakOff(False)
    if all_may_leave(view, battle):
        return BreakOff(True)
    act = prepared(view, battle)
    step_aside(act, battle, retreat.leavers(act, act.battle(battle)))
    return BreakOff(True, battle_odds(act, battle))


def all_may_leave(view: View, battle: str) -> bool:
    """Whether all who attack in a battle may leave it together."""
    act = prepared(view, battle)
    found = act.battle(battle)
    return set(ids(sides.units(act, found, ATTACKER))) == set(ids(retreat.leavers(act, found)))
