"""A made-up house rule in one file: a question to the other side, its answer, and what follows from it for a turn."""

from __future__ import annotations

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import PASS, Invoke, Order
from rules.model.profiles import LAND
from rules.model.refusals import Refusal
from rules.model.state import Decision, Unit

ID, QUESTION = "test.russian-winter", "russian winter"
USSR, GERMANY = "USSR", "Germany"
USED, NOW = "test.russian winter", "turn.russian winter"
ANSWERS = (f"invoke {QUESTION}", "pass")


class RussianWinter(Rule):
    """Once a game the USSR stops the German tanks for a turn."""

    id = ID
    title = "Russian winter"
    text = (
        "Once a game, as Germany's turn begins, the USSR may call the Russian winter (invoke russian winter, or pass): for "
        "that turn no German land unit but infantry moves out of a territory that is the USSR's as printed."
    )
    source = "An example"
    boards = ("classic",)
    questions = {QUESTION: "Whether the Russian winter comes"}
    asks = {QUESTION: "call the Russian winter?"}
    flags = {USED: "true once the Russian winter has been called"}

    @moments.turn_begins
    def _ask(self, act: Act) -> None:
        """The question, where it makes a difference."""
        if act.active == GERMANY and not act.flag(USED, False) and any(_freezes(act, u) for u in act.forces(GERMANY)):
            act.ask(QUESTION, USSR, may_pass=True)

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`invoke russian winter`, or `pass`."""
        if decision.kind != QUESTION:
            return False
        called = order == Invoke(QUESTION)
        if not called and order != PASS:
            act.refuse("not-your-decision", "Invoke russian winter, or pass.", ID, ANSWERS)
        act.answered()
        if called:
            act.set_flag(USED, True)
            act.set_flag(NOW, True)
            act.note("The Russian winter has come.")
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Both answers."""
        first = view.state.pending[0] if view.state.pending else None
        return ANSWERS if first is not None and (first.kind, first.power) == (QUESTION, power) else ()

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """Snow."""
        if unit.owner == GERMANY and view.flag(NOW, False) and _freezes(view, unit):
            return Refusal("not-eligible", f"The Russian winter keeps the {unit.type} in {unit.place} this turn.", ID)
        return None


def _freezes(view: View, unit: Unit) -> bool:
    """Whether the winter would keep a unit where it stands."""
    there = view.place(unit.place).original == USSR and view.domain(unit) == LAND
    return there and not view.of(unit).is_a("infantry")


RULE = RussianWinter()
