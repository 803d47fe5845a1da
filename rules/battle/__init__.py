"""The sequence of combat as ordered atomic steps; see README.md and docs/ENGINE.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.battle import casualties, raid, retreat, rounds, salvos, setup, sides, special
from rules.core import moments
from rules.core.act import Act, task
from rules.core.hooks import Rule
from rules.core.steps import Step
from rules.core.view import View
from rules.model.orders import Order
from rules.model.salvo import Salvo
from rules.model.state import Battle, Decision, Task

STEPS: Mapping[str, Step] = {
    **rounds.STEPS,
    **special.STEPS,
    **raid.STEPS,
    "land cargo": Step(setup.land_cargo),
}


def step_of(view: View, name: str) -> Step | None:
    """A step by its name: a rule's own, or one of the base games."""
    own = (r.own_steps[name] for r in reversed(view.table.parts(Rule)) if name in r.own_steps)
    return next(own, None) or STEPS.get(name)


def salvos_of(view: View, battle: Battle, name: str) -> tuple[Salvo, ...]:
    """What both sides would fire in a step now, the attacker's first: for odds, cards and menus."""
    step = step_of(view, name) or Step()
    found = (salvos.of(view, battle, step, name, side) for side in sides.BOTH)
    return tuple(salvo for salvo in found if salvo)


def _step(act: Act, todo: Task) -> None:
    """Task: one step of a battle, by name."""
    name, id_ = todo.data["step"], todo.data["id"]
    step = step_of(act, name)
    if step is None:
        raise LookupError(f"no battle step {name}")
    if step.run:
        step.run(act, id_)
    if step.salvo:
        salvos.fire_step(act, id_, name)


def _salvo(act: Act, todo: Task) -> None:
    """Task: the fire of one side in a step."""
    name, id_ = todo.data["step"], todo.data["id"]
    step = step_of(act, name) or Step()
    if salvo := salvos.of(act, act.battle(id_), step, name, todo.data["side"]):
        salvos.resolve(act, id_, salvo)
        if step.after:
            step.after(act, id_, salvo)


def _begin(act: Act, todo: Task) -> None:
    """Task: begin a battle that is still due (its land part after its sea fights)."""
    id_ = todo.data["id"]
    battle = act.state.battles.get(id_)
    if battle is None or battle.status != "due":
        return
    if battle.kind == "land":
        act.then(task("go ashore", id=id_), task("open battle", id=id_))
        setup.approach(act, id_)
    else:
        setup.begin(act, id_)


def _declare(act: Act, todo: Task) -> None:
    """Task: combat move is closed: the battles are made, then the other side is asked."""
    setup.declare(act)
    act.tell(moments.attacks_made)


def _admit(act: Act, todo: Task) -> None:
    """Task: who came by the other side's answers joins the battles."""
    setup.refresh_all(act)


TASKS: dict[str, Callable[[Act, Task], None]] = {
    "battle step": _step,
    "salvo": _salvo,
    "step over": lambda act, todo: None,
    "cease fire": salvos.cease_fire,
    "begin battle": _begin,
    "go ashore": lambda act, todo: setup.land_cargo(act, todo.data["id"]),
    "open battle": lambda act, todo: setup.begin(act, todo.data["id"]),
    "settle": casualties.settle_task,
    "remove": casualties.remove_task,
    "declare battles": _declare,
    "admit reinforcements": _admit,
}
ANSWERS: dict[str, Callable[[Act, Decision, Order], None]] = {
    "casualties": casualties.answer,
    "retreat": retreat.answer,
    "withdraw": retreat.answer_withdraw,
    "submerge": rounds.answer_submerge,
}
