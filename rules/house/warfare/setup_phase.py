"""The set-up phase before the first turn, shared by the rules that offer choices at the start of a game."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import Order

SETUP = "setup"


class SetupRule(Rule):
    """A rule with orders for the set-up: any power gives its own, until the first power says `done`."""

    def phases(self, options: object, phases: tuple[str, ...]) -> tuple[str, ...]:
        """The set-up comes first."""
        return phases if SETUP in phases else (SETUP, *phases)

    def skips(self, view: View, power: str, phase: str, skip: bool) -> bool:
        """There is one set-up, before the first turn of the first power."""
        turn = view.state.turn
        return skip or (phase == SETUP and (turn.round > 1 or turn.power != view.board.order[0]))

    def handle(self, act: Act, order: Order) -> bool:
        """Orders of the active power."""
        return self.set_up(act, act.active, order)

    def any_time(self, act: Act, order: Order) -> bool:
        """Orders of the others, in the set-up only."""
        return act.phase == SETUP and self.set_up(act, act.by, order)

    def set_up(self, act: Act, power: str, order: Order) -> bool:
        """Carry out a set-up order of a power; False if it is none of this rule's."""
        return False
