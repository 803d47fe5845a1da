"""The hooks of movement: where units go, what they take along, what they pass."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.act import Act
from rules.core.hooks.values import BorderCrossing
from rules.core.identity import Identity
from rules.core.view import View
from rules.model.board import Canal
from rules.model.refusals import Refusal
from rules.model.state import Unit


class MovementHooks(Identity):
    """The hooks of movement: where units go, what they take along, what they pass.

    What is said about single steps (`may_enter`, `may_blitz`, `neutral_open`, `canal_open`, `step_cost`, `step_effects`) and
    about fields to land on (`landing_field`) is asked once for all units that are alike (`movement/step_graph.alike`): it
    may depend on what a unit is and does, not on its number, on how far it has come or where it began.
    """

    lands_at_once: bool = False
    """Whether a defender's aircraft that have lost their deck come down when their battle is over (default: before the
    attacker's noncombat moves; those that live on decks only always do)."""

    in_battle: bool = False
    """Whether what it does to a landing (`on_crossing`) belongs to the fight ashore, whatever happens at sea."""

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """Why this unit may not move at all in this phase.

        Wish: pin units to where they are.
        """
        return None

    def may_enter(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Why a unit may not go into a place, from whichever side.

        Wish: close a territory or a zone to some units.
        Trap: It is asked once for units that are alike: not by number, nor by where they began. What keeps units in is
            `may_move`.
        """
        return None

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Why a unit may not end its move there.

        Wish: forbid ending a move somewhere, but not passing.
        """
        return None

    def may_blitz(self, view: View, unit: Unit, place: str, may: bool) -> bool:
        """Whether a unit that blitzes may go on from a hostile or neutral territory (default: hostile and
        empty). Not asked for units that do not blitz.

        Wish: let tanks run on, or stop them.
        """
        return may

    def neutral_open(self, view: View, unit: Unit, place: str, phase: str, last: bool, open_: bool) -> bool:
        """Whether a neutral territory lets a unit in (last: to end there; else to pass). Default: closed.
        A land unit that enters stops there unless `may_blitz` lets it go on.

        Wish: let units pass or enter a neutral.
        """
        return open_

    def canal_open(self, view: View, unit: Unit, canal: Canal, open_: bool) -> bool:
        """Whether a ship may pass a canal (default: friendly banks since the turn began).

        Wish: open or close a canal.
        """
        return open_

    def step_cost(self, view: View, unit: Unit, origin: str, place: str, cost: int) -> int:
        """Movement points of a step (default 1).

        Wish: let a step cost more movement: snow, mountains.
        Trap: It is asked once for units that are alike.
        """
        return cost

    def step_effects(
        self, view: View, unit: Unit, origin: str, place: str, last: bool, effects: tuple[str, ...]
    ) -> tuple[str, ...]:
        """What a step brings upon a unit beside the move (a gun's fire, a minefield, a fee), in words; shortest
        routes that differ in this are not chosen between (`ambiguous-path`).

        Wish: warn of what a step brings: fire, mines, a fee.
        Trap: It only says it; the moment `entered` or `on_crossing` does it.
        """
        return effects

    def combat_purpose(self, view: View, unit: Unit, path: tuple[str, ...], serves: bool) -> bool:
        """Whether a combat move serves a combat (default: it ends in or captures enemy ground, or is at sea).

        Wish: allow a combat move that ends in no battle.
        """
        return serves

    def loading_zone(self, view: View, ship: Unit, zone: str, open_: bool) -> bool:
        """Whether a transport may load in a zone (default: no enemy ship that counts is there).

        Wish: allow or forbid loading in a zone.
        """
        return open_

    def load_fits(self, view: View, ship: Unit, load: Sequence[Unit], fits: bool) -> bool:
        """Whether a whole load goes together on a ship (default: its sizes do).

        Wish: allow or forbid a whole load.
        Trap: What one unit may board is `may_load`.
        """
        return fits

    def landing_needed(self, view: View, unit: Unit, needed: bool) -> bool:
        """Whether an aircraft must be able to land (one-way flights need not).

        Wish: allow flights without return.
        Trap: What becomes of the aircraft afterwards is the rule's own business.
        """
        return needed

    def haven(self, view: View, unit: Unit, place: str, open_: bool) -> bool:
        """Whether a defender's aircraft that has lost its deck may land in its zone, or one space away, at `place`.

        Wish: let a defender's aircraft without deck land somewhere.
        """
        return open_

    def landing_field(self, view: View, unit: Unit, place: str, friendly: bool) -> bool:
        """Whether an aircraft may land in a territory (default: friendly since the turn began).

        Wish: open or close a territory for landing.
        """
        return friendly

    def may_load(self, view: View, unit: Unit, ship: Unit, phase: str) -> Refusal | None:
        """Why a unit may not board a ship.

        Wish: forbid boarding.
        """
        return None

    def line_fire(self, view: View, unit: Unit, origin: str, place: str, found: tuple[str, ...]) -> tuple[str, ...]:
        """What on the line between two places (mines, obstacles) acts on a unit that passes it: in words, which are said
        before it happens; "" if nothing is said.

        Wish: put something on a border or coast that acts on who passes.
        Trap: It needs `on_crossing`, which does it.
        """
        return found

    def on_crossing(self, act: Act, crossing: BorderCrossing) -> None:
        """Units have passed a line on which something acts on them (`line_fire`); now it does: on all that passed it in
        one direction in a combat move together when conduct combat begins (on a landing after the sea battle, if there is
        one, or with the fight ashore if the rule is `in_battle`), else on each order at once.

        Wish: let mines or obstacles act on who has passed them.
        """
