"""The Japanese Banzai attack: infantry alone, from one place into one place, at 2."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.battle import sides, special
from rules.battle.sides import ATTACKER
from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.house.basic.document import Section
from rules.model.orders import PASS, Move, Order, Ship, Unload
from rules.model.profiles import MARKER, UnitType
from rules.model.ranks import Ranks
from rules.model.state import COMBAT_MOVE, Battle, Marker, Unit
from rules.movement import ashore, moves, shipping

ID, TAG, JAPAN, FROM_ROUND = "bx.banzai", "banzai", "Japan", 6
FLAG = "turn.banzai"
SORTS = ("infantry", "elite infantry")
ATTACK = 2
FORMS: Mapping[type[Order], Callable[[Act, Order], None]] = {
    Move: moves.move,
    Ship: shipping.ship,
    Unload: ashore.unload,
}


class Banzai(Section):
    """Once a turn from Late 1942."""

    id = ID
    title = "Japanese Banzai attack"
    text = (
        "From Late 1942 (round 6) Japan may make one Banzai attack a turn: two or more infantry, Elite infantry among them, "
        "that attack one territory from one territory and without any other unit or offshore bombardment attack at 2 for "
        "the whole battle: `move 3 infantry (banzai): Kwangsi > Yunnan`, or `ship 2 infantry (banzai): …` from island to "
        "island. Any help takes the effect away; `pass` before the fight keeps ships from bombarding."
    )
    source = "Basic Expansion: 5. Japanese Banzai attack"
    entries = tuple(f"BX-5.{n}" for n in range(1, 6))
    units = (UnitType("banzai marker", MARKER, not_for_sale=True, rule=ID),)
    flags = {FLAG: "territory of this turn's Banzai attack"}
    begins = {FROM_ROUND: "Banzai attacks"}

    def matches_qualifier(self, view: View, unit: Unit, tag: str, fits: bool) -> bool:
        """The qualifier is no property of the unit."""
        return fits or tag == TAG

    def handle(self, act: Act, order: Order) -> bool:
        """A movement order with the qualifier `banzai`; `pass` to hold the ships' fire."""
        if order == PASS and act.phase == "conduct combat":
            return _hold_fire(act)
        if not isinstance(order, (Move, Ship, Unload)) or not any(TAG in i.tags for i in order.items):
            return False
        _may_declare(act, order.path[-1])
        FORMS[type(order)](act, _plain(order))
        _declare(act, order.path[-1])
        return True

    @moments.moved
    def _spoil(self, act: Act, units: Sequence[Unit]) -> None:
        """Help that comes later takes the Banzai away."""
        target = act.flag(FLAG)
        if target and act.phase == COMBAT_MOVE and not_pure(act, attackers_of(act, target)):
            _end(act, target)
            act.set_flag(FLAG, None)
            act.note(f"No Banzai attack on {target}: other units or infantry from elsewhere take part.")

    def battle_facts(self, view: View, battle: Battle, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The battle begins: is it still infantry alone?"""
        if battle.kind != "land" or view.flag(FLAG) != battle.place:
            return facts
        pure = not not_pure(view, sides.units(view, battle, sides.ATTACKER))
        return {**facts, "banzai": pure and not special.choose_ships(view, battle)}

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """Everybody at 2."""
        if side != ATTACKER or not battle.fact("banzai"):
            return ranks
        return ranks.each(lambda unit, number: ATTACK if unit.type in SORTS else number)

    @moments.battle_decided
    def _end_with_battle(self, act: Act, battle: str) -> None:
        """The marker leaves."""
        if act.flag(FLAG) == act.battle(battle).place:
            _end(act, act.battle(battle).place)

    @moments.turn_ends
    def _end_with_turn(self, act: Act) -> None:
        """Nothing stays for the next turn."""
        if act.flag(FLAG):
            _end(act, act.flag(FLAG))

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Attacks that would qualify now."""
        if (
            power != JAPAN
            or view.phase != COMBAT_MOVE
            or view.state.turn.round < view.table.round_of(ID, FROM_ROUND)
            or view.flag(FLAG)
        ):
            return ()
        free = [u for u in view.state.units.values() if u.owner == JAPAN and u.type in SORTS and not u.moved]
        texts = []
        for place in sorted({u.place for u in free if u.carrier is None and view.place(u.place).is_land}):
            here = [u.type for u in free if u.place == place and u.carrier is None]
            items = ", ".join(f"{here.count(t)} {t} ({TAG})" for t in SORTS if t in here)
            goals = [p for p in view.board.near(place) if view.hostile_land(p, JAPAN)]
            texts += [f"move {items}: {place} > {goal}" for goal in goals if len(here) > 1]
        return tuple(texts)


def _plain(order: Move | Ship | Unload) -> Order:
    """The order without the qualifier."""
    items = tuple(dataclasses.replace(i, tags=tuple(t for t in i.tags if t != TAG)) for i in order.items)
    return dataclasses.replace(order, items=items)


def _may_declare(act: Act, target: str) -> None:
    now = act.state.turn.round
    if act.active != JAPAN:
        act.refuse("not-eligible", "Only Japan makes Banzai attacks.", "BX-5.1")
    if act.phase != COMBAT_MOVE:
        act.refuse("wrong-phase", "A Banzai attack is declared in combat move.", "BX-5.5")
    if now < (number := act.table.round_of(ID, FROM_ROUND)):
        first = act.board.round_name(number)
        text = f"Banzai attacks begin in {first} (round {number}); this is {act.board.round_name(now)} (round {now})."
        act.refuse("too-early", text, "BX-5.1")
    if act.flag(FLAG) not in (None, target):
        act.refuse("limit-per-turn", f"One Banzai attack a turn: it goes to {act.flag(FLAG)}.", "BX-5.1")


def _declare(act: Act, target: str) -> None:
    attackers = attackers_of(act, target)
    if why := not_pure(act, attackers):
        act.refuse("not-eligible", f"No Banzai attack on {target}: {why}.", "BX-5.2")
    if act.flag(FLAG) != target:
        act.set_flag(FLAG, target)
        act.set_markers(target, [*act.state.borders.get(target, ()), Marker("banzai marker", JAPAN, 1)], "banzai")
        act.note(f"{JAPAN} declares a Banzai attack on {target}.")


def attackers_of(view: View, place: str) -> list[Unit]:
    """Units of the active power that attack a territory or are to land there."""
    mine = [u for u in view.state.units.values() if u.owner == view.active]
    here = [u for u in mine if u.place == place and u.role in ("attack", "landed", "dropped")]
    return here + [u for u in mine if u.role == "assault" and u.target == place]


def not_pure(view: View, attackers: Sequence[Unit]) -> str:
    """Why some attackers make no Banzai attack, or ""."""
    others = sorted({u.type for u in attackers if u.type not in SORTS})
    starts = sorted({u.start for u in attackers})
    if others:
        return f"others take part ({', '.join(others)})"
    if len(attackers) < 2:
        return "it takes two or more infantry"
    if len(starts) > 1:
        return f"all must come from one place, not {' and '.join(starts)}"
    return "infantry that began the turn at sea does not qualify" if view.place(starts[0]).is_sea else ""


def _end(act: Act, place: str) -> None:
    left = [m for m in act.state.borders.get(place, ()) if m.type != "banzai marker"]
    act.set_markers(place, left, "over")


def _hold_fire(act: Act) -> bool:
    """No ship bombards in the marked landing."""
    battle = act.state.battles.get(act.flag(FLAG) or "")
    if battle is None or battle.status != "due" or not battle.zones:
        return False
    act.set_flag("turn.bombard", {**act.flag("turn.bombard", {}), battle.place: ()})
    act.note(f"The ships hold their fire at {battle.place}.")
    return True


RULE = Banzai()
