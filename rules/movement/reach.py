"""Where a unit may go now, quickly: for menus and autocompletion."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import AIR, LAND
from rules.model.refusals import Refused
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Unit
from rules.model.vocabulary import Trait
from rules.movement import decks, landing, moves, paths, step
from rules.movement.ground import FRIENDLY, PARTNERS, Ground


class Reach:
    """Destinations of a power's units in the phase at hand; one object serves a whole menu."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.ground = Ground(view, view.active, view.phase, leaders=_leaders(view))
        self._homes: dict[tuple[bool, bool], Mapping[str, int]] = {}

    def destinations(self, unit: Unit) -> dict[str, int]:
        """Places a unit may move to now, with the points it takes. Aircraft: only places from which a
        landing field or a possible deck is still in reach (decks are not shared out here)."""
        view = self.view
        try:
            moves.check_free(view, unit)
        except Refused:
            return {}
        if unit.carrier is not None or moves.committed(self.ground, unit):
            return {}
        if view.table.veto(Rule.may_move, view, unit, view.phase):
            return {}
        left = view.points(unit) - unit.spent
        found = paths.reachable(self.ground, unit, unit.place, left)
        return {p: c for p, c in found.items() if p != unit.place and self._may_end(unit, p, left - c)}

    def _may_end(self, unit: Unit, place: str, left: int) -> bool:
        view = self.view
        if view.table.veto(Rule.may_end, view, unit, place, view.phase):
            return False
        if moves.crowded(view, unit, place, arriving=1):
            return False
        if view.domain(unit) == AIR:
            return self._air_end(unit, place, left)
        if view.phase == COMBAT_MOVE and view.domain(unit) == LAND:
            return self.ground.land(place) != FRIENDLY or self._blitzes_to(unit, place)
        return True

    def _blitzes_to(self, unit: Unit, place: str) -> bool:
        """Whether a friendly place is reached through a capture (neighbours are entered directly)."""
        if place in self.view.board.near(unit.place):
            return False
        near = set(self.view.board.near(place)) & set(self.view.board.near(unit.place))
        return any(
            step.enter(self.ground, unit, unit.place, p, False) is None and self._captures(unit, p) for p in near
        )

    def _captures(self, unit: Unit, place: str) -> bool:
        if self.view.place(place).is_sea or self.ground.land(place) == FRIENDLY:
            return False
        return step.through(self.ground, unit, place) is None and self.view.points(unit) - unit.spent > 1

    def _air_end(self, unit: Unit, place: str, left: int) -> bool:
        view = self.view
        if not view.table.fold(Rule.landing_needed, True, view, unit):
            return True
        carried, fields = bool(view.of(unit).deck), not view.has(unit, "deck only")
        if view.phase == NONCOMBAT:
            if view.place(place).is_sea:
                return carried and self.homes(True).get(place) == 0
            return landing.field_for(view, unit, place)
        if self.ground.land(place) == FRIENDLY if view.place(place).is_land else False:
            return False
        return self.homes(carried, fields).get(place, paths.FAR) <= left

    def homes(self, carried: bool, fields: bool = True) -> Mapping[str, int]:
        """Points from each place to the nearest landing field (if `fields`) or possible deck (if `carried`)."""
        if (carried, fields) not in self._homes:
            self._homes[carried, fields] = self._spread(carried, fields)
        return self._homes[carried, fields]

    def _spread(self, carried: bool, fields: bool) -> Mapping[str, int]:
        view = self.view
        own = [p for p in view.board.places if view.friendly_since_start(p, view.active) and view.place(p).is_land]
        found = dict.fromkeys(own if fields else (), 0)
        if carried:
            seas = frozenset(p.name for p in view.board.places.values() if p.is_sea)
            found |= dict.fromkeys((z for d in decks.all_decks(view, view.active, seas) for z in d.zones), 0)
        edge = list(found)
        while edge:
            onward = []
            for here in edge:
                for place in view.board.near(here):
                    if place not in found and not view.place(place).impassable:
                        found[place] = found[here] + 1
                        onward.append(place)
            edge = [p for p in onward if not view.neutral_land(p)]
        return found


def _leaders(view: View) -> frozenset[tuple[Trait, str]]:
    leads = frozenset(PARTNERS.values())
    return frozenset((lead, u.start) for u in view.forces(view.active) for lead in leads & view.of(u).traits)


def destinations(view: View, unit: Unit) -> dict[str, int]:
    """Places one unit may move to now, with the points it takes (see `Reach` for many units)."""
    return Reach(view).destinations(unit)
