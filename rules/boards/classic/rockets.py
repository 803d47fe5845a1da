"""Classic's rockets: one gun a turn (CL-3.3)."""

from __future__ import annotations

from rules.battle import rockets
from rules.core import distance
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import Launch, Order

RANGE = 3


class Rockets(Rule):
    """One gun a turn hits a complex within three spaces for a die of IPC."""

    id = "classic.rockets"
    title = "Rockets (technology)"
    text = (
        "Once in its own turn, in combat, one antiaircraft gun of the power hits an enemy complex within 3 spaces: "
        "its owner pays a die of IPC, all he has if that is less. The gun may not have moved."
    )
    source = "Classic rulebook: weapons development"
    entries = ("CL-3.3",)

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Launches at enemy complexes, from places with a gun."""
        if view.phase != "conduct combat" or power != view.active or "rockets" not in view.techs(power):
            return ()
        guns = sorted({u.place for u in view.forces(power) if view.has(u, "anti-air")})
        return tuple(rockets.launches(view, guns, RANGE, distance.anywhere))

    def handle(self, act: Act, order: Order) -> bool:
        """`launch 1 rocket: Germany > United Kingdom` in conduct combat."""
        if not isinstance(order, Launch) or not rockets.is_rocket(order) or act.phase != "conduct combat":
            return False
        start, goal = rockets.check(act, order, RANGE, "CL-3.3", distance.anywhere)
        if act.flag("turn.rocket"):
            act.refuse("limit-per-turn", "One rocket a turn: it has been launched.", "CL-3.3")
        guns = [u for u in act.units(start, act.active) if act.has(u, "anti-air") and u.carrier is None]
        if not guns:
            act.refuse("not-enough-units", f"{act.active} has no antiaircraft gun in {start}.", "CL-3.3")
        if all(u.moved for u in guns):
            act.refuse("not-eligible", f"The gun in {start} has moved this turn.", "CL-3.3")
        if not act.complexes(goal):
            act.refuse("no-target", f"There is no complex in {goal}.", "CL-3.3")
        act.set_flag("turn.rocket", True)
        rockets.strike(act, goal, act.complexes(goal)[0].type)
        return True


RULES = (Rockets(),)
