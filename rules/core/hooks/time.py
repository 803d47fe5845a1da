"""The hooks of time: phases, turns, rounds, victory."""

from __future__ import annotations

from rules.core.hooks.values import Goal
from rules.core.identity import Identity
from rules.core.view import View
from rules.model.refusals import Refusal


class TimeHooks(Identity):
    """The hooks of time: phases, turns, rounds, victory."""

    def skips(self, view: View, power: str, phase: str, skip: bool) -> bool:
        """Whether a phase of a power's turn is passed over now (the set-up phase after the first turn); phase "": the
        whole turn.

        Wish: pass over a phase, or a power's turn.
        Trap: If all turns were passed over the game would stand still.
        """
        return skip

    def may_end_phase(self, view: View, phase: str) -> Refusal | None:
        """Why the phase cannot be ended yet.

        Wish: keep a phase from ending before something is done.
        Trap: There must always be an order that does it.
        """
        return None

    def victory(self, view: View, moment: str, winner: str) -> str:
        """The side that has won; moment: "turn start" | "turn end" | "round end" | "concession".

        Wish: change who wins, and when.
        Trap: Return `winner` as it came where you have nothing to say.
        """
        return winner

    def goals(self, view: View, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
        """What would win the game for either side as things stand, of what `victory` looks at.

        Wish: say how near a victory is.
        Trap: It decides nothing: what wins is said by `victory`.
        """
        return goals
