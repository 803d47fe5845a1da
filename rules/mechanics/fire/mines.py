"""Mines dug in on borders: each rolls for those who cross its line, and blows up with what it hits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.battle import salvos
from rules.battle.sides import DEFENDER
from rules.core.act import Act, task
from rules.core.hooks import BorderCrossing
from rules.core.view import View
from rules.mechanics.fire import lines
from rules.mechanics.mechanic import Mechanic, always
from rules.model.board import Option
from rules.model.names import one_of, sentence
from rules.model.profiles import LAND
from rules.model.salvo import Salvo, Shot
from rules.model.state import Task, Unit, ids
from rules.model.vocabulary import Number

TASK: Final = "mines"
CLEARS: Final[Number] = "clears_mines"
MOST, BESIDE = 3, "infantry"
CROSSED = 4.5  # IPC that a unit lost before its battle costs him who marches into mines


def allies_pass(document: str, usual: bool) -> Option:
    """The option by which a document's mines let allies of their owner pass but on a retreat. usual: whether they do
    without it."""
    return Option(f"{document}.allies_pass_mines", usual, "Mines meet their owner's allies only when these retreat")


@dataclass(frozen=True, eq=False, kw_only=True)
class Mines(Mechanic):
    """Markers of a type on a border (see `Laying`) roll one die each against land units that pass it on the ground or
    over the beach: one owner's after another's in order of play, one by one, as long as anything is left to hit. Those
    that hit are gone. Undug ones are units (`Laying` digs them in); three go aboard a transport, beside one infantry at most.

    type: the unit and marker. enemy, ally: what they hit on against enemies and allies of their owner (0: not at all).
    allies_pass: the option (`allies_pass`) by which allies are met only on a retreat ("" none). whole: whether a hit takes
    a unit of several hits. in_battle: whether those on coasts wait for the fight of a landing also without a sea battle.
    Units with the number "clears_mines" are never hit, and take so many off before any dice.
    """

    type: str = "landmine"
    enemy: int = 2
    ally: int = 1
    allies_pass: Option | None = None
    whole: Callable[[View], bool] = always
    in_battle: bool = False

    # --- crossing ----------------------------------------------------------------------------------

    def line_fire(self, view: View, unit: Unit, origin: str, place: str, found: tuple[str, ...]) -> tuple[str, ...]:
        """At land units on the ground, where somebody's mines mean them:
        `4 landmines of Soviet Union, each hitting on 1 or 2 (Poland | Eastern Poland)`."""
        if view.domain(unit) != LAND or unit.type == self.type:
            return found
        sets = list(lines.on(view, origin, place, self.type))
        if not sets or view.element(unit) != LAND:
            return found
        told = []
        for name, marker in sets:
            need = self.need(view, marker.owner, unit.owner, _retreats(view, origin))
            many = view.table.units[self.type].counted(marker.count)
            each = "each " if marker.count > 1 else ""
            hitting = f"{each}hitting on {one_of([str(n) for n in range(1, need + 1)])}"
            told += [f"{many} of {marker.owner}, {hitting} ({name})"] if need else []
        return (*found, *told)

    def on_crossing(self, act: Act, crossing: BorderCrossing) -> None:
        """The sets of all owners, one after the other."""
        units = act.get(crossing.units)
        if not units:
            return
        retreat = not crossing.landing and _retreats(act, crossing.origin)
        found = {marker.owner for _, marker in lines.on(act, crossing.origin, crossing.place, self.type)}
        owners = tuple(o for o in _in_order(act, found) if self.need(act, o, units[0].owner, retreat))
        if not owners:
            return
        self._clear(act, crossing, units, owners)
        data = {"line": (crossing.origin, crossing.place), "units": ids(units), "retreat": retreat}
        act.then(task(TASK, type=self.type, owners=owners, **data))

    def need(self, view: View, owner: str, mover: str, retreat: bool) -> int:
        """What the mines of an owner hit on against units of a power (0: they let them pass)."""
        if mover in (owner, view.heir(owner)):
            return 0
        if view.allied(owner, mover):
            passes = self.allies_pass and not retreat and view.option(self.allies_pass)
            return 0 if passes else self.ally
        return self.enemy if view.at_war(owner, mover) else 0

    def task(self, act: Act, task: Task) -> bool:
        """The mines of the next owner."""
        if task.name != TASK or task.data["type"] != self.type:
            return False
        owner, *rest = task.data["owners"]
        if rest:
            act.then(Task(TASK, {**task.data, "owners": tuple(rest)}))
        units = [u for u in act.get(task.data["units"]) if not act.of(u).number(CLEARS)]
        if units:
            origin, place = task.data["line"]
            self._roll(act, owner, (origin, place), units, task.data["retreat"])
        return True

    def _roll(self, act: Act, owner: str, line: tuple[str, str], units: Sequence[Unit], retreat: bool) -> None:
        dice = lines.count(act, *line, self.type, owner)
        need = self.need(act, owner, units[0].owner, retreat)
        if not dice or not need:
            return
        salvo = Salvo(
            TASK, DEFENDER, (Shot(0, need, self.type, dice=dice),), why=self.type, loss="mine", owner=owner,
            until_gone=True, whole=self.whole(act),
        )  # fmt: skip
        blown = sum(die.hit for die in salvos.outside(act, line[1], salvo, units))
        since = len(act.events)
        lines.take(act, *line, self.type, owner, blown, "blown up")
        unit, left = act.table.units[self.type], lines.count(act, *line, self.type, owner)
        mines = unit.counted(blown) if blown else f"None of the {unit.many}"
        told = f"{mines} of {owner} blow{'s' * (blown == 1)} up on {lines.key(*line)}; {left or 'none'} left."
        act.note(sentence(told), since=since, place=line[1])

    def _clear(self, act: Act, crossing: BorderCrossing, units: Sequence[Unit], owners: Sequence[str]) -> None:
        """Mines are taken off before any dice."""
        left = sum(act.of(u).number(CLEARS) for u in units)
        for owner in owners:
            some = min(left, lines.count(act, crossing.origin, crossing.place, self.type, owner))
            if some:
                since = len(act.events)
                lines.take(act, crossing.origin, crossing.place, self.type, owner, some, "cleared")
                mines, where = act.table.units[self.type].counted(some), lines.key(crossing.origin, crossing.place)
                act.note(f"{mines} of {owner} cleared on {where}.", since=since)
            left -= some

    def worth(self, view: View, power: str, worth: float) -> float:
        """Hits on those who stand beyond a line and may come, a mine for each."""
        for name, markers in view.state.borders.items():
            dug_in = sum(m.count for m in markers if (m.type, m.owner) == (self.type, power))
            if dug_in:
                beyond = max(_marching(view, place, power) for place in name.split(" | "))
                worth += min(dug_in, beyond) * self.enemy / 6 * CROSSED
        return worth

    # --- aboard --------------------------------------------------------------------------------------

    def load_fits(self, view: View, ship: Unit, load: Sequence[Unit], fits: bool) -> bool:
        """Three of them, beside one infantry at most."""
        others = [u for u in load if u.type != self.type]
        if len(others) == len(load):
            return fits
        return len(load) - len(others) <= MOST and all(u.type == BESIDE for u in others) and len(others) <= 1


def _marching(view: View, place: str, power: str) -> int:
    """Enemies of a power in a place that march."""
    return sum(view.domain(u) == LAND and view.of(u).move > 0 for u in view.enemy_units(place, power))


def _retreats(view: View, origin: str) -> bool:
    """Whether units that leave a place now retreat from its battle."""
    battle = view.state.battles.get(origin)
    return battle is not None and battle.status != "due"


def _in_order(view: View, powers: set[str]) -> list[str]:
    return sorted(powers, key=lambda p: (view.board.order.index(p) if p in view.board.order else 99, p))
