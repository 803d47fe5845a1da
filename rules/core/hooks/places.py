"""The hooks of territories: neutrals, and who holds what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rules.model.state import Facility

if TYPE_CHECKING:
    from rules.core.act import Act
    from rules.core.view import View


class PlaceHooks:
    """The hooks of territories: neutrals, and who holds what."""

    def leaning(self, view: View, place: str, lean: str) -> str:
        """What an uncontrolled neutral is now: "strict", "pro-axis", "pro-allies" (default: as printed)."""
        return lean

    def standing_army(self, view: View, place: str, army: Mapping[str, int]) -> Mapping[str, int]:
        """Units of a neutral territory, by type, that are not on the board until it is attacked or joins a power."""
        return army

    def heir(self, view: View, power: str, heir: str) -> str:
        """Who stands in a power's stead: collects its income and objectives, and gets its soil back (default: itself)."""
        return heir

    def captor(self, view: View, place: str, by: str, owner: str | None) -> str | None:
        """Who controls a territory that `by` has just taken."""
        return owner

    def captured_facilities(
        self, view: View, place: str, by: str | None, facilities: tuple[Facility, ...]
    ) -> tuple[Facility, ...]:
        """The facilities of a territory after it has changed hands."""
        return facilities

    def upgraded_facility(self, view: View, place: str, facility: Facility) -> Facility:
        """A complex that has just become a bigger one (it keeps its damage and marks)."""
        return facility

    def on_capture(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """A territory has changed hands."""
