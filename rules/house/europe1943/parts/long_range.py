"""Long-range fire: units that hit what stands next door from where they stand, in a stage of conduct combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules.battle import fire, salvos
from rules.battle.sides import ATTACKER
from rules.core import distance, stages
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.names import article, sentence, several
from rules.model.orders import Launch, Order
from rules.model.profiles import AIR, LAND, SEA
from rules.model.salvo import Salvo, Shot
from rules.model.state import COMBAT_MOVE, Unit
from rules.movement import selection

STAGE: Final = "long range"
COMBAT: Final = "conduct combat"


@dataclass(frozen=True, eq=False, kw_only=True)
class LongRange(Mechanic):
    """`shell 2 katyusha: Voronezh > Kharkov` in conduct combat: all units with the number "range_dice".

    They fire so many dice, at "range_at" against a territory, at "range_at_sea" against the surface warships of a
    zone (0: not at all), over one border or so many spaces as their "range" says. What they hit is gone at once.
    cites: "when", "place", "target", "range", "once".
    """

    def combat_purpose(self, view: View, unit: Unit, path: tuple[str, ...], serves: bool) -> bool:
        """They may go to where they fire from."""
        return serves or _dice(view, unit) > 0

    def handle(self, act: Act, order: Order) -> bool:
        """The order: it fires at once."""
        if not isinstance(order, Launch) or not all(_shells(act, i.unit) for i in order.items):
            return False
        if act.phase != COMBAT:
            act.refuse("wrong-phase", "Long-range fire belongs to conduct combat.", self.cite("when"))
        stages.check(act, STAGE, strict=True)
        start, goal = order.path[0], order.path[-1]
        units = self._guns(act, order, start)
        self._check(act, units, start, goal)
        targets = _targets(act, goal)
        if not targets:
            act.refuse("no-target", f"There is nothing in {goal} that they could hit.", self.cite("target"))
        shots = fire.ordered(Shot(u.id, _number(act, u, goal), u.type, dice=_dice(act, u)) for u in units)
        for unit in units:
            act.change(unit, fought=True)
        salvo = Salvo(STAGE, ATTACKER, shots, why="long-range fire", loss="long range")
        salvos.outside(act, goal, salvo, targets)
        return True

    def _guns(self, act: Act, order: Launch, start: str) -> list[Unit]:
        chosen: list[Unit] = []
        for item in order.items:
            here = selection.mine(act, start, item, chosen)
            free = [u for u in here if not u.fought and not u.role and u.loaded != COMBAT_MOVE]
            if len(free) < item.count:
                used = len(here) >= item.count
                ready = act.table.units[item.unit].counted(len(free))
                text = (
                    f"Ready to fire in {start}: {ready}, not {item.count}. Each fires once a turn, and neither what was"
                )
                text = f"{text} carried there in combat move nor what attacks."
                act.refuse("already-used" if used else "not-enough-units", text, self.cite("once"))
            chosen += free[: item.count]
        if not act.friendly_since_start(start, act.active):
            act.refuse("wrong-site", f"Nothing fires from {start}, which was taken this turn.", self.cite("place"))
        return chosen

    def _check(self, act: Act, units: list[Unit], start: str, goal: str) -> None:
        sea = act.place(goal).is_sea
        if not sea and not act.hostile_land(goal, act.active):
            code = "neutral" if act.owner(goal) is None else "no-target"
            act.refuse(code, f"{goal} is not enemy territory.", self.cite("target"))
        for unit in units:
            act.check(act.table.veto(Rule.may_fire_at, act, goal, None, unit))
            if not _number(act, unit, goal):
                text = sentence(f"{act.of(unit).many} do not fire at {'ships' if sea else 'land'}")
                act.refuse("no-target", text, self.cite("target"))
            if distance.spaces(act.board, start, goal) > reach(act, unit):
                far = several(reach(act, unit), "space")
                text = f"{goal} is too far from {start} for {article(unit.type)}: it fires {far} far."
                act.refuse("too-far", text, self.cite("range"))

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """All of a kind in a place, at everything in reach."""
        return tuple(self._shots(view, power)) if view.phase == COMBAT and power == view.active else ()

    def _shots(self, view: View, power: str) -> Iterator[str]:
        ready = [u for u in view.forces(power) if _dice(view, u) and not (u.fought or u.carrier or u.role)]
        count = Counter((u.place, selection.called(view, u)) for u in ready)
        for (start, name), unit in sorted({(u.place, selection.called(view, u)): u for u in ready}.items()):
            for goal, spaces in distance.within(view.board, start, reach(view, unit)).items():
                fits = spaces and _number(view, unit, goal) and _targets(view, goal)
                open_ = view.place(goal).is_sea or view.hostile_land(goal, power)
                if fits and open_ and not view.table.veto(Rule.may_fire_at, view, goal, None, unit):
                    yield f"shell {count[start, name]} {name}: {start} > {goal}"


def reach(view: View, unit: Unit) -> int:
    """Spaces that a unit fires."""
    return view.of(unit).number("range", 1)


def _shells(view: View, name: str) -> bool:
    return view.table.units[name].number("range_dice") > 0


def _dice(view: View, unit: Unit) -> int:
    return view.of(unit).number("range_dice")


def _number(view: View, unit: Unit, goal: str) -> int:
    return view.of(unit).number("range_at_sea" if view.place(goal).is_sea else "range_at")


def _targets(view: View, place: str) -> list[Unit]:
    """What may be hit in a place: all that stands in a territory, the surface warships of a zone."""
    enemies = view.enemy_units(place, view.active)
    if not view.place(place).is_sea:
        return [u for u in enemies if view.domain(u) in (LAND, AIR)]
    ships = (u for u in enemies if view.domain(u) == SEA)
    return [u for u in ships if not any(view.has(u, t) for t in ("submarine", "transport", "defenseless"))]


LongRange.own_stages = {STAGE: ("after", stages.RAIDS)}
