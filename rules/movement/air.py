"""Aircraft: everything but neutral and closed ground may be crossed (CL-5.5, G40-7.7)."""

from __future__ import annotations

from rules.model.refusals import Refusal
from rules.model.state import Unit
from rules.movement import land
from rules.movement.ground import NEUTRAL, PEACE, Ground


def enter(ground: Ground, unit: Unit, origin: str, place: str, last: bool) -> Refusal | None:
    """Why an aircraft may not fly into a neighbouring place."""
    view = ground.view
    if view.place(place).is_sea:
        return None
    status = ground.land(place)
    if status == NEUTRAL and not land.neutral_open(ground, unit, place, last):
        return Refusal("neutral", f"{place} is neutral: it cannot be flown over now.", view.cite("neutral air"))
    if status == PEACE and last:
        owner = view.owner(place)
        return Refusal("at-peace", f"{ground.power} is not at war with {owner}, who holds {place}.", view.cite("peace"))
    if last and ground.combat and view.hostile_land(place, ground.power) and (other := ground.bystander(place)):
        return Refusal("at-peace", f"Units of {other}, a power at peace, stand in {place}.", view.cite("bystander"))
    return None


def through(ground: Ground, unit: Unit, place: str) -> Refusal | None:
    """Why an aircraft may not fly on: nothing stops it."""
    return None


def effects(ground: Ground, unit: Unit, place: str) -> tuple[str, ...]:
    """What flying over a place does: nothing by itself; rules add through the hook `step_effects`."""
    return ()
