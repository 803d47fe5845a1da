"""What has moved in combat move and serves no fight: `done` is refused for it, with what leads on.

What only `undo` cures is told first: cargo that can land nowhere, then ships, and cargo that can land last. So whoever
does what the refusals name never takes back what one of them has named before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.core.act import Act
from rules.model.names import listing, sentence
from rules.model.orders import Item, Unload
from rules.model.profiles import LAND
from rules.model.refusals import Refused
from rules.model.state import Unit
from rules.movement import ashore, decks, moves

UNDO = "undo"
MOST = 3


def check(act: Act) -> None:
    """Refuse `done` while something stands idle (CL-5.1, G40-7.1)."""
    cargo = [(units, tuple(_landings(act, units))) for units in _cargo(act)]
    for units, landings in cargo:
        if not landings:
            _refuse_cargo(act, units)
    _check_ships(act, {units[0].place for units, _ in cargo})
    for units, landings in cargo:
        _refuse_cargo(act, units, landings)


def _cargo(act: Act) -> list[list[Unit]]:
    """What boarded in this combat move and is not to land, ship by ship."""
    ships: dict[int | None, list[Unit]] = {}
    for unit in ashore.idle_cargo(act):
        ships.setdefault(unit.carrier, []).append(unit)
    return list(ships.values())


def _landings(act: Act, units: Sequence[Unit]) -> Iterator[str]:
    """Orders that put a ship's cargo ashore among enemies, the first few that are legal."""
    zone, found = units[0].place, 0
    items = tuple(Item(n, unit) for unit, n in sorted(Counter(u.type for u in units).items()))
    for coast in act.board.near(zone):
        order = Unload(items, (zone, coast))
        if found < MOST and act.hostile_land(coast, act.active) and _goes(act, order):
            found += 1
            yield str(order)


def _goes(act: Act, order: Unload) -> bool:
    trial = Act(act.table, act.state.copy(), moves.Misses(), act.by)
    try:
        ashore.unload(trial, order)
    except Refused:
        return False
    return len(ashore.idle_cargo(trial)) < len(ashore.idle_cargo(act))


def _refuse_cargo(act: Act, units: Sequence[Unit], landings: tuple[str, ...] = ()) -> None:
    """For all that is idle in the zone of a ship's cargo, with what brings that cargo ashore."""
    idle = [u for u in ashore.idle_cargo(act) if u.place == units[0].place]
    what = listing([act.table.units[t].counted(n) for t, n in sorted(Counter(u.type for u in idle).items())])
    cure = f", for example: {landings[0]}" if landings else ": undo back to the order that put it there"
    text = f"What boarded in combat move must land in an assault: {what} aboard in {units[0].place}{cure}"
    act.refuse("wrong-phase", sentence(text), act.cite("all land"), (*landings, UNDO))


def _check_ships(act: Act, landing: set[str]) -> None:
    """Ships and aircraft at sea that neither fight nor cover a landing move in noncombat move instead; ships may
    leave a zone in which their turn began among enemies (G40-7.5). landing: zones from which cargo can still land."""
    mine = act.forces(act.active)
    served = landing | {_zone_of_landing(act, u) for u in mine}
    for unit in mine:
        if unit.role == "support" and unit.place not in served and not _fled(act, unit):
            text = f"The {unit.type} in {unit.place} meets no enemy and covers no landing: that is a noncombat move."
            act.refuse(
                "wrong-phase", f"{text} Undo back to its order, and move it then.", act.cite("combat move"), (UNDO,)
            )


def _zone_of_landing(act: Act, unit: Unit) -> str:
    """The zone from which a unit is to land, or has come ashore by itself ("" none)."""
    if unit.role == "assault":
        return unit.place
    came = unit.route[-2] if unit.role == "landed" and len(unit.route) > 1 else ""
    return came if came and act.place(came).is_sea else ""


def _fled(act: Act, unit: Unit) -> bool:
    return act.hostile_at_start(unit.start) or unit.start in decks.cleared(act, act.active) or _enemies_at(act, unit)


def _enemies_at(act: Act, unit: Unit) -> bool:
    return act.domain(unit) != LAND and not act.friendly_zone(unit.start, unit.owner)
