"""The steps of a battle, as far as they matter for odds."""

from __future__ import annotations

import dataclasses

from rules.battle import retreat, salvos_of, sides, step_of
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.state import Battle
from rules.model.vocabulary import Trait

_BEFORE = ("land cargo", "round")
_EVERY_ROUND = (
    "open", "submerge", "submerge attacker", "submerge defender", "strike", "fire", "remove", "end", "withdraw", "retreat",
)  # fmt: skip
KNOWN = frozenset((*_BEFORE, *_EVERY_ROUND))


def unforeseen(view: View, battle: Battle) -> tuple[str, ...]:
    """What rules bring into a battle that nobody foresees, in words (`Rule.unforeseen`)."""
    return tuple(words for rule in view.table.parts(Rule) for f, words in rule.unforeseen.items() if battle.fact(f))


def once(view: View, battle: Battle) -> tuple[str, ...]:
    """The steps before the first round."""
    return view.table.fold(Rule.battle_steps, view.printed_steps(battle.kind), view, battle, False)


def _round(view: View, battle: Battle) -> tuple[str, ...]:
    return view.table.fold(Rule.battle_steps, view.printed_round(battle.kind), view, battle, True)


def usual(view: View, battle: Battle) -> tuple[str, ...]:
    """The steps of every round but the first."""
    if not view.table.answering(Rule.battle_steps):
        return view.printed_round(battle.kind)
    return _round(view, dataclasses.replace(battle, round=max(1, battle.round)))


def first_only(view: View, battle: Battle) -> tuple[str, ...]:
    """Steps that only the first round has."""
    if battle.round or not view.table.answering(Rule.battle_steps):
        return ()
    later = usual(view, battle)
    return tuple(step for step in _round(view, battle) if step not in later)


def is_plain(view: View, battle: Battle, name: str) -> bool:
    """Whether a step is fire that may fall on anybody its hits can reach, one hit after the other."""
    step = step_of(view, name)
    found = salvos_of(view, battle, name)
    special = any(s.until_gone or s.whole or s.targets is not None or any(x.target for x in s.shots) for s in found)
    return step is not None and step.salvo is not None and not special


def asks(view: View, name: str) -> bool:
    """Whether a step is a question and nothing else."""
    step = step_of(view, name)
    return step is not None and step.asks


def late(steps: tuple[str, ...]) -> bool:
    """Whether units that leave a battle alive do so behind the fire of a round."""
    leaving = [i for i, step in enumerate(steps) if step in ("submerge", "withdraw")]
    return bool(leaving) and "fire" in steps and leaving[0] > steps.index("fire")


def may_leave(view: View, battle: Battle, side: str) -> Trait | None:
    """What units of a side that may leave this battle alive have in common; None where none may."""
    steps = usual(view, battle)
    units = sides.units(view, battle, side)
    if "submerge" in steps and any(view.has(u, "submerges") for u in units):
        return "submerges"
    may = "withdraw" in steps and any(view.has(u, "withdraws") for u in units)
    return "withdraws" if may and retreat.may_withdraw(view, battle, side) else None
