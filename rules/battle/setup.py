"""Combat movement is closed: which battles there are, and beginning one of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from rules.battle import conclude, sides
from rules.core import border_crossings, moments
from rules.core.act import Act, task
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import Battle, Unit, ids

# Zones with only submarines or transports of which the mover has said "attack" or "ignore" (G40-7.16).
REGARD = "turn.regard"


def declare(act: Act) -> None:
    """Make the battles of the active power: raids, sea fights, land fights and assaults."""
    power = act.active
    mine = act.forces(power)
    for place in sorted({u.place for u in mine if u.role == "raid"}):
        _raid(act, place)
    for zone in sorted({u.place for u in mine if act.place(u.place).is_sea and u.carrier is None}):
        _sea(act, zone)
    for place in attacked_lands(act):
        _land(act, place)


def attacked_lands(view: View) -> list[str]:
    """Territories that the active power attacks, or lands in, with what it commands (raids are no attacks)."""
    mine = [u for u in view.forces(view.active) if u.role]
    targets = {u.target for u in mine if u.role == "assault"}
    lands = {u.place for u in mine if u.role in ("attack", "dropped", "landed") and view.place(u.place).is_land}
    return sorted(targets | lands)


def _raid(act: Act, place: str) -> None:
    raid = Battle(f"raid {place}", "raid", place, act.active)
    units = [u for u in act.commanded(place, act.active) if u.role in ("raid", "escort")]
    if units := [u for u in units if act.table.fold(Rule.joins, True, act, raid, u)]:
        act.set_battle(dataclasses.replace(raid, attackers=ids(units)))


def sea_attackers(view: View, zone: str) -> list[Unit]:
    """Ships in a zone, aircraft sent there, and those of carriers that stay there; none that came there unable to
    attack."""
    units = [u for u in view.commanded(zone, view.active) if u.carrier is None]
    units = [u for u in units if u.role or not view.has(u, "cannot attack")]
    return [u for u in units if view.domain(u) == SEA or u.role in ("", "attack", "support")]


def _sea(act: Act, zone: str) -> None:
    enemies = [u for u in act.enemy_units(zone, act.active) if act.domain(u) in (SEA, AIR)]
    attackers = sea_attackers(act, zone)
    if not enemies or not attackers:
        return
    hostile = any(act.blocks(u) or act.domain(u) == AIR for u in enemies)
    optional = bool(act.edition("optional_targets")) and not hostile
    said = act.flag(REGARD, {}).get(zone)
    if optional and (said == "ignore" or not _could(act, attackers)):
        return
    optional = optional and said != "attack"
    act.set_battle(
        Battle(zone, "sea", zone, act.active, attackers=ids(attackers), defenders=ids(enemies), optional=optional)
    )
    _join(act, zone)


def _could(view: View, attackers: list[Unit]) -> bool:
    """Whether anybody there has an attack number."""
    return any(view.of(u).attack for u in attackers)


def _land(act: Act, place: str) -> None:
    zones = sorted(
        {
            u.place
            for u in act.state.units.values()
            if u.role == "assault" and u.target == place and act.commands(act.active, u)
        }
    )
    act.set_battle(Battle(place, "land", place, act.active, zones=tuple(zones)))
    refresh(act, place)


def refresh(act: Act, id_: str) -> None:
    """Set the units of a battle that is due from where they stand now."""
    battle = act.battle(id_)
    if battle.kind == "raid":
        attackers = [u for u in act.commanded(battle.place, battle.attacker) if u.role in ("raid", "escort")]
        defenders = [u for u in act.enemy_units(battle.place, battle.attacker) if u.role == "intercept"]
    elif battle.kind == "sea":
        attackers = sea_attackers(act, battle.place)
        defenders = [u for u in act.enemy_units(battle.place, battle.attacker) if act.domain(u) in (SEA, AIR)]
        if any(act.blocks(u) or act.domain(u) == AIR for u in defenders):
            act.update(id_, optional=False)
    else:
        attackers = [
            u
            for u in act.commanded(battle.place, battle.attacker)
            if u.role in ("attack", "landed", "dropped") and act.domain(u) in (LAND, AIR)
        ]
        defenders = [u for u in act.enemy_units(battle.place, battle.attacker) if act.domain(u) in (LAND, AIR)]
        defenders = [u for u in defenders if u.role != "intercept"]
    act.update(id_, attackers=ids(attackers), defenders=ids(defenders))
    _join(act, id_)


def _join(act: Act, id_: str) -> None:
    battle = act.battle(id_)

    def keep(unit: int) -> bool:
        return act.table.fold(Rule.joins, True, act, battle, act.state.units[unit])

    act.update(
        id_,
        attackers=tuple(i for i in battle.attackers if keep(i)),
        defenders=tuple(i for i in battle.defenders if keep(i)),
    )


def refresh_all(act: Act) -> None:
    """After the reactions: scrambled and intercepting aircraft join; new sea fights arise. What has been fought while
    others answered stays."""
    due = [b for b in act.state.battles.values() if b.status == "due"]
    for battle in due:
        refresh(act, battle.id)
    zones = {z for b in due for z in act.battle(b.id).zones}
    for zone in sorted(zones - set(act.state.battles)):
        _sea(act, zone)
    act.tell(moments.combat_begins)


def begin(act: Act, id_: str) -> None:
    """Begin a battle: its units are counted, its steps put on the agenda."""
    refresh(act, id_)
    note_facts(act, id_)
    battle = act.update(id_, status="on")
    if battle.kind != "raid" and abandoned(act, battle):
        conclude.finish(act, id_, "defender")
        return
    act.note(f"Battle: {battle.place}.", battle=id_, opened=True)
    steps = act.table.fold(Rule.battle_steps, act.printed_steps(battle.kind), act, battle, False)
    if battle.kind == "raid":
        steps = (*steps, "raid over")
    act.then(*(task("battle step", id=id_, step=s) for s in steps))
    act.tell(moments.battle_begins, id_)


def abandoned(view: View, battle: Battle) -> bool:
    """Whether nobody is left to attack, and nothing fires from elsewhere."""
    return not sides.units(view, battle, sides.ATTACKER) and not view.table.fold(Rule.fired_upon, False, view, battle)


def note_facts(act: Act, id_: str) -> None:
    """What rules note about a battle as it begins."""
    none: Mapping[str, Any] = {}
    act.set_facts(id_, **act.table.fold(Rule.battle_facts, none, act, act.battle(id_)))


def approach(act: Act, id_: str) -> None:
    """Troops are about to land: what guards the shore acts on them first."""
    place = act.battle(id_).place
    troops = [u for u in act.state.units.values() if border_crossings.lands(u, place)]
    late = [u for u in troops if u.role == "assault" and (_left(act, u) or not zone_open(act, u.place))]
    border_crossings.ashore(act, place, [u for u in troops if u not in late])


def land_cargo(act: Act, id_: str) -> None:
    """Cargo of an assault goes ashore from zones that are clear; elsewhere it stays aboard
    (CL-7.1, G40-10.8)."""
    battle = act.battle(id_)
    cleared = tuple(z for z in battle.zones if zone_open(act, z))
    act.update(id_, zones=cleared)
    for unit in [u for u in act.state.units.values() if u.role == "assault" and u.target == battle.place]:
        if unit.place in cleared and unit.carrier is not None and not _left(act, unit):
            _ashore(act, unit, battle.place)
        else:
            act.change(unit, role="", target="")


def _left(view: View, unit: Unit) -> bool:
    ship = view.state.units[unit.carrier] if unit.carrier else None
    return ship is None or ship.role == "retreated"


def _ashore(act: Act, unit: Unit, place: str) -> None:
    ship = act.state.units[unit.carrier or 0]
    way = (*(unit.route or (unit.place,)), place)
    act.change(unit, place=place, carrier=None, role="landed", target="", route=way)
    act.change(ship, unloaded=place, fought=ship.fought or not act.has(ship, "bombards with cargo"))


def zone_open(view: View, zone: str) -> bool:
    """Whether troops that are there may land from a zone: its sea fight is won or was not needed (whoever has lost it is gone
    with his ships)."""
    return view.friendly_zone(zone, view.active)
