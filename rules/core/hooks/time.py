"""The hooks of time: phases, turns, rounds, victory."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.identity import Identity
from rules.core.view import View
from rules.model.refusals import Refusal


class TimeHooks(Identity):
    """The hooks of time: phases, turns, rounds, victory."""

    def skips(self, view: View, phase: str, skip: bool) -> bool:
        """Whether a phase is passed over now (the set-up phase after the first turn)."""
        return skip

    def sits_out(self, view: View, power: str, out: bool) -> bool:
        """Whether a power's turn is passed over when it comes."""
        return out

    def on_start(self, act: Act) -> None:
        """A new game: set-up is on the board."""

    def on_relations(self, act: Act) -> None:
        """Who is at war has been written by hand (a case, an edited position): complete what is linked."""

    def on_war_declared(self, act: Act, power: str, target: str) -> None:
        """A power has declared war on another; wars linked to it have begun too."""

    def on_round(self, act: Act) -> None:
        """A round begins."""

    def on_turn(self, act: Act) -> None:
        """A power's turn begins (before its first phase)."""

    def on_phase(self, act: Act, phase: str) -> None:
        """A phase begins."""

    def may_end_phase(self, view: View, phase: str) -> Refusal | None:
        """Why the phase cannot be ended yet."""
        return None

    def on_phase_end(self, act: Act, phase: str) -> None:
        """A phase ends (before the next begins)."""

    def on_turn_end(self, act: Act) -> None:
        """A power's turn ends (after its income)."""

    def victory(self, view: View, moment: str, winner: str) -> str:
        """The side that has won; moment: "turn start" | "turn end" | "round end" | "concession"."""
        return winner

    def on_concede(self, act: Act, power: str) -> None:
        """A power has given up (flag "conceded"); who wins by that is asked of `victory` afterwards."""
