"""Combat move: its orders, and what is looked at when it is closed."""

from __future__ import annotations

from collections.abc import Callable

from rules.act import Act, task
from rules.economy.cite import cite
from rules.movement import ashore, boarding, decks, moves, raids, shipping
from rules.orders import Bomb, Load, Move, Order, Ship, Unload
from rules.profiles import LAND
from rules.state import COMBAT_MOVE, Unit

ROLLS = "turn.combat move rolls"


def begin(act: Act) -> None:
    """Remember how many rolls there were: until dice fall every order can be taken back."""
    act.set_flag(ROLLS, act.state.rolls)


def end(act: Act) -> None:
    """`done`: what has moved must serve a fight; then the other side reacts and battles are declared."""
    if act.flag(ROLLS) == act.state.rolls:
        _check_cargo(act)
        _check_idle(act)
    act.later(task("reactions"), task("declare battles"))


def _check_cargo(act: Act) -> None:
    idle = ashore.idle_cargo(act)
    if idle:
        unit = idle[0]
        act.refuse(
            "wrong-phase",
            f"{unit.type} aboard in {unit.place} boarded in combat move: it must land in an assault.",
            cite(act, "all land"),
        )


def _check_idle(act: Act) -> None:
    """Ships and aircraft at sea that neither fight nor cover a landing move in noncombat move instead
    (CL-5.1, G40-7.1); ships may leave a zone in which their turn began among enemies (G40-7.5)."""
    zones = {u.place for u in act.state.units.values() if u.role == "assault" and u.owner == act.active}
    for unit in act.state.units.values():
        if unit.owner == act.active and unit.role == "support" and unit.place not in zones and not _fled(act, unit):
            act.refuse(
                "wrong-phase",
                f"{unit.type} in {unit.place} meets no enemy and covers no landing: that is a noncombat move.",
                cite(act, "combat move"),
            )


def _fled(act: Act, unit: Unit) -> bool:
    return act.hostile_at_start(unit.start) or unit.start in decks.cleared(act, act.active) or _enemies_at(act, unit)


def _enemies_at(act: Act, unit: Unit) -> bool:
    return act.domain(unit) != LAND and not act.friendly_zone(unit.start, unit.owner)


HANDLERS: dict[type[Order], Callable[[Act, Order], None]] = {
    Move: moves.move,
    Load: boarding.load,
    Unload: ashore.unload,
    Ship: shipping.ship,
    Bomb: raids.bomb,
}
__all__ = ["COMBAT_MOVE", "HANDLERS", "begin", "end"]
