"""Questions put to powers, and who understands the answers.

Kinds of the base games: see `ANSWERS` of rules/battle and rules/phases. A question is put only where
there is a choice; the first in `State.pending` is to be answered now.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.battle import ANSWERS as BATTLE_ANSWERS
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.model.orders import (
    PASS,
    Attack,
    Bombard,
    Casualties,
    Chart,
    Ignore,
    Intercept,
    Land,
    Order,
    Retreat,
    Scramble,
    Submerge,
)
from rules.model.state import Decision
from rules.phases import ANSWERS as PHASE_ANSWERS
from rules.phases import combat

KINDS: dict[str, Callable[[Act, Decision, Order], None]] = {
    **BATTLE_ANSWERS,
    **PHASE_ANSWERS,
    "ignore": combat.answer_ignore,
}
ANSWERS = (Attack, Bombard, Casualties, Chart, Ignore, Intercept, Land, Retreat, Scramble, Submerge)


def is_answer(order: Order) -> bool:
    """Whether an order can only be meant as an answer."""
    return order == PASS or type(order) in ANSWERS


def answer(act: Act, decision: Decision, order: Order) -> None:
    """Carry out the answer to the first question; it must be understood by the question's kind."""
    if decision.kind not in KINDS:
        raise LookupError(f"no answers for {decision.kind}")
    KINDS[decision.kind](act, decision, order)


def let_owner_first(act: Act) -> None:
    """A question put to several owners in turn may be answered by them in any order."""
    decision, owners = act.state.pending[0], tuple(act.state.pending[0].data.get("owners", ()))
    if act.by != decision.power and act.by in owners:
        rest = tuple(p for p in owners if p != act.by)
        act.answered()
        act.ask_first(decision.kind, act.by, decision.place, **{**decision.data, "owners": (act.by, *rest)})


def concede(act: Act) -> None:
    """A power gives up: the other side wins when every power of its side has (G40-22.3, BX-0.4)."""
    power = act.by or act.active
    gone = (*act.flag("conceded", ()), power)
    if power in act.flag("conceded", ()):
        act.refuse("already-used", f"{power} has already conceded.")
    act.set_flag("conceded", gone)
    act.note(f"{power} concedes.")
    act.tell(moments.conceded, power)
    side = act.side(power)
    lost = all(p in gone for p in act.board.order if act.side(p) == side)
    other = next(s for s in ("Axis", "Allies") if s != side)
    winner = act.table.fold(Rule.victory, other if lost else "", act, "concession")
    if winner:
        act.end_game(winner, "concession")
