"""What units cost, and why."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.profiles import UnitType

BOUGHT, AHEAD = "turn.bought", "bought ahead"
"""Flags: type -> how many the active power has bought this turn; power -> the same before the first turn."""


def bought(view: View, power: str) -> Mapping[str, int]:
    """How many of each type count as bought by a power already: this turn, or while units are bought before the first
    turn, then."""
    ahead = view.flag(AHEAD)
    found: Mapping[str, int] = view.flag(BOUGHT, {}) if ahead is None else ahead.get(power, {})
    return found


def batch(unit: UnitType) -> int:
    """How many of a unit are always bought together (usually 1)."""
    return unit.number("batch", 1)


def placed_together(unit: UnitType) -> int:
    """How many of a unit are always placed in one spot: a batch, unless it may be split."""
    return 1 if unit.has("placed singly") else batch(unit)


def price(view: View, power: str, unit: str, count: int = 1) -> int:
    """IPC that a power pays for `count` of a unit now (count: whole batches)."""
    profile = view.profile(power, unit)
    printed = _printed(profile, count) - _discount(profile, cheap(view, power, profile, count))
    return max(0, view.table.fold(Rule.price, printed, view, power, profile, count, False))


def cheap(view: View, power: str, profile: UnitType, count: int) -> int:
    """How many of `count` units are still among the first of the turn, which are cheaper."""
    so_far = bought(view, power).get(profile.name, 0)
    return max(0, min(count, profile.number("first_count") - so_far))


def lots(view: View, power: str, unit: str, count: int) -> list[int]:
    """`count` units in lots of one price each."""
    first = cheap(view, power, view.profile(power, unit), count)
    return [n for n in (first, count - first) if n]


def _printed(profile: UnitType, count: int) -> int:
    if cost := profile.number("batch_cost"):
        return cost * count // batch(profile)
    return profile.cost * count


def _discount(profile: UnitType, count: int) -> int:
    return count * (profile.cost - profile.number("first_cost"))


def explain(view: View, power: str, unit: str) -> list[tuple[int, str]]:
    """Why a unit (or a batch of it) costs what it costs: amounts that add up, each with the id of the rule
    that brings it; the first is the printed price ("" or the rule that set it)."""
    profile = view.table.units[unit].of_power(power)
    count = batch(profile)
    said = [(_printed(profile, count), _blame(view, profile))]
    for rule in view.table.answering(Rule.profile):
        changed = rule.profile(view, power, profile)
        said.append((_printed(changed, count) - _printed(profile, count), rule.id))
        profile = changed
    if reduced := _discount(profile, cheap(view, power, profile, count)):
        said.append((-reduced, profile.rule))
    total = _printed(profile, count) - reduced
    for asked in view.table.answering(Rule.price):
        now = asked.price(view, power, profile, count, False, total)
        said.append((now - total, asked.id))
        total = now
    return [said[0], *(line for line in said[1:] if line[0])]


def _blame(view: View, profile: UnitType) -> str:
    blame = view.table.blame
    return blame.get((profile.name, "cost"), "") or profile.rule


def repair_price(view: View, power: str, name: str, points: int) -> int:
    """IPC for taking `points` of damage off a facility or unit: one each, or the price in its profile, unless a rule
    says otherwise."""
    profile = view.profile(power, name)
    printed = points * profile.number("repair_cost", 1)
    return view.table.fold(Rule.price, printed, view, power, profile, points, True)
