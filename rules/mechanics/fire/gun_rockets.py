"""Rockets of the technology that antiaircraft guns launch at complexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import rockets
from rules.core import stages
from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.orders import Launch, Order

PHASE = "conduct combat"
LAUNCHED, HIT = "turn.rockets", "turn.rocket targets"


@dataclass(frozen=True, eq=False, kw_only=True)
class GunRockets(Mechanic):
    """A gun that has not moved hits a complex in reach for a die.

    reach: spaces. one_a_turn: one gun of a power launches a turn, else each. one_a_complex: each complex is a target once a
    turn. over_neutrals: they cross land that nobody holds.
    """

    reach: int = 3
    one_a_turn: bool = False
    one_a_complex: bool = False
    over_neutrals: bool = True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Launches at enemy complexes, from places with a gun."""
        if view.phase != PHASE or power != view.active or "rockets" not in view.techs(power):
            return ()
        guns = sorted({u.place for u in view.forces(power) if view.has(u, "anti-air")})
        return tuple(rockets.launches(view, guns, self.reach, lambda place: self._open(view, place)))

    def handle(self, act: Act, order: Order) -> bool:
        """`launch 1 rocket: Germany > United Kingdom` in conduct combat."""
        if not isinstance(order, Launch) or not rockets.is_rocket(order) or act.phase != PHASE:
            return False
        rule = self.cite("")
        start, goal = rockets.check(act, order, self.reach, rule, lambda place: self._open(act, place))
        stages.check(act, "rockets")
        launched: Mapping[str, int] = act.flag(LAUNCHED, {})
        if self.one_a_turn and launched:
            act.refuse("limit-per-turn", "One rocket a turn: it has been launched.", rule)
        self._check_guns(act, start, launched.get(start, 0))
        if not act.complexes(goal):
            act.refuse("no-target", f"There is no complex in {goal}.", rule)
        if self.one_a_complex and goal in act.flag(HIT, ()):
            act.refuse("limit-per-turn", f"A rocket has hit the complex in {goal} this turn.", rule)
        act.set_flag(LAUNCHED, {**launched, start: launched.get(start, 0) + 1})
        act.set_flag(HIT, (*act.flag(HIT, ()), goal))
        rockets.strike(act, goal, act.complexes(goal)[0].type)
        return True

    def _check_guns(self, act: Act, start: str, launched: int) -> None:
        rule = self.cite("")
        guns = [u for u in act.units(start, act.active) if act.has(u, "anti-air") and u.carrier is None]
        if not guns:
            act.refuse("not-enough-units", f"{act.active} has no antiaircraft gun in {start}.", rule)
        if launched >= len(guns):
            act.refuse("limit-per-turn", f"Every gun in {start} has launched its rocket this turn.", rule)

    def _open(self, view: View, place: str) -> bool:
        return self.over_neutrals or view.place(place).is_sea or view.owner(place) is not None
