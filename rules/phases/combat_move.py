"""Combat move: its orders, and what is looked at when it is closed."""

from __future__ import annotations

from rules.battle.setup import REGARD
from rules.core.act import Act, Handlers
from rules.core.view import View
from rules.model.orders import Attack, Bomb, Ignore, Load, Move, Order, Ship, Unload
from rules.model.profiles import SEA
from rules.model.state import COMBAT_MOVE, Unit
from rules.movement import ashore, boarding, moves, raids, shipping
from rules.phases import idle

ROLLS = "turn.combat move rolls"


def begin(act: Act) -> None:
    """Remember how many rolls there were: until dice fall every order can be taken back."""
    act.set_flag(ROLLS, act.state.rolls)


def end(act: Act) -> None:
    """`done`: what has moved must serve a fight."""
    if reversible(act):
        idle.check(act)


def reversible(view: View) -> bool:
    """Whether every order of this combat move can still be taken back: only then may `done` be refused for what
    stands idle, as `undo` cures it."""
    return bool(view.flag(ROLLS) == view.state.rolls)


def settle(act: Act) -> None:
    """Another power has given an order in between: what was ordered before can no longer be taken back."""
    if act.phase == COMBAT_MOVE:
        act.set_flag(ROLLS, -1)


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
