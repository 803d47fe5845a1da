"""Units that cross zones from coast to coast by themselves and never stop at sea: what landing craft and swimmers share."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.core import border_crossings, distance, moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.names import sentence, several
from rules.model.orders import Path
from rules.model.profiles import SEA
from rules.model.state import COMBAT_MOVE, Unit, ids
from rules.movement import land, moves, step
from rules.movement.ground import FRIENDLY, Ground

SHIPS: Final = "turn.surface ships"
BASE: Final = "naval base"


@dataclass(frozen=True, eq=False, kw_only=True)
class OverWater(Mechanic):
    """Every zone must have been free of enemy surface ships since the turn began. In combat move they go onto hostile
    land only; whatever happens in the zone, they land, and do not retreat.

    zones: how many zones they cross; from_base: from a territory with an operative naval base.
    cites: "way", "zone", "phase".
    """

    zones: int = 1
    from_base: int = 2

    def _whole(self, act: Act, path: Path) -> Path:
        """A way that names two coasts only, that no land joins, with the zone between; refuses where there are
        several."""
        start, goal = path[0], path[-1]
        ashore = all(act.place(p).is_land for p in path)
        if (
            len(path) != 2
            or not ashore
            or distance.spaces(act.board, start, goal, lambda p: act.place(p).is_land) < distance.FAR
        ):
            return path
        between = [z for z in act.board.touching_seas(start) if goal in act.board.near(z)]
        open_ = [z for z in between if z not in held_zones(act)] or between
        if len(open_) > 1:
            ways = tuple(f"{start} > {zone} > {goal}" for zone in open_)
            text = f"Several zones lie between {start} and {goal}: say which, {' or '.join(ways)}."
            act.refuse("ambiguous-path", text, self.cite("way"))
        return (start, *open_, goal)

    def _check_way(self, act: Act, path: Path) -> None:
        if not over_sea(act, path):
            text = "They begin and end on land and cross a sea zone between."
            act.refuse("no-path", text, self.cite("way"))
        for here, place in itertools.pairwise(path):
            if place not in act.board.near(here):
                act.refuse("no-path", f"{here} and {place} do not touch.", act.cite("adjacency"))
        base = act.base(path[0], BASE, act.active)
        most, zones = (self.from_base if base else self.zones), path[1:-1]
        if len(zones) > most:
            text = f"They cross at most {several(most, 'zone')} from {path[0]}, not {len(zones)}."
            act.refuse("too-far", text, self.cite("way"))
        if held := [z for z in zones if z in held_zones(act)]:
            text = f"Enemy surface ships were in {held[0]} when the turn began: nothing of that kind crosses it."
            act.refuse("blocked", text, self.cite("zone"))

    def _check_goal(self, act: Act, units: Sequence[Unit], path: Path) -> None:
        ground, zone, goal = Ground(act, act.active, act.phase), path[-2], path[-1]
        if ground.combat and ground.land(goal) == FRIENDLY:
            act.refuse("wrong-phase", f"{goal} is friendly: that is for noncombat move.", self.cite("phase"))
        for unit in units:
            act.check(act.table.veto(Rule.may_enter, act, unit, goal, act.phase))
            act.check(step.barred(ground, unit, goal, True))
            act.check(land.enter(ground, unit, zone, goal, True))
            act.check(act.table.veto(Rule.may_end, act, unit, goal, act.phase))
            if ground.combat and act.has(unit, "no assault"):
                text = sentence(f"{act.of(unit).many} do not land against the enemy")
                act.refuse("no-amphibious", text, act.of(unit).rule)

    def _sail(self, act: Act, units: Sequence[Unit], path: Path) -> None:
        """Carry it out; what is aboard keeps its vessel."""
        goal, every = path[-1], ids(units)
        role = "landed" if act.phase == COMBAT_MOVE else ""
        for unit in units:
            spent = max(1, act.points(unit))
            act.change(unit, place=goal, route=path, spent=spent, moved=act.phase, role=role)
        for here, place in itertools.pairwise(path):
            border_crossings.passed(act, act.get(every), here, place, landing=bool(role) and place == goal)
        act.tell(moments.entered, act.get(every), path[-2], goal, True)
        moves.check_crowds(act, act.get(every))
        act.tell(moments.moved, act.get(every))

    @moments.combat_begins
    def _add_zones(self, act: Act) -> None:
        """Ships of the zones that troops land from may support them; no sea battle arises from that."""
        for battle in [b for b in act.state.battles.values() if b.kind == "land"]:
            units = [u for u in act.commanded(battle.place, act.active) if u.role == "landed" and len(u.route) > 2]
            act.update(battle.id, zones=tuple(sorted({*battle.zones, *(u.route[-2] for u in units)})))

    def _goals(self, view: View, place: str) -> Iterator[str]:
        """Ways over one zone that make sense in the phase, for menus: to the weakest enemies first; among friends, to
        where no land leads."""
        ground, closed = Ground(view, view.active, view.phase), held_zones(view)
        home = () if ground.combat else distance.joined(view, place, view.active)
        found = [
            (sum(1 for _ in view.enemy_units(goal, view.active)), f"{place} > {zone} > {goal}")
            for zone in view.board.touching_seas(place)
            if zone not in closed
            for goal in view.board.near(zone)
            if view.place(goal).is_land and goal != place and goal not in home
            if (ground.land(goal) != FRIENDLY) == ground.combat
        ]
        yield from (way for _, way in sorted(found, key=lambda one: one[0]))

    @moments.turn_begins
    def _note_ships(self, act: Act) -> None:
        """Which zones hold enemy surface ships as the turn begins."""
        act.set_flag(SHIPS, _surface(act))

    @moments.phase_ends
    def _note_ships_late(self, act: Act, phase: str) -> None:
        """What stands there before the fights, where a game did not begin with a turn."""
        if phase == COMBAT_MOVE and act.flag(SHIPS) is None:
            act.set_flag(SHIPS, _surface(act))


def held_zones(view: View) -> tuple[str, ...]:
    """Zones in which enemy surface ships stood when the turn began."""
    found: tuple[str, ...] | None = view.flag(SHIPS)
    return _surface(view) if found is None else found


def _surface(view: View) -> tuple[str, ...]:
    ships = (u for u in view.state.units.values() if view.domain(u) == SEA and not view.has(u, "submarine"))
    return tuple(sorted({u.place for u in ships if view.at_war(u.owner, view.active)}))


def over_sea(view: View, path: Path) -> bool:
    """Whether a path goes from land over zones to land."""
    between = path[1:-1]
    ends = all(view.place(p).is_land for p in (path[0], path[-1]))
    return ends and bool(between) and all(view.place(p).is_sea for p in between)
