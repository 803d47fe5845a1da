"""The hooks of orders: carrying out, answers, tasks, menus."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.hooks.values import Question
from rules.core.identity import Identity
from rules.core.view import View
from rules.model.orders import Order
from rules.model.state import Decision, Task


class OrderHooks(Identity):
    """The hooks of orders: carrying out, answers, tasks, menus."""

    def handle(self, act: Act, order: Order) -> bool:
        """Carry out an order of this rule's, or return False to leave it to others.

        Called before the phase's own handlers; a rule may take a base verb for its own units.

        Wish: take an order of my own, or a known one for my units.
        Trap: Look at the phase first and return False for what is not yours; refuse before you roll.
        """
        return False

    def any_time(self, act: Act, order: Order) -> bool:
        """Carry out an order of `act.by` on another power's turn, or return False.

        Wish: take an order on another power's turn.
        Trap: `act.by` is who gives it.
        """
        return False

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """Carry out the answer to a decision of this rule's kind; False: not mine.

        Wish: carry out the answer to my question.
        Trap: Compare `decision.kind` first, and call `act.answered()` before you go on.
        """
        return False

    def question(self, view: View, decision: Decision, now: Question) -> Question:
        """What has become of a question that waits: whether it has lost its point by another answer (it is dropped
        then), which battles wait for it, and what it is about in figures that change: `9 IPC left`.

        Wish: say which battles wait for my question, drop it, or show figures in it.
        Trap: Compare `decision.kind` first, and give `now._replace(...)`. Without a place it holds up all battles.
        """
        return now

    def task(self, act: Act, task: Task) -> bool:
        """Carry out a task of this rule's; False: not mine.

        Wish: do something later, after questions or other steps.
        Trap: It may refuse nothing; its data are kept in saved games.
        """
        return False

    def present(self, view: View) -> tuple[str, ...]:
        """What the look-up of this rule tells of the game as it stands, line by line.

        Wish: tell in the look-up how things stand: which conditions hold, what is paid now.
        Trap: It is read by everybody: nothing that is hidden.
        """
        return ()

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Order texts of this rule that are worth offering to a power now (for `legal`).

        Wish: put my orders on the menu.
        Trap: It is asked often: be quick, and offer only what would be accepted.
        """
        return ()
