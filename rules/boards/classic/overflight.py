"""Classic's antiaircraft guns fire at aircraft that fly over them (CL-5.7)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import Casualties, Order
from rules.model.profiles import AIR
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Decision, Unit, ids
from rules.movement import pick


class Overflight(Rule):
    """One die for every enemy plane that crosses a gun's territory, at once; planes that end there are
    shot at in the battle or raid instead."""

    id = "classic.overflight"
    title = "Antiaircraft fire at overflight"
    text = (
        "In the enemy's combat move each antiaircraft gun rolls one die for every plane that flies through its "
        "territory; each 1 shoots one down, its owner says which. Planes that end there are shot at in the "
        "battle or raid, once. In noncombat move guns are silent (option antiaircraft_always_active: they fire)."
    )
    source = "Classic rulebook: antiaircraft guns"
    entries = ("CL-5.7", "CL-15.7")

    def crossing(
        self, view: View, unit: Unit, origin: str, place: str, last: bool, effects: tuple[str, ...]
    ) -> tuple[str, ...]:
        """A way over a gun is another way than one around it."""
        if last or view.domain(unit) != AIR or not gun(view, unit.owner, place):
            return effects
        return (*effects, f"antiaircraft fire in {place}")

    def on_enter(self, act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
        """The gun fires at all planes of the order together, once at each plane a turn."""
        planes = [u for u in units if act.domain(u) == AIR]
        shooter = gun(act, act.active, place) if planes and not _ends(act, last) else None
        if shooter is None:
            return
        fired = dict(act.flag("turn.overflown", {}))
        fresh = [u for u in planes if u.id not in fired.get(place, ())]
        act.set_flag("turn.overflown", {**fired, place: (*fired.get(place, ()), *ids(fresh))})
        fire(act, shooter, fresh)

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`casualties …`: which planes are shot down."""
        if decision.kind != "overflight":
            return False
        shot_down(act, decision, order)
        return True


def _ends(act: Act, last: bool) -> bool:
    """Whether planes that end here are left to the guns of a battle."""
    return last and act.phase == COMBAT_MOVE


def gun(view: View, power: str, place: str) -> Unit | None:
    """A gun in a place that fires now at aircraft of a power flying over."""
    fires = view.phase == COMBAT_MOVE and view.option("antiaircraft_fires_on_overflight_in_combat_move")
    always = view.phase in (COMBAT_MOVE, NONCOMBAT) and view.option("antiaircraft_always_active")
    if not (fires or always) or view.place(place).is_sea:
        return None
    guns = (u for u in view.enemy_units(place, power) if view.has(u, "anti-air"))
    return next(guns, None) or _overrun(view, power, place)


def _overrun(view: View, power: str, place: str) -> Unit | None:
    """A gun captured by a blitz in this phase still fires: all moves are simultaneous (CL-5.7)."""
    before = view.owner_at_turn_start(place)
    if view.phase != COMBAT_MOVE or not view.at_war(before, power):
        return None
    return next((u for u in view.units(place) if view.has(u, "anti-air") and u.moved == COMBAT_MOVE), None)


def fire(act: Act, shooter: Unit, planes: Sequence[Unit]) -> None:
    """Roll for the planes; hits fall at once, chosen by the owner where planes differ. Planes that an earlier gun
    of the same flight has shot down, and that he has yet to name, are no targets any more."""
    waiting = next((d for d in act.state.pending if d.kind == "overflight" and d.data["ids"] == ids(planes)), None)
    down = waiting.data["count"] if waiting else 0
    if len(planes) == down:
        return
    needs = act.of(shooter).number("aa_hits", 1)
    before = act.owner_at_turn_start(shooter.place) or shooter.owner
    who = shooter.owner if act.at_war(shooter.owner, act.active) else before
    shots = len(planes) - down
    labels = [shooter.type] * shots
    dice = act.roll(shots, "antiaircraft fire", shooter.place, who, [needs] * shots, labels)
    hits = down + sum(d <= needs for d in dice)
    if waiting:
        act.drop_decision(waiting)
    if 0 < hits < len(planes) and len({(u.type, u.marks, u.spent) for u in planes}) > 1:
        act.ask("overflight", act.active, shooter.place, ids=ids(planes), count=hits)
        return
    for unit in planes[len(planes) - hits :] if hits else ():
        act.remove(unit, "antiaircraft")


def shot_down(act: Act, decision: Decision, order: Order) -> None:
    """The owner names the planes that were hit."""
    planes, count = act.get(decision.data["ids"]), decision.data["count"]
    if not isinstance(order, Casualties):
        act.refuse("not-your-decision", f"Name {count} aircraft shot down: casualties 1 fighter.", "CL-5.7")
    chosen: list[Unit] = []
    for item in order.items:
        chosen += [u for u in pick.named(act, planes, item) if u not in chosen][: item.count]
    if len(chosen) != count or sum(i.count for i in order.items) != count:
        act.refuse("wrong-casualties", f"{count} of these aircraft were shot down; name so many.", "CL-5.7")
    act.answered()
    for unit in chosen:
        act.remove(unit, "antiaircraft")


RULES = (Overflight(),)
