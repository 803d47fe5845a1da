"""Paratroopers: land units that fly by themselves, and are dangerous in the first round when alone."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.battle import sides, special
from rules.battle.sides import ATTACKER
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.board import Option
from rules.model.names import have, sentence
from rules.model.orders import Item, Move, Order
from rules.model.profiles import AIR, UnitType
from rules.model.ranks import Ranks
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Battle, Unit
from rules.model.vocabulary import Number
from rules.movement import moves, paths, selection
from rules.movement.ground import FRIENDLY, Ground

BY_AIR: Final = "by air"
BY_LAND: Final = "by land"
TAKING_OFF: Final = ".taking off"
OFFERED: Final = 5  # goals of a flight that are offered, nearest first
FLOWN: Final = ".flown"


@dataclass(frozen=True, eq=False, kw_only=True)
class Airborne(Mechanic):
    """Units with the number "flight" walk, or fly that far from land to land: `move 2 paratrooper (by air): A > B`.

    Their profile says the rest: "flight_from_base" (spaces more from an air base), "drop_attack" and "alone_defense"
    (numbers of a first round among their like). closed: places that cannot be attacked from the air. base_option: a
    switch of the game that gives a space more from an air base. cites: "flight", "once", "friendly", "closed".
    """

    closed: tuple[str, ...] = ()
    base_option: Option | None = None
    priority = 1

    def tags(self, unit: UnitType, owner: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """Who can fly may be written as one who has flown."""
        return (*tags, BY_AIR) if unit.number("flight") else tags

    # --- flying ------------------------------------------------------------------------------------

    def handle(self, act: Act, order: Order) -> bool:
        """`move 2 paratrooper (by air): A > B`, other units beside them or not."""
        if not isinstance(order, Move) or act.phase not in (COMBAT_MOVE, NONCOMBAT):
            return False
        flying = [i for i in order.items if _flies(act, i) and BY_AIR in i.tags]
        if not flying:
            return False
        ready = self._ready(act, flying, order.path[0])
        journeys = moves.plan(act, order.items, order.path, ready)
        for unit in ready:
            act.change(unit, marks=unit.marks)
        moves.launch(act, journeys)
        for unit in act.get(u.id for u in ready):
            act.change(unit, marks=(unit.marks - {TAKING_OFF}) | {FLOWN})
        return True

    def _ready(self, act: Act, items: Sequence[Item], place: str) -> list[Unit]:
        """As many as an order names as they are when they have taken off; the move itself checks the rest."""
        if act.place(place).is_sea:
            text = "Paratroopers take off from land; from a transport they land by unload."
            act.refuse("no-path", text, self.cite("flight"))
        found: list[Unit] = []
        for item in items:
            plain = Item(item.count, item.unit, tuple(t for t in item.tags if t != BY_AIR))
            ready = [u for u in selection.mine(act, place, plain) if _may_fly(act, u)]
            if len(ready) < item.count:
                many = act.table.units[item.unit].many
                text = sentence(
                    f"{many} walk or fly, once a turn; {len(ready)} in {place} {have(len(ready))} neither moved nor fought"
                )
                act.refuse("too-far", text, self.cite("once"))
            found += [u.but(marks=(u.marks - {FLOWN}) | {TAKING_OFF}) for u in ready[: item.count]]
        return found

    def matches_qualifier(self, view: View, unit: Unit, tag: str, fits: bool) -> bool:
        """`by air` means those that are taking off, `by land` the others."""
        if tag not in (BY_AIR, BY_LAND) or not flies(view, unit):
            return fits
        return (TAKING_OFF in unit.marks) == (tag == BY_AIR)

    def travels(self, view: View, unit: Unit, element: str) -> str:
        """Through the air while under way."""
        return AIR if TAKING_OFF in unit.marks else element

    def points(self, view: View, unit: Unit, points: int) -> int:
        """As far as they fly, further from an air base."""
        if TAKING_OFF not in unit.marks:
            return points
        more = view.of(unit).number("flight_from_base") + bool(self.base_option and view.option(self.base_option))
        base = view.base(unit.start, "air base", unit.owner)
        return view.of(unit).number("flight") + (more if base else 0)

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Flights end on land, in noncombat move on friendly land, in combat move not at a capital."""
        if TAKING_OFF not in unit.marks:
            return None
        if view.place(place).is_sea:
            text = f"{view.of(unit).many} end their flight on land; {place} is a sea zone"
            return Refusal("no-landing", sentence(text), self.cite("flight"))
        if phase == NONCOMBAT and not view.friendly_land(place, unit.owner):
            text = f"{place} is not friendly: in noncombat move paratroopers fly into friendly land."
            return Refusal("cannot-attack", text, self.cite("friendly"))
        if place in self.closed and Ground(view, unit.owner, phase).land(place) != FRIENDLY:
            return Refusal(
                "cannot-attack", f"{place} cannot be attacked by paratroopers from the air.", self.cite("closed")
            )
        return None

    @moments.turn_ends
    def _land(self, act: Act) -> None:
        """On the ground again."""
        for unit in [u for u in act.state.units.values() if FLOWN in u.marks]:
            act.change(unit, marks=unit.marks - {FLOWN})

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Flights that are possible now, those into neutrals last."""
        if power != view.active or view.phase not in (COMBAT_MOVE, NONCOMBAT):
            return ()
        ground = Ground(view, power, view.phase)
        ready: dict[tuple[str, str], list[Unit]] = {}
        for unit in view.forces(power):
            if flies(view, unit) and _may_fly(view, unit):
                ready.setdefault((unit.place, selection.called(view, unit)), []).append(unit)
        texts = []
        for (place, name), here in sorted(ready.items()):
            probe = dataclasses.replace(here[0], marks=here[0].marks | {TAKING_OFF})
            goals = paths.reachable(ground, probe, place, view.points(probe))
            units = f"{len(here)} {selection.tagged(name, BY_AIR)}"
            worth = [g for g in goals if g != place and _worth(ground, probe, g)]
            first = sorted(worth, key=lambda g: view.owner(g) is None)[:OFFERED]
            texts += [f"move {units}: {place} > {g}" for g in first]
        return tuple(texts)

    # --- battle ------------------------------------------------------------------------------------

    def may_be_hit(self, view: View, battle: Battle, target: Unit, hit_class: str, may: bool) -> bool:
        """Antiaircraft guns fire at those that come by air."""
        return may or (sides.shot_down(hit_class, target) and flew(target) and target.id in battle.attackers)

    def support(self, view: View, battle: Battle, gives: bool, units: list[Unit]) -> list[Unit]:
        """Artillery helps only those that came by land or sea."""
        return [u for u in units if not flew(u)]

    def battle_facts(self, view: View, battle: Battle, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Are there paratroopers only, on one side or the other?"""
        attackers, defenders = (sides.units(view, battle, s) for s in (sides.ATTACKER, sides.DEFENDER))
        if battle.kind != "land" or not any(flies(view, u) for u in (*attackers, *defenders)):
            return facts
        drop = all(flies(view, u) for u in attackers) and not special.choose_ships(view, battle)
        hold = all(flies(view, u) or view.has(u, "anti-air") for u in defenders)
        return {**facts, "drop": drop, "hold": hold}

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """Better numbers in the first round when alone."""
        if battle.round > 1 or not battle.fact("drop" if side == ATTACKER else "hold"):
            return ranks
        word: Number = "drop_attack" if side == ATTACKER else "alone_defense"
        alone = [r.unit.id for r in ranks if flies(view, r.unit) and (side != ATTACKER or flew(r.unit))]
        return ranks.each(lambda unit, number: (unit.id in alone and view.of(unit).number(word)) or number)

    def retreats(self, view: View, battle: Battle, places: tuple[str, ...]) -> tuple[str, ...]:
        """Nobody goes back to sea from a land battle."""
        return tuple(p for p in places if view.place(p).is_land) if battle.kind == "land" else places


def flies(view: View, unit: Unit) -> bool:
    """Whether a unit is of a kind that flies by itself."""
    return bool(view.of(unit).number("flight"))


def _flies(view: View, item: Item) -> bool:
    return bool(view.profile(view.active, item.unit).number("flight"))


def flew(unit: Unit) -> bool:
    """Whether a unit has come by air this turn (or is said to, in odds that are typed in)."""
    return bool(unit.marks & {FLOWN, BY_AIR})


def _may_fly(view: View, unit: Unit) -> bool:
    """Whether a paratrooper may still take off: ashore, and neither moved nor flown this turn."""
    return unit.carrier is None and view.place(unit.place).is_land and not (unit.fought or unit.moved)


def _worth(ground: Ground, unit: Unit, place: str) -> bool:
    """Whether a flight there is one of this phase: an attack, else to the front."""
    if ground.view.table.veto(Rule.may_end, ground.view, unit, place, ground.phase):
        return False
    friendly = ground.land(place) == FRIENDLY
    return not friendly if ground.combat else friendly and _front(ground.view, place)


def _front(view: View, place: str) -> bool:
    return any(view.hostile_land(p, view.active) for p in view.board.near(place))
