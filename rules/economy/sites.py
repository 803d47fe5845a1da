"""Where facilities may stand."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.names import article, sentence
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal


def facility_refusal(
    view: View, power: str, unit: UnitType, count: int, place: str, upgrade: bool = False
) -> Refusal | None:
    """Why a power may not build a facility in a place (the board's and the rules' conditions)."""
    return (
        _ground(view, power, unit, place)
        or (None if upgrade else _crowded(view, unit, count, place))
        or _complex_ground(view, power, unit, place)
        or _listed(view, unit, place)
        or view.table.veto(Rule.may_place, view, power, unit, count, place)
    )


def _ground(view: View, power: str, unit: UnitType, place: str) -> Refusal | None:
    rule = unit.rule or view.cite("complex" if unit.has("complex") else "base")
    if not view.place(place).is_land:
        return Refusal("wrong-site", sentence(f"{article(unit.name)} stands on land; {place} is a sea zone"), rule)
    if not view.held_since_start(place, power):
        text = f"{article(unit.name)} needs a territory of {power} held since the start of the turn; {place} is none"
        return Refusal("wrong-site", sentence(text), rule)
    if unit.has("coastal") and not view.board.touching_seas(place):
        return Refusal("wrong-site", f"{article(unit.name)} needs a coast; {place} has none.", rule)
    return None


def _crowded(view: View, unit: UnitType, count: int, place: str) -> Refusal | None:
    here = view.complexes(place) if unit.has("complex") else view.facilities(place, unit.name)
    limit = unit.number("per_place", 1)
    if len(here) + count > limit:
        what = "industrial complex" if unit.has("complex") else unit.name
        rule = unit.rule or view.cite("one facility")
        return Refusal("limit-here", f"{place} can have {limit} {what}; it has {len(here)}.", rule)
    return None


def _complex_ground(view: View, power: str, unit: UnitType, place: str) -> Refusal | None:
    rule = unit.rule or view.cite("complex")
    least = unit.number("min_value")
    if least and view.value(place) < least:
        text = f"{article(unit.name)} needs a territory worth {least} or more; {place} is worth {view.value(place)}"
        return Refusal("wrong-site", sentence(text), rule)
    if unit.has("complex") and view.place(place).no_complex:
        return Refusal("wrong-site", f"No complex may stand on {place}: it is an island.", rule)
    if unit.has("original only") and view.soil(place) != power:
        text = f"{article(unit.name)} stands only on its buyer's original soil; {place} is not {power}'s"
        return Refusal("wrong-site", sentence(text), rule)
    return None


def _listed(view: View, unit: UnitType, place: str) -> Refusal | None:
    if unit.built_at and place not in unit.built_at:
        text = f"{article(unit.name)} is built only in {', '.join(unit.built_at)}"
        return Refusal("wrong-site", sentence(text), unit.rule)
    return None
