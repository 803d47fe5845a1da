"""Neutrals that are strict or lean to a side: who may enter them, and how they join."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Neutral, Rule
from rules.core.view import View
from rules.model.profiles import AIR, LAND
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Unit

STRICT: Final = "strict"
PRO: Final[Mapping[str, str]] = {"Axis": "pro-axis", "Allies": "pro-allies"}
_OTHER: Final[Mapping[str, str]] = {"Axis": "Allies", "Allies": "Axis"}


class LeaningNeutrals(Rule, ABC):
    """Strict neutrals, and those that lean to the other side, are attacked in combat move; one that leans to a power's
    own side joins it when a fighting land unit of his enters in noncombat move. Aircraft come to attack only.

    A board says how each leans now (`lean`), what army it has (`army`), how the army comes (`join`), and the entry on
    joining.
    """

    joining: ClassVar[str] = ""
    priority: ClassVar[int] = -10

    @abstractmethod
    def lean(self, view: View, place: str) -> str:
        """What an uncontrolled neutral is now: "strict", "pro-axis" or "pro-allies"."""

    @abstractmethod
    def army(self, view: View, place: str) -> Mapping[str, int]:
        """Its units by type, as long as they are not on the board."""

    @abstractmethod
    def join(self, act: Act, place: str, power: str) -> None:
        """It is a power's now; its army comes onto the board and does nothing more in this turn."""

    def claims(self, view: View, place: str) -> bool:
        """Whether a neutral is this rule's before others'."""
        return False

    def mine(self, view: View, place: str) -> bool:
        """Whether this rule says what becomes of a neutral: no other one claims it."""
        others = view.table.parts(LeaningNeutrals)  # type: ignore[type-abstract]
        return not any(rule.claims(view, place) for rule in others if rule is not self)

    def friendly(self, view: View, place: str, power: str) -> bool:
        """Whether it leans to a power's side."""
        return self.lean(view, place) == PRO.get(view.side(power))

    def neutral_open(self, view: View, unit: Unit, place: str, phase: str, last: bool, open_: bool) -> bool:
        """Attack in combat move, joining in noncombat move."""
        if not self.mine(view, place):
            return open_
        mine = self.friendly(view, place, unit.owner)
        if view.element(unit) == AIR:
            return phase == COMBAT_MOVE and last and not mine
        return (phase == NONCOMBAT) if mine else (phase == COMBAT_MOVE)

    def neutral(self, view: View, place: str, now: Neutral) -> Neutral:
        """As events have made it."""
        if not self.mine(view, place):
            return now
        return Neutral(self.lean(view, place), {**now.army, **self.army(view, place)})

    @moments.entered
    def _bring_over(self, act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
        """A friendly neutral joins the power whose fighting land unit ends its noncombat move there."""
        land = [u for u in units if act.domain(u) == LAND]
        here = act.phase == NONCOMBAT and last and act.neutral_land(place)
        if not (here and land and self.mine(act, place) and self.friendly(act, place, act.active)):
            return
        if not any(act.of(u).attack or act.of(u).defense for u in land):
            act.refuse("neutral", f"Only a land unit that fights brings {place} over.", self.joining)
        self.join(act, place, act.active)


def against(side: str) -> str:
    """How those lean whom an attack by a side turns away from it."""
    return PRO[_OTHER[side]]
