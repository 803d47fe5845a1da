"""Rail: in noncombat move some land units a turn go any distance over a power's own lines."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.fire import lines as markers
from rules.mechanics.mechanic import Mechanic
from rules.model.names import have, listing, sentence, several
from rules.model.orders import Move, Order, Path, way
from rules.model.profiles import LAND
from rules.model.state import NONCOMBAT, Unit
from rules.movement import selection, travel
from rules.movement.moves import check_crowds
from rules.movement.paths import Route

BY_RAIL: Final = "by rail"
USED: Final = "turn.rail"
OFFERED = 2  # places of the front to which a ride is offered
MOST_OFFERED = 25


@dataclass(frozen=True, eq=False, kw_only=True)
class Rail(Mechanic):
    """`move 2 infantry (by rail): Iraq > Palestine > Egypt`: units that have neither moved nor fought, over neighbouring
    territories that have been friendly since the turn began and lie on the power's lines. A way is found where none is
    named. It is their whole move.

    most: units a turn of a power. serves: whether a power's lines run through a territory by print; marker: a marker
    on a territory that leads its owner's lines there too ("" none). Units with the trait "no rail" do not ride.
    cites: "capacity", "unit", "region", "ground", "when".
    """

    most: Callable[[View, str], int]
    serves: Callable[[View, str, str], bool]
    marker: str = ""

    def matches_qualifier(self, view: View, unit: Unit, tag: str, fits: bool) -> bool:
        """The qualifier is no property of the unit."""
        return fits or tag == BY_RAIL

    def handle(self, act: Act, order: Order) -> bool:
        """A move with the qualifier `by rail` for all of its units."""
        if not isinstance(order, Move) or not any(BY_RAIL in item.tags for item in order.items):
            return False
        if act.phase != NONCOMBAT:
            act.refuse("wrong-phase", "Units ride by rail in noncombat move.", self.cite("when"))
        if not all(BY_RAIL in item.tags for item in order.items):
            act.refuse("no-rail", "All units of one order go by rail, or none.", self.cite("unit"))
        units = self._riders(act, order)
        self._check_capacity(act, len(units))
        path = self._way(act, order.path)
        for unit in units:
            act.check(act.table.veto(Rule.may_end, act, unit, path[-1], act.phase))
        since = len(act.events)
        arrived = travel.carry_out(act, [(unit, Route(path, 0)) for unit in units])
        check_crowds(act, arrived)
        for unit in arrived:
            act.change(unit, spent=max(unit.spent, act.points(unit)))
        act.set_flag(USED, act.flag(USED, 0) + len(units))
        counts = Counter(u.type for u in units)
        who = listing([act.table.units[name].counted(n) for name, n in counts.items()])
        act.note(f"{act.active}: {who} by rail: {path[0]} → {path[-1]}.", since=since, place=path[-1])
        return True

    def open(self, view: View, power: str, place: str) -> bool:
        """Whether a power's trains run through a territory now."""
        return view.friendly_since_start(place, power) and self.reaches(view, power, place)

    def reaches(self, view: View, power: str, place: str) -> bool:
        """Whether a power's lines lead to a territory, whoever holds it."""
        if not view.place(place).is_land:
            return False
        return self.serves(view, power, place) or bool(
            self.marker and markers.count(view, place, "", self.marker, power)
        )

    def _riders(self, act: Act, order: Move) -> list[Unit]:
        for item in order.items:
            if act.table.units[item.unit].domain != LAND or act.profile(act.active, item.unit).has("no rail"):
                many = act.table.units[item.unit].many
                act.refuse("no-rail", sentence(f"{many} do not ride by rail"), self.cite("unit"))
        found = selection.fresh(act, order.path[0], order.items, self.cite("unit"), "no-rail")
        for unit in found:
            act.check(act.table.veto(Rule.may_move, act, unit, act.phase))
        return found

    def _check_capacity(self, act: Act, count: int) -> None:
        most, used = self.most(act, act.active), act.flag(USED, 0)
        if used + count > most:
            moves = f"{act.active} moves {several(most, 'unit')} a turn by rail"
            text = f"{moves}: {used} {have(used)} ridden, {count} more ordered."
            act.refuse("no-rail", text, self.cite("capacity"))

    def _way(self, act: Act, path: Path) -> Path:
        for place in path:
            if not self.reaches(act, act.active, place):
                act.refuse("no-rail", f"{act.active} has no line to {place}.", self.cite("region"))
            if not self.open(act, act.active, place):
                text = f"{place} has not been friendly since the turn began: no train runs there."
                act.refuse("no-rail", text, self.cite("ground"))
        if path[0] == path[-1]:
            act.refuse("no-rail", f"The units are in {path[0]} already.", self.cite("region"))
        found = [path[0]]
        for here, goal in itertools.pairwise(path):
            found += self._leg(act, here, goal)[1:]
        return tuple(found)

    def _leg(self, act: Act, here: str, goal: str) -> list[str]:
        came = self._reached(act, act.active, here)
        if goal not in came:
            text = f"No line of {act.active} leads from {here} to {goal} over friendly territory alone."
            act.refuse("no-rail", text, self.cite("region"))
        back = [goal]
        while back[-1] != here:
            back.append(came[back[-1]])
        return back[::-1]

    def _reached(self, view: View, power: str, start: str) -> Mapping[str, str]:
        """Every place that trains reach from one, with the place they come from, nearest first."""
        return view.memoized((self, power, start), lambda: self._search(view, power, start))

    def _search(self, view: View, power: str, start: str) -> Mapping[str, str]:
        came, edge, open_ = {start: start}, [start], self._opens(view, power)
        while edge:
            onward: list[str] = []
            for here in edge:
                for place in view.board.near(here):
                    if place not in came and place in open_:
                        came[place] = here
                        onward.append(place)
            edge = onward
        return came

    def _opens(self, view: View, power: str) -> frozenset[str]:
        """Every territory that a power's trains run through now."""
        places = view.board.places
        return view.memoized((self, power), lambda: frozenset(p for p in places if self.open(view, power, p)))

    def _front(self, view: View, power: str) -> Mapping[str, int]:
        """Those of them at the front, with the enemies that press each."""
        return {p: view.pressed(p, power) for p in self._opens(view, power) if view.at_front(p, power)}

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Rides to the front: all of a kind that may, from behind it to the places that most enemies press, or where
        there is no front, beside own transports; from the greatest garrisons and of the most numerous kinds first."""
        left = self.most(view, power) - view.flag(USED, 0)
        if power != view.active or view.phase != NONCOMBAT or left <= 0:
            return ()
        return tuple(itertools.islice(self._offers(view, power, left), MOST_OFFERED))

    def _offers(self, view: View, power: str, left: int) -> Iterator[str]:
        riders = Counter((u.place, selection.called(view, u)) for u in view.forces(power) if _ready(view, u))
        garrisons = Counter(place for place, _ in riders.elements())
        lines, front = self._opens(view, power), self._front(view, power)
        behind = [p for p in garrisons if p in lines and p not in front]
        for place in sorted(behind, key=lambda p: (-garrisons[p], p)):
            far = [g for g in self._reached(view, power, place) if g != place and g not in view.board.near(place)]
            pressed = sorted((g for g in far if g in front), key=lambda g: -front[g])
            goals = (pressed or self._ports(view, power, place, far))[:OFFERED]
            for count, name in sorted((-n, name) for (at, name), n in riders.items() if at == place):
                units = f"{min(left, -count)} {selection.tagged(name, BY_RAIL)}"
                yield from (f"move {units}: {way((place, goal))}" for goal in goals)

    def _ports(self, view: View, power: str, place: str, far: Sequence[str]) -> list[str]:
        """Territories beside own transports, for who has none beside him."""
        return [] if _embarks(view, place, power) else [g for g in far if _embarks(view, g, power)]


def _embarks(view: View, place: str, power: str) -> bool:
    """Whether own transports lie off a territory."""
    return any(view.of(u).capacity for zone in view.board.touching_seas(place) for u in view.units(zone, power))


def _ready(view: View, unit: Unit) -> bool:
    return unit.carrier is None and unit.fresh and view.domain(unit) == LAND and not view.has(unit, "no rail")
