"""Global 1940's paratroopers: infantry that jump from an air base (G40-3.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from rules.battle import sides
from rules.core import distance, moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.names import sentence
from rules.model.orders import Move, Order
from rules.model.profiles import LAND
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, Battle, Unit
from rules.phases.combat_move import reversible

RANGE, MOST = 3, 2
BY_AIR, MARK, JUMPS = "by air", ".jumped", "turn.jumps"
RULE = "G40-3.7"


class Paratroopers(Rule):
    """Up to two infantry from an operative air base jump into a territory that other land units attack."""

    id = "global1940.paratroopers"
    title = "Paratroopers (technology)"
    text = (
        "In combat move up to 2 infantry in a territory with an own operative air base may jump to one hostile "
        "territory within 3 spaces that other land units of the power attack too: move 2 infantry (by air): A > B. "
        "Antiaircraft artillery fires at them as at aircraft. They retreat only along with units that came overland."
    )
    source = "Global 1940 rules: research and development"
    entries = (RULE,)

    def handle(self, act: Act, order: Order) -> bool:
        """`move 2 infantry (by air): United Kingdom > Normandy Bordeaux` in combat move."""
        if not isinstance(order, Move) or any(BY_AIR not in i.tags for i in order.items):
            return False
        others = [act.table.units[i.unit] for i in order.items if i.unit != "infantry"]
        if any(unit.number("flight") for unit in others):
            return False
        if others:
            act.refuse("not-eligible", sentence(f"{others[0].many} do not jump, infantry does"), RULE)
        if act.phase != COMBAT_MOVE:
            act.refuse("wrong-phase", "Paratroopers jump in combat move.", RULE)
        _jump(act, sum(i.count for i in order.items), order.path)
        return True

    def may_end_phase(self, view: View, phase: str) -> Refusal | None:
        """A jump needs an attack of other land units on the same territory."""
        if phase != COMBAT_MOVE or not reversible(view):
            return None
        for target, _ in view.flag(JUMPS, {}).values():
            if not _supported(view, target):
                return Refusal("not-eligible", _alone(target), RULE, ("undo",))
        return None

    def may_be_hit(self, view: View, battle: Battle, target: Unit, hit_class: str, may: bool) -> bool:
        """Antiaircraft fire reaches them before the first round."""
        return may or (sides.shot_down(hit_class, target) and MARK in target.marks)

    def may_retreat(self, view: View, battle: Battle, unit: Unit, may: bool) -> bool:
        """They go along with units that came overland, and stay where there are none."""
        if MARK not in unit.marks:
            return may
        partners = (u for u in sides.units(view, battle, sides.ATTACKER) if view.domain(u) == LAND)
        return may and any(len(u.route) > 1 for u in partners)  # those who jumped have no way behind them

    @moments.turn_ends
    def _land(self, act: Act) -> None:
        """On the ground they are infantry again."""
        for unit in [u for u in act.state.units.values() if MARK in u.marks]:
            act.change(unit, marks=unit.marks - {MARK})


def _alone(target: str) -> str:
    return f"Nobody else attacks {target} on land: paratroopers cannot jump there alone."


def _might_support(view: View, base: str, target: str) -> bool:
    """Whether some other land unit could still attack the target, roughly: it is aboard, a transport lies beside
    it, or it is near enough overland."""
    mine = [u for u in view.state.units.values() if u.owner == view.active]
    land = [u for u in mine if view.domain(u) == LAND and not u.moved and u.place != base]
    harbours = {u.place for u in mine if view.of(u).capacity}
    if any(u.carrier is not None or set(view.board.near(u.place)) & harbours for u in land):
        return True
    if any(u.place == base and set(view.board.near(base)) & harbours for u in mine):
        return True
    return any(
        distance.spaces(view.board, u.place, target, lambda p: view.place(p).is_land) <= view.points(u) for u in land
    )


def _jump(act: Act, count: int, path: Sequence[str]) -> None:
    power, base, target = act.active, path[0], path[-1]
    _check_base(act, base, target, count)
    far = sum(distance.spaces(act.board, a, b, lambda p: _open(act, p)) for a, b in pairwise(path))
    if far > RANGE:
        act.refuse("too-far", f"{target} is too far from {base}: paratroopers fly {RANGE} spaces.", RULE)
    if not act.hostile_land(target, power):
        act.refuse("cannot-attack", f"Paratroopers jump into enemy land; {target} is not.", RULE)
    if not _supported(act, target) and not _might_support(act, base, target):
        act.refuse("not-eligible", _alone(target), RULE)
    here = [u for u in act.units(base, power) if u.type == "infantry" and not u.moved and not u.role]
    if len(here) < count:
        act.refuse("not-enough-units", f"{len(here)} infantry in {base} can jump, not {count}.", RULE)
    for unit in here[:count]:
        act.check(act.table.veto(Rule.may_move, act, unit, COMBAT_MOVE))
        act.check(act.table.veto(Rule.may_end, act, unit, target, COMBAT_MOVE))
        fields: Mapping[str, Any] = {"moved": COMBAT_MOVE, "spent": act.points(unit), "route": (base,)}
        act.change(unit, place=target, role="attack", marks=unit.marks | {MARK}, **fields)
    jumps = dict(act.flag(JUMPS, {}))
    act.set_flag(JUMPS, {**jumps, base: (target, count + jumps.get(base, (target, 0))[1])})


def _check_base(act: Act, base: str, target: str, count: int) -> None:
    if "paratroopers" not in act.techs(act.active):
        act.refuse("not-eligible", f"{act.active} has not developed paratroopers.", RULE)
    bases = act.facilities(base, "air base")
    if not bases or not act.held_since_start(base, act.active):
        act.refuse("not-eligible", f"{base} has no operative air base of {act.active}.", RULE)
    if not any(act.operative(f) for f in bases):
        act.refuse("damaged", f"The air base in {base} is out of order.", RULE)
    before = act.flag(JUMPS, {}).get(base, (target, 0))
    if before[0] != target:
        act.refuse("limit-per-turn", f"Paratroopers from {base} jump into {before[0]} this turn.", RULE)
    if before[1] + count > MOST:
        text = f"At most {MOST} infantry jump from a base; {before[1]} from {base} do already."
        act.refuse("limit-per-turn", text, RULE)


def _open(view: View, place: str) -> bool:
    return view.place(place).is_sea or view.owner(place) is not None


def _supported(view: View, target: str) -> bool:
    """Whether land units of the active power come overland or from the sea."""
    for unit in view.state.units.values():
        if unit.owner == view.active and view.domain(unit) == LAND and MARK not in unit.marks:
            if unit.role == "attack" and unit.place == target:
                return True
            if unit.role == "assault" and unit.target == target:
                return True
    return False


RULES = (Paratroopers(),)
