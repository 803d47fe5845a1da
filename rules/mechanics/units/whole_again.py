"""Damaged units that are whole again when a turn ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.state import Unit


@dataclass(frozen=True, eq=False, kw_only=True)
class WholeAgain(Mechanic):
    """When a turn ends the damage of some units is gone. heals: of which."""

    heals: Callable[[View, Unit], bool]

    @moments.turn_ends
    def _heal(self, act: Act) -> None:
        """They are sound again."""
        for unit in [u for u in act.state.units.values() if u.damage and self.heals(act, u)]:
            act.change(unit, damage=0)
