"""Combat move: its orders, and what is looked at when it is closed."""

from __future__ import annotations

from rules.battle.setup import REGARD
from rules.core.act import Act, Handlers, task
from rules.core.view import View
from rules.model.orders import Attack, Bomb, Ignore, Load, Move, Order, Ship, Unload
from rules.model.profiles import LAND, SEA
from rules.model.state import COMBAT_MOVE, Unit
from rules.movement import ashore, boarding, decks, moves, raids, shipping

ROLLS = "turn.combat move rolls"


def begin(act: Act) -> None:
    """Remember how many rolls there were: until dice fall every order can be taken back."""
    act.set_flag(ROLLS, act.state.rolls)


def end(act: Act) -> None:
    """`done`: what has moved must serve a fight; then the other side reacts and battles are declared."""
    if reversible(act):
        _check_cargo(act)
        _check_idle(act)
    act.later(task("declare battles"), task("admit reinforcements"))


def reversible(view: View) -> bool:
    """Whether every order of this combat move can still be taken back: only then may `done` be refused for what
    stands idle, as `undo` cures it."""
    return bool(view.flag(ROLLS) == view.state.rolls)


def settle(act: Act) -> None:
    """Another power has given an order in between: what was ordered before can no longer be taken back."""
    if act.phase == COMBAT_MOVE:
        act.set_flag(ROLLS, -1)


def _check_cargo(act: Act) -> None:
    idle = ashore.idle_cargo(act)
    if idle:
        unit = idle[0]
        act.refuse(
            "wrong-phase",
            f"{unit.type} aboard in {unit.place} boarded in combat move: it must land in an assault.",
            act.cite("all land"),
            (*_landings(act, unit), "undo"),
        )


def _landings(act: Act, unit: Unit) -> tuple[str, ...]:
    """Orders that put a unit ashore among enemies."""
    coasts = (p for p in act.board.near(unit.place) if act.hostile_land(p, act.active))
    return tuple(f"unload 1 {unit.type}: {unit.place} > {coast}" for coast in coasts)[:3]


def _check_idle(act: Act) -> None:
    """Ships and aircraft at sea that neither fight nor cover a landing move in noncombat move instead
    (CL-5.1, G40-7.1); ships may leave a zone in which their turn began among enemies (G40-7.5)."""
    zones = {u.place for u in act.forces(act.active) if u.role == "assault"}
    for unit in act.state.units.values():
        mine = unit.role == "support" and act.commands(act.active, unit)
        if mine and unit.place not in zones and not _fled(act, unit):
            act.refuse(
                "wrong-phase",
                f"{unit.type} in {unit.place} meets no enemy and covers no landing: that is a noncombat move.",
                act.cite("combat move"),
                ("undo",),
            )


def _fled(act: Act, unit: Unit) -> bool:
    return act.hostile_at_start(unit.start) or unit.start in decks.cleared(act, act.active) or _enemies_at(act, unit)


def _enemies_at(act: Act, unit: Unit) -> bool:
    return act.domain(unit) != LAND and not act.friendly_zone(unit.start, unit.owner)


def choose_targets(act: Act, order: Order) -> None:
    """`attack transports: SZ 109`, `ignore submarines: SZ 109`: what is to be done in a zone that need not be
    fought over, said before the other side reacts (G40-7.16). Without it the attacker says so in combat."""
    assert isinstance(order, Ignore)
    places = [order.place] if order.place else sorted({u.place for u in act.state.units.values() if _mine(act, u)})
    zones = [z for z in places if _may_be_left(act, z)]
    if not zones or not act.edition("optional_targets"):
        act.refuse(
            "no-target",
            "No zone with own units holds only submarines or transports of the enemy.",
            act.cite("lone ships"),
        )
    said = dict.fromkeys(zones, order.verb)
    act.set_flag(REGARD, {**act.flag(REGARD, {}), **said})


def _mine(act: Act, unit: Unit) -> bool:
    return act.place(unit.place).is_sea and act.commands(act.active, unit)


def _may_be_left(act: Act, zone: str) -> bool:
    enemies = [u for u in act.enemy_units(zone, act.active) if act.domain(u) == SEA]
    return bool(enemies) and bool(act.commanded(zone, act.active)) and act.friendly_zone(zone, act.active)


HANDLERS: Handlers = {
    Ignore: choose_targets,
    Attack: choose_targets,
    Move: moves.move,
    Load: boarding.load,
    Unload: ashore.unload,
    Ship: shipping.ship,
    Bomb: raids.bomb,
}
UNDO = True
