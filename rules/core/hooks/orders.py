"""The hooks of orders: carrying out, answers, tasks, menus."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.hooks.values import Places
from rules.core.identity import Identity
from rules.core.view import View
from rules.model.orders import Order
from rules.model.state import Decision, Task


class OrderHooks(Identity):
    """The hooks of orders: carrying out, answers, tasks, menus."""

    def handle(self, act: Act, order: Order) -> bool:
        """Carry out an order of this rule's, or return False to leave it to others.

        Called before the phase's own handlers; a rule may take a base verb for its own units."""
        return False

    def any_time(self, act: Act, order: Order) -> bool:
        """Carry out an order of `act.by` on another power's turn, or return False."""
        return False

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """Carry out the answer to a decision of this rule's kind; False: not mine."""
        return False

    def void(self, view: View, decision: Decision, void: bool) -> bool:
        """Whether a question that was put has lost its point by another answer; it is dropped then."""
        return void

    def figures(self, view: View, decision: Decision, told: str) -> str:
        """What a question is about in figures that change while it is open: `9 IPC left`."""
        return told

    def concerns(self, view: View, decision: Decision, places: Places) -> Places:
        """The places whose battles have to wait for the answer to a question (None: all battles)."""
        return places

    def task(self, act: Act, task: Task) -> bool:
        """Carry out a task of this rule's; False: not mine."""
        return False

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Order texts of this rule that are worth offering to a power now (for `legal`)."""
        return ()
