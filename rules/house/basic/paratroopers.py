"""Paratroopers: infantry that fly by themselves."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from rules.battle import sides, special
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.house.basic.document import Section
from rules.model.board import Option
from rules.model.orders import Item, Move, Order
from rules.model.profiles import AIR, LAND, UnitType
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Battle, Unit
from rules.movement import moves, paths
from rules.movement.ground import FRIENDLY, Ground

ID, NAME, BY_AIR, BY_LAND = "bx.paratroopers", "paratrooper", "by air", "by land"
TAKING_OFF, FLOWN = ".taking off", ".flown"
RANGE, SURPRISE = 2, 3
BONUS = Option("bx.para_airbase_bonus", False, "Paratroopers fly one space more from an air base")
MOST: Mapping[str, int] = {
    "Soviet Union": 2, "Germany": 6, "United Kingdom": 4, "Japan": 2, "United States": 6, "Italy": 2,
}  # fmt: skip
SITES: Mapping[str, tuple[str, ...]] = {
    "Soviet Union": ("Russia",),
    "Germany": ("Germany",),
    "United Kingdom": ("United Kingdom",),
    "Japan": ("Japan",),
    "United States": ("Eastern United States", "Western United States"),
    "Italy": ("Southern Italy",),
}
CLOSED = ("Russia", "Germany", "United Kingdom", "Japan", "Eastern United States", "Southern Italy")
PARATROOPER = UnitType(
    NAME, LAND, aliases=("para", "paras", "paratroop", "paratroops"), attack=1, defense=2, move=1, cost=4, cargo=3,
    traits=frozenset({"supported"}), powers=tuple(MOST), rule=ID,
    built_at=tuple(place for places in SITES.values() for place in places),
)  # fmt: skip


class Paratroopers(Section):
    """Two spaces by air, dangerous in the first round when alone."""

    id = ID
    title = "Paratroopers"
    text = (
        "4 IPC; at most 6 of Germany and the United States, 4 of the United Kingdom, 2 each of the Soviet Union, Japan and "
        "Italy, made in Berlin, Washington or Western United States, London, Moscow, Tokyo, Rome. They walk 1 space or fly "
        "up to 2 from land to land, over sea and enemies: `move 2 paratrooper (by air): Southern Italy > SZ 97 > Greece`. "
        "Antiaircraft fire hits flown attackers. Attacking with paratroopers only, those flown hit at 3 in the first round, "
        "else at 1 (2 by land with artillery); defending alone or with AAA only, at 3 in the first round, else at 2. No air "
        "attack on Moscow, Berlin, London, Tokyo, Washington or Rome. Aboard a transport one takes the room of a tank."
    )
    source = "Basic Expansion: 6. Paratrooper"
    entries = tuple(f"BX-6.{n}" for n in range(1, 17))
    options = (BONUS,)
    units = (PARATROOPER,)
    priority = 1

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Each power has its own maximum and sites."""
        return _of_power(unit, power) if unit.name == NAME and power in MOST else unit

    # --- flying ------------------------------------------------------------------------------------

    def handle(self, act: Act, order: Order) -> bool:
        """`move 2 paratrooper (by air): A > B`, other units beside them or not."""
        if not isinstance(order, Move) or act.phase not in (COMBAT_MOVE, NONCOMBAT):
            return False
        flying = [i for i in order.items if i.unit == NAME and BY_AIR in i.tags]
        if not flying:
            return False
        ready = _take_off(act, flying, order.path[0])
        moves.move(act, order)
        for unit in act.get(ready):
            act.change(unit, marks=(unit.marks - {TAKING_OFF}) | {FLOWN})
        return True

    def fits(self, view: View, unit: Unit, tag: str, fits: bool) -> bool:
        """`by air` means those that are taking off, `by land` the others."""
        if unit.type != NAME or tag not in (BY_AIR, BY_LAND):
            return fits
        return (TAKING_OFF in unit.marks) == (tag == BY_AIR)

    def travels(self, view: View, unit: Unit, element: str) -> str:
        """Through the air while under way."""
        return AIR if TAKING_OFF in unit.marks else element

    def points(self, view: View, unit: Unit, points: int) -> int:
        """Two spaces by air, by option three from an air base."""
        if TAKING_OFF not in unit.marks:
            return points
        base = view.option(BONUS.name) and view.base(unit.start, "air base", unit.owner)
        return RANGE + bool(base)

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Flights end on land, in noncombat move on friendly land, in combat move not at a capital."""
        if TAKING_OFF not in unit.marks:
            return None
        if view.place(place).is_sea:
            return Refusal("no-landing", f"Paratroopers end their flight on land; {place} is a sea zone.", "BX-6.3")
        if phase == NONCOMBAT and not view.friendly_land(place, unit.owner):
            text = f"{place} is not friendly: in noncombat move paratroopers fly into friendly land."
            return Refusal("cannot-attack", text, "BX-6.13")
        if phase == COMBAT_MOVE and place in CLOSED and Ground(view, unit.owner, phase).land(place) != FRIENDLY:
            return Refusal("cannot-attack", f"{place} cannot be attacked by paratroopers from the air.", "BX-6.11")
        return None

    def on_turn_end(self, act: Act) -> None:
        """On the ground again."""
        for unit in [u for u in act.state.units.values() if FLOWN in u.marks]:
            act.change(unit, marks=unit.marks - {FLOWN})

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Flights that are possible now."""
        if power != view.active or view.phase not in (COMBAT_MOVE, NONCOMBAT):
            return ()
        ground = Ground(view, power, view.phase)
        ready = [u for u in view.state.units.values() if u.owner == power and u.type == NAME and _fresh(view, u)]
        texts = []
        for place in sorted({u.place for u in ready}):
            here = [u for u in ready if u.place == place]
            probe = dataclasses.replace(here[0], marks=here[0].marks | {TAKING_OFF})
            goals = paths.reachable(ground, probe, place, view.points(probe))
            texts += [f"move {len(here)} {NAME} ({BY_AIR}): {place} > {g}" for g in goals if _worth(ground, probe, g)]
        return tuple(texts)

    # --- battle ------------------------------------------------------------------------------------

    def may_be_hit(self, view: View, battle: Battle, target: Unit, hit_class: str, may: bool) -> bool:
        """Antiaircraft guns fire at those that come by air."""
        return may or (hit_class == "antiaircraft" and flew(target) and target.id in battle.attackers)

    def supported(self, view: View, battle: Battle, units: list[Unit]) -> list[Unit]:
        """Artillery helps only those that came by land or sea."""
        return [u for u in units if not flew(u)]

    def battle_facts(self, view: View, battle: Battle, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Are there paratroopers only, on one side or the other?"""
        attackers, defenders = (sides.units(view, battle, s) for s in (sides.ATTACKER, sides.DEFENDER))
        if battle.kind != "land" or not any(u.type == NAME for u in (*attackers, *defenders)):
            return facts
        drop = all(u.type == NAME for u in attackers) and not special.choose_ships(view, battle)
        hold = all(u.type == NAME or view.has(u, "anti-air") for u in defenders)
        return {**facts, "drop": drop, "hold": hold}

    def battle_number(self, view: View, battle: Battle, unit: Unit, attacking: bool, number: int) -> int:
        """3 in the first round when alone."""
        if unit.type != NAME or battle.round > 1:
            return number
        alone = battle.fact("drop") and flew(unit) if attacking else battle.fact("hold")
        return SURPRISE if alone else number

    def retreats(self, view: View, battle: Battle, places: tuple[str, ...]) -> tuple[str, ...]:
        """Nobody goes back to sea from a land battle."""
        return tuple(p for p in places if view.place(p).is_land) if battle.kind == "land" else places


def _of_power(unit: UnitType, power: str) -> UnitType:
    return dataclasses.replace(unit, built_at=SITES[power], numbers={**unit.numbers, "max_board": MOST[power]})


def flew(unit: Unit) -> bool:
    """Whether a unit has come by air this turn (or is said to, in odds that are typed in)."""
    return unit.type == NAME and bool(unit.marks & {FLOWN, BY_AIR})


def _fresh(view: View, unit: Unit) -> bool:
    """Whether a paratrooper may still take off: ashore, and not on its feet this turn."""
    if unit.carrier is not None or view.place(unit.place).is_sea or unit.fought:
        return False
    return not unit.moved or (FLOWN in unit.marks and unit.moved == view.phase and not unit.role)


def _take_off(act: Act, items: Sequence[Item], place: str) -> list[int]:
    """Mark as many paratroopers as an order names; the move itself checks the rest."""
    count = sum(i.count for i in items)
    here = [u for u in act.units(place, act.active) if u.type == NAME]
    if len(here) < count:
        act.refuse(
            "not-enough-units", f"{len(here)} paratroopers of {act.active} in {place}, {count} ordered.", "BX-6.3"
        )
    if act.place(place).is_sea:
        act.refuse("no-path", "Paratroopers take off from land; from a transport they land by unload.", "BX-6.3")
    ready = [u for u in here if _fresh(act, u)]
    if len(ready) < count:
        act.refuse("too-far", "A paratrooper walks or flies, once a turn; that one has moved or fought.", "BX-6.4")
    for unit in ready[:count]:
        act.change(unit, marks=(unit.marks - {FLOWN}) | {TAKING_OFF})
    return [u.id for u in ready[:count]]


def _worth(ground: Ground, unit: Unit, place: str) -> bool:
    """Whether a flight there is one of this phase."""
    if ground.view.table.veto(Rule.may_end, ground.view, unit, place, ground.phase):
        return False
    return (ground.land(place) != FRIENDLY) == ground.combat


RULE = Paratroopers()
