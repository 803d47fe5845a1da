"""The sequence of combat as ordered atomic steps; see README.md and docs/ENGINE.md."""

from __future__ import annotations

from collections.abc import Callable

from rules.battle import casualties, conclude, raid, retreat, rounds, setup, special
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.model.orders import Order
from rules.model.state import Decision, Task


def _raid_over(act: Act, id_: str) -> None:
    conclude.finish(act, id_, "stalemate" if not raid.raiders(act, act.battle(id_)) else "draw")


STEPS: dict[str, Callable[[Act, str], None]] = {
    **rounds.STEPS,
    "land cargo": setup.land_cargo,
    "bombardment": special.bombardment,
    "antiaircraft": special.antiaircraft,
    "air battle": raid.air_battle,
    "raid fire": raid.raid_fire,
    "raid damage": raid.raid_damage,
    "raid over": _raid_over,
}


def step(act: Act, todo: Task) -> None:
    """Task: one step of a battle, by name; house rules add steps through the hook `task`."""
    name, id_ = todo.data["step"], todo.data["id"]
    if name in STEPS:
        STEPS[name](act, id_)
    elif not act.table.first_to_handle(Rule.task, act, todo):
        raise LookupError(f"no battle step {name}")


def _begin(act: Act, todo: Task) -> None:
    """Task: begin a battle that is still due (its land part after its sea fights)."""
    id_ = todo.data["id"]
    battle = act.state.battles.get(id_)
    if battle is None or battle.status != "due":
        return
    if battle.kind == "land":
        setup.land_cargo(act, id_)
    setup.begin(act, id_)


def _reactions(act: Act, todo: Task) -> None:
    setup.declare(act)
    act.table.notify(Rule.reactions, act)


def _declare(act: Act, todo: Task) -> None:
    setup.refresh_all(act)


TASKS: dict[str, Callable[[Act, Task], None]] = {
    "battle step": step,
    "begin battle": _begin,
    "settle": casualties.settle_task,
    "remove": casualties.remove_task,
    "reactions": _reactions,
    "declare battles": _declare,
}
ANSWERS: dict[str, Callable[[Act, Decision, Order], None]] = {
    "casualties": casualties.answer,
    "retreat": retreat.answer,
    "withdraw": retreat.answer_withdraw,
    "submerge": rounds.answer_submerge,
}
