"""Standing still: units that have not moved in their owner's last turn bear a mark until they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.profiles import UnitType
from rules.model.state import Battle, Unit


@dataclass(frozen=True, eq=False, kw_only=True)
class StandingStill(Mechanic):
    """When a power's turn ends, its units that have neither moved nor fought in it and are not aboard get a mark; what
    moves or goes aboard loses it at once. In battle the rule asks whether `mark in unit.marks`.

    mark: as maps show it and positions write it (`2 infantry (dug in)`), so that cases and typed odds know it. kind: which
    units (`UnitType.is_a`).
    """

    mark: str
    kind: str

    def tags(self, unit: UnitType, owner: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """The mark may be written."""
        return (*tags, self.mark) if unit.is_a(self.kind) else tags

    def assumed(self, view: View, battle: Battle, told: tuple[str, ...]) -> tuple[str, ...]:
        """Of typed forces only those are marked that are typed so."""
        plain = (u for u in view.get((*battle.attackers, *battle.defenders)) if self.mark not in u.marks)
        unsaid = battle.typed and any(view.of(unit).is_a(self.kind) for unit in plain)
        return (*told, f"nobody is {self.mark} but those that are typed so") if unsaid else told

    @moments.turn_ends
    def _mark(self, act: Act) -> None:
        """Who has stood still."""
        for unit in list(act.state.units.values()):
            still = unit.owner == act.active and unit.fresh and unit.carrier is None
            if still and self.mark not in unit.marks and act.of(unit).is_a(self.kind):
                act.change(unit, marks=unit.marks | {self.mark})

    @moments.moved
    def _unmark(self, act: Act, units: Sequence[Unit]) -> None:
        """Who has moved."""
        for unit in units:
            if self.mark in unit.marks:
                act.change(unit, marks=unit.marks - {self.mark})
