"""The hooks of units: what a type is, who commands a unit, what it answers to."""

from __future__ import annotations

from rules.core.identity import Identity
from rules.core.view import View
from rules.model.profiles import UnitType
from rules.model.state import Unit


class UnitHooks(Identity):
    """The hooks of units: what a type is, who commands a unit, what it answers to."""

    def matches_qualifier(self, view: View, unit: Unit, tag: str, fits: bool) -> bool:
        """Whether a unit answers a qualifier of an order (default: the tag is among its marks).

        Wish: understand a word in parentheses in orders: `move 1 infantry (elite)`.
        Trap: A mark of that name is understood by itself.
        """
        return fits

    def tags(self, unit: UnitType, owner: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """What may stand in parentheses behind a power's unit, or a facility, where somebody writes a position (beside
        `damaged` and `cargo`): the marks that a rule gives and understands.

        Wish: let a mark be written in positions, cases and typed odds.
        Trap: Without it `2 infantry (dug in)` is refused where people write.
        """
        return tags

    def written_mark(self, owner: str, mark: str) -> str:
        """How a mark of a power's units is written, where several names mean the same ("" is never given).

        Wish: let several names mean one mark.
        """
        return mark
