"""Units bound to a set of sea zones and their coasts."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.names import sentence
from rules.model.profiles import AIR, SEA, UnitType
from rules.model.refusals import Refusal
from rules.model.state import Unit


@dataclass(frozen=True, eq=False, kw_only=True)
class Theatre(Mechanic):
    """Units of some types, or with a mark, never leave their waters; no carrier takes bound aircraft out.

    waters: the ocean in the facts of the board. name: "the Pacific". types, mark: who is bound. cites: "" = the
    entry that binds them.
    """

    waters: str
    name: str
    types: tuple[str, ...] = ()
    mark: str = ""

    def tags(self, unit: UnitType, owner: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """Whatever is bound by a mark is written with it."""
        return (*tags, self.mark) if self.mark and unit.domain in (AIR, SEA) else tags

    def may_enter(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """They stay; so does a deck without which they would be left."""
        bound = self.binds(unit)
        if not (bound or view.of(unit).decks) or self.holds(view, place):
            return None
        return self._outside(view, unit, place) if bound else self._takes_out(view, unit, place)

    def binds(self, unit: Unit) -> bool:
        """Whether a unit is one of those."""
        return unit.type in self.types or bool(self.mark and self.mark in unit.marks)

    def holds(self, view: View, place: str) -> bool:
        """Whether a zone is of the theatre, or a territory touches one of its zones."""
        zones = view.edition("waters", {}).get(self.waters, ())
        return place in zones or (view.place(place).is_land and any(z in zones for z in view.board.near(place)))

    def _outside(self, view: View, unit: Unit, place: str) -> Refusal:
        text = sentence(f"{view.of(unit).many}{f' ({self.mark})' if self.mark else ''} stay in {self.name}")
        return Refusal("not-eligible", f"{text} {place} is outside.", self.cite(""))

    def _takes_out(self, view: View, ship: Unit, zone: str) -> Refusal | None:
        """Why a carrier may not leave: aircraft on it that are bound would have to go along."""
        if not self.holds(view, ship.place):
            return None
        aboard = [u for u in view.units(ship.place, domain=AIR) if self.binds(u) and view.allied(u.owner, ship.owner)]
        others = [u for u in view.units(ship.place) if u.id != ship.id and view.allied(u.owner, ship.owner)]
        over = sum(view.of(u).deck for u in aboard) > sum(view.decks(u) for u in others)
        return self._outside(view, aboard[0], zone) if over else None
