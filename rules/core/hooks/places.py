"""The hooks of territories: neutrals, and who holds what."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.identity import Identity
from rules.core.view import View
from rules.model.state import Facility


class PlaceHooks(Identity):
    """The hooks of territories: neutrals, and who holds what."""

    def captor(self, view: View, place: str, by: str, owner: str | None) -> str | None:
        """Who controls a territory that `by` has just taken.

        Wish: say who gets a territory that is taken.
        """
        return owner

    def captured_facilities(
        self, view: View, place: str, by: str | None, facilities: tuple[Facility, ...]
    ) -> tuple[Facility, ...]:
        """The facilities of a territory after it has changed hands.

        Wish: say what becomes of complexes and bases that are taken.
        """
        return facilities

    def plunder(self, act: Act, purse: str, place: str, by: str) -> bool:
        """The money of a purse is about to go to the captor of its capital: do something else with it (True).

        Wish: say what becomes of the money of a capital that falls.
        Trap: Return True only if you have dealt with it; `moments.captured` comes after it.
        """
        return False
