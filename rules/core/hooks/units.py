"""The hooks of units: what a type is, who commands a unit, what it answers to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rules.model.profiles import UnitType
from rules.model.state import Unit

if TYPE_CHECKING:
    from rules.core.view import View


class UnitHooks:
    """The hooks of units: what a type is, who commands a unit, what it answers to."""

    def change_unit(self, unit: UnitType) -> UnitType:
        """A profile as this rule changes it for everybody (price lists, new traits). Once a game."""
        return unit

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """The profile of a type as `power` has it now. It may depend on the power's technologies, the round, the options
        and the rule's `profile_flags`, and on nothing else: profiles are kept."""
        return unit

    def points(self, view: View, unit: Unit, points: int) -> int:
        """Movement points of a unit this turn (bases, damage)."""
        return points

    def travels(self, view: View, unit: Unit, element: str) -> str:
        """The element a unit moves through now: its domain, or "air" for a land unit that flies."""
        return element

    def lent(self, view: View, lent: Mapping[int, str]) -> Mapping[int, str]:
        """Units (ids) that another power than their owner moves and fights with now, and which. Limits, repairs and losses
        stay their owner's."""
        return lent

    def matches_qualifier(self, view: View, unit: Unit, tag: str, fits: bool) -> bool:
        """Whether a unit answers a qualifier of an order (default: the tag is among its marks)."""
        return fits

    def written_mark(self, owner: str, mark: str) -> str:
        """How a mark of a power's units is written, where several names mean the same ("" is never given)."""
        return mark
