"""What a rule may change of how a position is seen: the hooks that rules/core/view.py asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from rules.core.identity import Identity
from rules.model.board import Place
from rules.model.profiles import UnitType
from rules.model.state import Unit

if TYPE_CHECKING:
    from rules.core.view import View


class Neutral(NamedTuple):
    """What a territory that nobody controls is now. lean: "strict", "pro-axis", "pro-allies", "" where none is printed;
    army: unit type -> how many would come onto the board."""

    lean: str
    army: Mapping[str, int] = {}


class ViewHooks(Identity):
    """The hooks that a view itself asks: what a power and a unit are now, and how a place counts."""

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """The profile of a type as `power` has it now. It may depend on the power's technologies, the round, the options
        and the rule's `profile_flags`, and on nothing else: profiles are kept.

        Wish: let a unit of one power be better, dearer or otherwise, now.
        Trap: What it reads of flags stands in `profile_flags`; it knows neither the place nor the single unit.
        """
        return unit

    def points(self, view: View, unit: Unit, points: int) -> int:
        """Movement points of a unit this turn (bases, damage).

        Wish: let a unit move farther or less far this turn.
        Trap: It is what the unit has before its first step: subtract nothing for what it has spent.
        """
        return points

    def travels(self, view: View, unit: Unit, element: str) -> str:
        """The element a unit moves through now: its domain, or "air" for a land unit that flies.

        Wish: let a land unit fly or swim.
        Trap: The unit's domain stays what it is; only its way changes.
        """
        return element

    def lent(self, view: View, lent: Mapping[int, str]) -> Mapping[int, str]:
        """Units (ids) that another power than their owner moves and fights with now, and which. Limits, repairs and losses
        stay their owner's.

        Wish: let one power command the units of another.
        """
        return lent

    def deck_room(self, view: View, plane: Unit, room: int) -> int:
        """Room that an aircraft takes on the decks of its zone now (0: it is not aboard).

        Wish: let an aircraft take more or less room on a carrier.
        """
        return room

    def cooperates(self, view: View, a: str, b: str, place: str, yes: bool) -> bool:
        """Whether two powers of one side share spaces, bases and carriers (at a place).

        Wish: keep two friends from sharing spaces, bases or carriers.
        Trap: They stay on one side: this makes no war.
        """
        return yes

    def neutral(self, view: View, place: str, now: Neutral) -> Neutral:
        """What a territory that nobody controls leans to, and its army: units by type that are not on the board until it
        is attacked or joins a power.

        Wish: change what a neutral leans to, or its army.
        Trap: The army comes onto the board when the neutral is attacked or joins, not before.
        """
        return now

    def hostile(self, view: View, owner: str, power: str, yes: bool) -> bool:
        """Whether units of an owner that is no power (the army of a neutral) fight a power (default: everybody).

        Wish: bring an army without a power that fights some and not others.
        Trap: It is asked for owners that are no powers alone; the owner stands in the rule's `owners`.
        """
        return yes

    def heir(self, view: View, power: str, heir: str) -> str:
        """Who stands in a power's stead: collects its income and objectives, and gets its soil back (default: itself).

        Wish: let another power stand in a power's stead.
        """
        return heir

    def place_value(self, view: View, place: Place, value: int) -> int:
        """IPC value of a territory.

        Wish: change what a territory is worth.
        Trap: Income follows by itself: do not add a line to `income` as well.
        """
        return value
