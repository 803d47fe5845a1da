"""Ships: hostile zones, submarines, canals (CL-2.3, 2.4, 5.4; G40-2.6 to 2.11, 7.4 to 7.6, 13.4)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.model.names import listing
from rules.model.refusals import Refusal
from rules.model.state import Unit
from rules.movement.ground import Ground


def enter(ground: Ground, unit: Unit, origin: str, place: str, last: bool) -> Refusal | None:
    """Why a ship may not go into a neighbouring zone."""
    view = ground.view
    if view.place(place).is_land:
        return Refusal("no-path", f"Ships cannot go ashore ({place}).", view.cite("sea"))
    if ground.combat or not ground.hostile_zone(place) or view.has(unit, "passes enemies"):
        return None
    return Refusal(
        "blocked", f"Enemy ships hold {place}: ships do not go there in noncombat move.", view.cite("noncombat sea")
    )


def canal(ground: Ground, unit: Unit, origin: str, place: str) -> Refusal | None:
    """Why a narrow water is closed to a ship: its banks must be friendly since the turn began."""
    view = ground.view
    water = view.board.canal_between(origin, place)
    if water is None or unit.type in water.exempt or view.of(unit).name in water.exempt:
        return None
    closed = [t for t in water.needs if not view.friendly_since_start(t, ground.power)]
    if view.table.fold(Rule.canal_open, not closed, view, unit, water):
        return None
    held = listing(closed)
    return Refusal(
        "blocked",
        f"No way through the {water.name}: {held} must have been in friendly hands since the start of the turn.",
        view.cite(f"canal {water.name}") or view.cite("canal"),
    )


def through(ground: Ground, unit: Unit, place: str) -> Refusal | None:
    """Why a ship that has entered a zone may not sail on."""
    view = ground.view
    if view.has(unit, "passes enemies"):
        stop = ground.hunters(place)
    else:
        stop = ground.hostile_zone(place)
    if not stop:
        return None
    ships = ", ".join(sorted({u.type for u in ground.enemy_ships(place)}))
    return Refusal("blocked", f"The {unit.type} must stop in {place}, at enemy ships ({ships}).", view.cite("sea"))


def effects(ground: Ground, unit: Unit, place: str) -> tuple[str, ...]:
    """What passing through a zone does, for telling routes apart: enemy ships passed by."""
    return (f"passes enemy ships in {place}",) if ground.enemy_ships(place) else ()
