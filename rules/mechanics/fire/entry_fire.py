"""Fire at units that enter a place: mines, guns that are flown over, submarines on patrol."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from rules.battle import salvos
from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.salvo import Salvo
from rules.model.state import Rolled, Unit


@dataclass(frozen=True, eq=False, kw_only=True)
class EntryFire(Mechanic, ABC):
    """What waits in a place fires at units of one domain that enter it, at all of one order together and at once.

    domain: at whom. words: what it is called where ways are told apart ("a mine"). What fires and how is told by the
    methods `shooters`, `salvo` and `fired`.
    """

    domain: str
    words: str

    @abstractmethod
    def shooters(self, view: View, unit: Unit, place: str) -> Sequence[Unit]:
        """What would fire at a unit of the domain that enters a place now."""

    @abstractmethod
    def salvo(self, view: View, shooters: Sequence[Unit], targets: Sequence[Unit]) -> Salvo:
        """The fire."""

    def fired(self, act: Act, shooters: Sequence[Unit], targets: Sequence[Unit], dice: Sequence[Rolled]) -> None:
        """What follows from it."""

    def step_effects(
        self, view: View, unit: Unit, origin: str, place: str, last: bool, effects: tuple[str, ...]
    ) -> tuple[str, ...]:
        """A way under fire is another way than one around it."""
        met = not last and view.domain(unit) == self.domain and self.shooters(view, unit, place)
        return (*effects, f"{self.words} in {place}") if met else effects

    @moments.entered
    def _fire_at_them(self, act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
        """All of them together."""
        self.fire(act, [u for u in units if act.domain(u) == self.domain], place)

    def fire(self, act: Act, targets: Sequence[Unit], place: str) -> None:
        """The fire at units that are in a place, if there is any."""
        if shooters := self.shooters(act, targets[0], place) if targets else ():
            dice = salvos.outside(act, place, self.salvo(act, shooters, targets), targets)
            self.fired(act, shooters, targets, dice)
