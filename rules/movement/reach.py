"""Where a unit may go now, quickly: for menus and autocompletion."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import way
from rules.model.profiles import AIR, LAND
from rules.model.refusals import Refused
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Unit
from rules.model.vocabulary import PARTNERS, Trait
from rules.movement import decks, landing, moves, paths, step
from rules.movement.ground import FRIENDLY, Ground
from rules.movement.step_graph import Asked, alike


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
        room, serves = self._room(unit), self._purpose(unit)
        return {p: c for p, c in found.items() if p != unit.place and serves(p, left - c) and room(p)}

    def nearest(self, unit: Unit) -> str:
        """The way to the nearest place that a unit may move to, each place named; "" where it can go nowhere."""
        goals = self.destinations(unit)
        if not goals:
            return ""
        goal = min(goals, key=lambda p: (goals[p], p))
        return way(paths.path_search(self.ground, unit, unit.place).to(goal, True, goals[goal])[0].places)

    def _room(self, unit: Unit) -> Callable[[str], bool]:
        """Whether a unit may end its move in a place."""
        view, veto, phase = self.view, self.view.table.veto, self.view.phase
        alone = bool(view.of(unit).number("per_place"))

        def may_end(place: str) -> bool:
            if veto(Rule.may_end, view, unit, place, phase):
                return False
            return not (alone and moves.crowded(view, unit, place, arriving=1))

        return may_end

    def _purpose(self, unit: Unit) -> Callable[[str, int], bool]:
        """Whether it makes sense for a unit to come to a place with so many points left."""
        view, domain = self.view, self.view.domain(unit)
        if domain == AIR and view.table.fold(Rule.landing_needed, True, view, unit):
            return self._landing(unit)
        if domain == LAND and self.ground.combat:
            return lambda place, _: self.ground.land(place) != FRIENDLY or self._useful(unit, place)
        return lambda place, _: True

    def _useful(self, unit: Unit, place: str) -> bool:
        """Whether a land unit that attacks nothing there has a reason to go to a friendly place in combat move: it takes
        something on its way, or a rule has a use for it next to the enemy."""
        view, way = self.view, (unit.place, place)
        used = view.at_front(place, view.active) and view.table.fold(Rule.combat_purpose, False, view, unit, way)
        return used or self._blitzes_to(unit, place)

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

    def _landing(self, unit: Unit) -> Callable[[str, int], bool]:
        """Whether an aircraft can still land once it has come to a place with so many points left."""
        view, ground = self.view, self.ground
        carried = bool(view.of(unit).deck)
        if view.phase == NONCOMBAT:
            fields, decked = self._fields(unit), self._decks() if carried else ()
            return lambda place, _: fields[place] or place in decked
        homes = self.homes(carried, fields=not view.has(unit, "deck only"))
        return lambda place, left: ground.land(place) != FRIENDLY and homes.get(place, paths.FAR) <= left

    def _fields(self, unit: Unit) -> Mapping[str, bool]:
        """Where an aircraft may land ashore: asked once for all that are alike."""
        view, own, key = self.view, self._own(unit.owner), ("fields", alike(self.ground, unit))
        found: Asked[bool] | None = self.ground.memo.get(key)
        if found is None:
            found = self.ground.memo[key] = Asked(lambda place: landing.field(view, unit, place, place in own))
        return found

    def homes(self, carried: bool, fields: bool = True) -> Mapping[str, int]:
        """Points from each place to the nearest landing field (if `fields`) or possible deck (if `carried`)."""
        if (carried, fields) not in self._homes:
            self._homes[carried, fields] = self._spread(carried, fields)
        return self._homes[carried, fields]

    def _spread(self, carried: bool, fields: bool) -> Mapping[str, int]:
        view, near = self.view, self.view.board.open_near
        found = dict.fromkeys(self._own(view.active) if fields else (), 0)
        if carried:
            found |= dict.fromkeys(self._decks(), 0)
        edge = list(found)
        while edge:
            onward = []
            for here in edge:
                for place in near[here]:
                    if place not in found:
                        found[place] = found[here] + 1
                        onward.append(place)
            edge = [p for p in onward if not view.neutral_land(p)]
        return found

    def _own(self, power: str) -> Collection[str]:
        """Territories that are friendly to a power since the turn began."""
        return self.view.memoized(("own", power), lambda: dict.fromkeys(self._friendly(power)))

    def _friendly(self, power: str) -> Iterator[str]:
        places = self.view.board.places.values()
        return (p.name for p in places if p.is_land and self.view.friendly_since_start(p.name, power))

    def _decks(self) -> Collection[str]:
        """Zones in which there may be a deck by the end of the turn."""
        return self.view.memoized(("decks", self.view.active), self._deck_zones)

    def _deck_zones(self) -> Collection[str]:
        seas = frozenset(p.name for p in self.view.board.places.values() if p.is_sea)
        return dict.fromkeys(z for d in decks.all_decks(self.view, self.view.active, seas) for z in d.zones)


def _leaders(view: View) -> frozenset[tuple[Trait, str]]:
    if view.phase != COMBAT_MOVE:
        return frozenset()
    leads = frozenset(PARTNERS.values())
    return frozenset((lead, u.start) for u in view.forces(view.active) for lead in leads & view.of(u).traits)


def destinations(view: View, unit: Unit) -> dict[str, int]:
    """Places one unit may move to now, with the points it takes (see `Reach` for many units)."""
    return Reach(view).destinations(unit)
