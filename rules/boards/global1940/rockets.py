"""Global 1940's rockets: one from each operative air base (G40-3.6)."""

from __future__ import annotations

from rules.battle import rockets
from rules.core import stages
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import Launch, Order

RANGE = 4


class Rockets(Rule):
    """Each own operative air base hits one facility within four spaces for a die of damage."""

    id = "global1940.rockets"
    title = "Rockets (technology)"
    text = (
        "In conduct combat, after the raids, each of the power's operative air bases may hit one enemy complex or "
        "base within 4 spaces, not across neutral or impassable land: one die of damage, no fire against it."
    )
    source = "Global 1940 rules: research and development"
    entries = ("G40-3.6",)

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Launches at enemy facilities, from bases that are ready."""
        if view.phase != "conduct combat" or power != view.active or "rockets" not in view.techs(power):
            return ()
        bases = [p for p in sorted(view.state.owners) if view.owner(p) == power and _ready(view, p)]
        return tuple(rockets.launches(view, bases, RANGE, lambda place: _open(view, place)))

    def handle(self, act: Act, order: Order) -> bool:
        """`launch 1 rocket: Germany > United Kingdom [at 1 air base]` in conduct combat."""
        if not isinstance(order, Launch) or not rockets.is_rocket(order) or act.phase != "conduct combat":
            return False
        start, goal = rockets.check(act, order, RANGE, "G40-3.6", lambda place: _open(act, place))
        _check_base(act, start)
        facility = _target(act, order, goal)
        act.set_flag("turn.rockets", (*act.flag("turn.rockets", ()), start))
        rockets.strike(act, goal, facility)
        return True


def _open(view: View, place: str) -> bool:
    """Rockets do not cross neutral land."""
    return view.place(place).is_sea or view.owner(place) is not None


def _check_base(act: Act, start: str) -> None:
    stages.check(act, "rockets")
    if not _ready(act, start):
        what = "operative air base" if act.option("rockets_from_air_bases") else "antiaircraft artillery at rest"
        broken = act.option("rockets_from_air_bases") and bool(act.facilities(start, "air base"))
        text = f"{act.active} has no {what} in {start} that it has held since the turn began."
        act.refuse("damaged" if broken and act.held_since_start(start, act.active) else "not-eligible", text, "G40-3.6")
    if start in act.flag("turn.rockets", ()):
        act.refuse("limit-per-turn", f"A rocket has been launched from {start} this turn.", "G40-3.6")


def _ready(view: View, start: str) -> bool:
    """An operative own air base; by option an own antiaircraft artillery that has not moved instead."""
    if not view.option("rockets_from_air_bases"):
        return any(view.has(u, "anti-air") and not u.moved for u in view.units(start, view.active))
    bases = [f for f in view.facilities(start, "air base") if view.operative(f)]
    return bool(bases) and view.held_since_start(start, view.active)


def _target(act: Act, order: Launch, goal: str) -> str:
    """The facility named, else the complex, else the only base."""
    standing = {f.type: act.table.veto(Rule.may_fire_at, act, goal, f, None) for f in act.facilities(goal)}
    if order.at:
        if order.at[0].unit not in standing:
            act.refuse("no-target", f"There is no {order.at[0].unit} in {goal}.", "G40-3.6")
        act.check(standing[order.at[0].unit])
        return order.at[0].unit
    here = [name for name, why_not in standing.items() if why_not is None]
    complexes = [name for name in here if act.table.units[name].has("complex")]
    if not here:
        act.check(next(iter(standing.values()), None))
        act.refuse("no-target", f"There is no facility in {goal}.", "G40-3.6")
    if not complexes and len(here) > 1:
        choices = tuple(f"launch 1 rocket: {order.path[0]} > {goal} at 1 {f}" for f in here)
        act.refuse("ambiguous-path", f"Name the target: {' or '.join(here)}.", "G40-3.6", choices)
    return (complexes or here)[0]


RULES = (Rockets(),)
