"""Land units: what they may enter, where they must stop, blitzing (CL-5.2, 5.3; G40-7.2, 7.3)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.model.names import article
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Unit
from rules.model.vocabulary import PARTNERS, partner
from rules.movement.ground import HOSTILE, NEUTRAL, PEACE, TAKEN, Ground


def enter(ground: Ground, unit: Unit, origin: str, place: str, last: bool) -> Refusal | None:
    """Why a land unit may not go into a neighbouring place."""
    view = ground.view
    if view.place(place).is_sea:
        text = f"Land units go to sea only aboard a transport: `load 1 {unit.type}: {origin} > {place}`."
        return Refusal("no-path", text, view.cite("land"))
    status = ground.land(place)
    if status in (HOSTILE, NEUTRAL, TAKEN) and ground.combat and view.has(unit, "not in combat move"):
        return Refusal("cannot-attack", f"{view.of(unit).many} never go into enemy territory.", view.cite("gun"))
    if status == HOSTILE:
        return _attack(ground, unit, place)
    if status == PEACE:
        owner = view.owner(place)
        return Refusal("at-peace", f"{ground.power} is not at war with {owner}, who holds {place}.", view.cite("peace"))
    if status == NEUTRAL and not neutral_open(ground, unit, place, last):
        return _closed(ground, unit, place, last)
    return None


def neutral_open(ground: Ground, unit: Unit, place: str, last: bool) -> bool:
    """Whether a neutral territory lets the unit in (closed unless a rule of the board opens it)."""
    return _opens(ground, unit, place, ground.phase, last)


def _opens(ground: Ground, unit: Unit, place: str, phase: str, last: bool) -> bool:
    return ground.view.table.fold(Rule.neutral_open, False, ground.view, unit, place, phase, last)


def _closed(ground: Ground, unit: Unit, place: str, last: bool) -> Refusal:
    """Why a neutral territory lets nobody in, and in which phase it would."""
    other = NONCOMBAT if ground.combat else COMBAT_MOVE
    when = (
        f"it can be entered in {other} only" if _opens(ground, unit, place, other, last) else "it cannot be entered now"
    )
    return Refusal("neutral", f"{place} is neutral: {when}.", ground.view.cite("neutral"))


def _attack(ground: Ground, unit: Unit, place: str) -> Refusal | None:
    view = ground.view
    if not ground.combat:
        return Refusal(
            "cannot-attack",
            f"{place} is in enemy hands; territories, empty ones too, are taken in combat move.",
            view.cite("noncombat land"),
        )
    peaceful = ground.bystander(place)
    if peaceful:
        return Refusal(
            "at-peace",
            f"Units of {peaceful}, with whom {ground.power} is at peace, stand in {place}.",
            view.cite("bystander"),
        )
    return None


def through(ground: Ground, unit: Unit, place: str) -> Refusal | None:
    """Why a land unit that has entered a place may not go on."""
    view, status = ground.view, ground.land(place)
    stop = status in (NEUTRAL, TAKEN, HOSTILE)
    if stop and ground.combat and (view.has(unit, "blitz") or led(ground, unit)):
        free = status == HOSTILE and ground.empty(place)
        stop = not view.table.fold(Rule.may_blitz, free, view, unit, place)
    if not stop:
        return None
    code = "cannot-blitz" if ground.combat else "blocked"
    why = "neutral ground stops it" if status in (NEUTRAL, TAKEN) else _why(ground, unit, place)
    return Refusal(code, f"The {unit.type} must stop in {place}: {why}.", view.cite("blitz"))


def led(ground: Ground, unit: Unit) -> bool:
    """Whether a unit that blitzes beside others may be led by one from the same place."""
    if not ground.leaders:
        return False
    found = (kind for kind, lead in PARTNERS.items() if (lead, unit.start) in ground.leaders)
    return any(ground.view.has(unit, kind) for kind in found)


def _why(ground: Ground, unit: Unit, place: str) -> str:
    if not ground.empty(place):
        units = [u.type for u in ground.view.enemy_units(place, ground.power) if ground.view.holds(u)]
        bars = units[:1] or [f.type for f in ground.view.facilities(place)][:1]
        return f"{article(bars[0])} bars the way" if bars else "something there bars the way"
    beside = [article(partner(kind)) for kind in PARTNERS if ground.view.has(unit, kind)]
    return f"it blitzes only one to one with {beside[0]} that makes the same move" if beside else "it cannot blitz"


def effects(ground: Ground, unit: Unit, place: str) -> tuple[str, ...]:
    """What passing through a place does, for telling routes apart."""
    if ground.land(place) == NEUTRAL or ground.view.hostile_land(place, ground.power):
        return (f"captures {place}",)
    return ()
