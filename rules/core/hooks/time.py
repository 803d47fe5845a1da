"""The hooks of time: phases, turns, rounds, victory."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.identity import Identity
from rules.core.view import View
from rules.model.refusals import Refusal


class TimeHooks(Identity):
    """The hooks of time: phases, turns, rounds, victory."""

    def skips(self, view: View, phase: str, skip: bool) -> bool:
        """Whether a phase is passed over now (the set-up phase after the first turn).

        Wish: pass over a phase.
        """
        return skip

    def sits_out(self, view: View, power: str, out: bool) -> bool:
        """Whether a power's turn is passed over when it comes.

        Wish: pass over a power's turn.
        Trap: If all sat out the game would stand still.
        """
        return out

    def on_start(self, act: Act) -> None:
        """A new game: set-up is on the board.

        Wish: change the set-up.
        Trap: Cases and imported positions do not call it.
        """

    def on_relations(self, act: Act) -> None:
        """Who is at war has been written by hand (a case, an edited position): complete what is linked.

        Wish: complete wars that are linked.
        """

    def on_war_declared(self, act: Act, power: str, target: str) -> None:
        """A power has declared war on another; wars linked to it have begun too.

        Wish: do something when war is declared.
        """

    def on_round(self, act: Act) -> None:
        """A round begins.

        Wish: do something when a round begins.
        Trap: Cases begin in the middle: nothing is done for them that came before.
        """

    def on_turn(self, act: Act) -> None:
        """A power's turn begins (before its first phase).

        Wish: do something when a power's turn begins.
        Trap: `act.active` is whose turn it is.
        """

    def on_phase(self, act: Act, phase: str) -> None:
        """A phase begins.

        Wish: do something when a phase begins.
        Trap: What asks here has to be answered before the phase goes on.
        """

    def may_end_phase(self, view: View, phase: str) -> Refusal | None:
        """Why the phase cannot be ended yet.

        Wish: keep a phase from ending before something is done.
        Trap: There must always be an order that does it.
        """
        return None

    def on_phase_end(self, act: Act, phase: str) -> None:
        """A phase ends (before the next begins).

        Wish: do something when a phase ends.
        """

    def on_turn_end(self, act: Act) -> None:
        """A power's turn ends (after its income).

        Wish: do something when a power's turn ends.
        Trap: `turn.` flags are still there, and forgotten right after.
        """

    def victory(self, view: View, moment: str, winner: str) -> str:
        """The side that has won; moment: "turn start" | "turn end" | "round end" | "concession".

        Wish: change who wins, and when.
        Trap: Return `winner` as it came where you have nothing to say.
        """
        return winner

    def on_concede(self, act: Act, power: str) -> None:
        """A power has given up (flag "conceded"); who wins by that is asked of `victory` afterwards.

        Wish: do something when a power gives up.
        """
