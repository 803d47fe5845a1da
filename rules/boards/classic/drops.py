"""A bomber carries one infantry and drops it on its way: shared by Classic's option and by Rules of Warfare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rules.boards.classic import overflight
from rules.core import distance, moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.fire.overflight import OverflightGuns
from rules.model.names import several
from rules.model.orders import Drop, Item, Order
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Unit
from rules.movement import moves, selection

Cite = Callable[[str], str]
CARRYING = ".carrying"
FLAG = "turn.drops"


class Drops(Rule):
    """What the order `drop` does; a rule that offers it derives from this class.

    cites: topic -> catalogue id for refusals: "who" carries whom, "where", "rider", "friendly", "bomber"; "" for all.
    """

    _bomber = "bomber"

    cites: ClassVar[Mapping[str, str]] = {}

    def cite(self, topic: str) -> str:
        """The entry on a topic."""
        return self.cites.get(topic) or self.cites.get("", "")

    def handle(self, act: Act, order: Order) -> bool:
        """The drop order."""
        if not isinstance(order, Drop):
            return False
        if act.phase not in (COMBAT_MOVE, NONCOMBAT):
            act.refuse("wrong-phase", "Infantry is dropped in combat move or noncombat move.", self.cite("who"))
        _check(act, order, self._bomber, self.cite)
        _fly(act, order, self.cite)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Drops on land near the bombers: enemy land in combat move, friendly land in noncombat move."""
        if view.phase not in (COMBAT_MOVE, NONCOMBAT) or power != view.active:
            return ()
        found = []
        for base in sorted({u.place for u in view.state.units.values() if u.type == self._bomber and u.owner == power}):
            if any(u.type == "infantry" and not u.moved for u in view.units(base, power)):
                for goal in _goals(view, base):
                    found.append(f"drop 1 infantry at {goal}: 1 {self._bomber}: {base} > {goal}")
        return tuple(found)

    def combat_purpose(self, view: View, unit: Unit, path: tuple[str, ...], serves: bool) -> bool:
        """A bomber that carries need not end where it attacks."""
        return serves or CARRYING in unit.marks

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """Once it has carried, it does not fly on to attack."""
        carried = str(unit.id) in view.flag(FLAG, {}) and CARRYING not in unit.marks
        if phase == COMBAT_MOVE and carried:
            return Refusal(
                "already-used", "A bomber that carries infantry neither attacks nor raids.", self.cite("bomber")
            )
        return None

    @moments.entered
    def _fly(self, act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
        """The infantry flies along, and jumps where it was told to."""
        for bomber in [u for u in units if CARRYING in u.marks]:
            for rider in act.state.units.values():
                if rider.carrier == bomber.id:
                    act.change(rider, place=place)
                    break
        jumping = [u for u in act.get(u.id for u in units) if act.flag(FLAG, {}).get(str(u.id)) == place]
        if jumping:
            _jump(act, jumping, place, last)


def _goals(view: View, base: str) -> list[str]:
    """Land within two spaces that the phase lets infantry be dropped on."""
    near = distance.within(view.board, base, 2)
    enemy = view.phase == COMBAT_MOVE
    return sorted(
        p
        for p in near
        if p != base and view.place(p).is_land and (view.hostile_land if enemy else view.friendly_land)(p, view.active)
    )


def _check(act: Act, order: Drop, bomber: str, cite: Cite) -> None:
    if any(i.unit != "infantry" for i in order.items):
        act.refuse("not-transportable", "Bombers carry infantry only.", cite("who"))
    if any(i.unit != bomber for i in order.carriers):
        act.refuse("not-eligible", "Only bombers carry paratroopers.", cite("who"))
    if sum(i.count for i in order.items) != sum(i.count for i in order.carriers):
        act.refuse("no-capacity", "Each bomber carries one infantry.", cite("who"))
    if order.at not in order.path[1:]:
        act.refuse("no-path", f"The bomber does not pass {order.at}.", cite("where"))
    if act.place(order.at).is_sea:
        act.refuse("wrong-site", "Infantry is dropped on land.", cite("where"))
    if act.phase == NONCOMBAT and not act.friendly_land(order.at, act.active):
        act.refuse(
            "cannot-attack", f"{order.at} is not friendly: such drops are made in combat move.", cite("friendly")
        )


def _fly(act: Act, order: Drop, cite: Cite) -> None:
    riders = _riders(act, order, cite)
    bombers = _bombers(act, order, cite)
    for bomber, rider in zip(bombers, riders, strict=True):
        act.change(bomber, marks=bomber.marks | {CARRYING})
        act.change(rider, carrier=bomber.id, moved=act.phase, loaded=act.phase)
    act.set_flag(FLAG, {**act.flag(FLAG, {}), **{str(b.id): order.at for b in bombers}})
    plain = tuple(Item(i.count, i.unit, (*i.tags, CARRYING)) for i in order.carriers)
    moves.launch(act, moves.plan(act, plain, order.path), role="drop")
    for bomber in act.get(b.id for b in bombers):
        act.change(bomber, marks=bomber.marks - {CARRYING})


def _riders(act: Act, order: Drop, cite: Cite) -> list[Unit]:
    count = sum(i.count for i in order.items)
    here = [u for u in act.units(order.path[0], act.active) if u.type == "infantry" and u.carrier is None]
    if len(here) < count:
        act.refuse(
            "not-enough-units",
            f"There {'is' if len(here) == 1 else 'are'} {len(here)} infantry in {order.path[0]}.",
            cite("who"),
        )
    free = [u for u in here if not u.moved and not u.fought]
    if len(free) < count:
        act.refuse("too-far", "That infantry has moved this turn: the flight is its whole move.", cite("rider"))
    return free[:count]


def _bombers(act: Act, order: Drop, cite: Cite) -> list[Unit]:
    found: list[Unit] = []
    for item in order.carriers:
        fits = [u for u in selection.candidates(act, order.path[0], item) if u not in found]
        if len(fits) < item.count:
            act.refuse(
                "not-enough-units",
                f"There {'is' if len(fits) == 1 else 'are'} {several(len(fits), 'bomber')} in {order.path[0]}.",
                cite("who"),
            )
        free = [u for u in fits if not u.moved and not u.fought and not u.role]
        if len(free) < item.count:
            act.refuse("already-used", "A bomber that attacks or raids carries nobody this turn.", cite("bomber"))
        found += free[: item.count]
    return found


def _jump(act: Act, bombers: Sequence[Unit], place: str, last: bool) -> None:
    """A gun at the drop fires at bombers that stay over it (where it does not fire at overflight, at all of them); then the
    infantry is down."""
    if last or not act.table.parts(OverflightGuns):
        overflight.GUNS.fire(act, bombers, place)
    for bomber in act.get(b.id for b in bombers):
        for rider in [u for u in act.units(place) if u.carrier == bomber.id]:
            enemy = act.phase == COMBAT_MOVE and not act.friendly_land(place, act.active)
            role = "dropped" if enemy else ""
            act.change(rider, carrier=None, route=(rider.place,), spent=1, role=role)
