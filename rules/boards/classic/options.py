"""Classic's options that concern building and the pieces in the box (CL-1.6, CL-15)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from rules.boards.bid import Bid
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import Demolish, Order
from rules.model.profiles import FACILITY, SEA, UnitType
from rules.model.refusals import Refusal
from rules.model.state import Unit


class NewShips(Rule):
    """New ships need a zone without enemy units, unless the option lifts that."""

    id = "classic.new-ships"
    title = "Placing ships"
    text = "New ships go into zones beside a complex that hold no enemy units (option: enemy zones too)."
    source = "Classic rulebook: placing new units"
    entries = ("CL-11.2", "CL-15.5")

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """Refuse ships in zones with enemies."""
        if unit.domain != SEA or view.option("place_ships_in_enemy_sea_zones"):
            return None
        enemies = view.enemy_units(place, power)
        if not enemies:
            return None
        text = f"{place} holds enemy units ({enemies[0].owner}'s {enemies[0].type}): new ships need a free zone."
        return Refusal("blocked", text, "CL-11.2")


class NewComplexes(Rule):
    """Options: no new complexes, or at most so many on the board."""

    id = "classic.new-complexes"
    title = "New complexes (options)"
    text = "Options: no complexes may be bought, or at most a number of new ones may stand on the board."
    source = "Classic rulebook: optional rules"
    entries = ("CL-15.4", "CL-1.6")

    def may_buy(self, view: View, power: str, unit: UnitType, count: int, site: str) -> Refusal | None:
        """Refuse complexes as the options say."""
        if not unit.has("complex"):
            return None
        if view.option("no_new_industrial_complexes"):
            return Refusal("not-for-sale", "No new industrial complexes are built in this game.", "CL-15.4")
        limit = view.option("max_new_complexes") or (4 if view.option("piece_limits") else 0)
        if limit and (have := new_complexes(view)) + count > limit:
            text = f"At most {limit} new complexes may stand on the board; {have} do or are bought."
            return Refusal("limit-on-board", text, "CL-1.6")
        return None


def new_complexes(view: View) -> int:
    """Complexes on the board that were not there at the start, and those bought."""
    units = view.table.units
    built = sum(units[f.type].has("complex") and not f.original for fs in view.state.facilities.values() for f in fs)
    return built + sum(b.count for pool in view.state.pool.values() for b in pool if units[b.type].has("complex"))


class SeveralGuns(Rule):
    """Option: several antiaircraft guns may stand in a territory (one fires)."""

    id = "classic.several-guns"
    title = "Several antiaircraft guns (option)"
    text = "A territory may hold more than one antiaircraft gun; only one of them fires."
    source = "Classic rulebook, third edition"
    entries = ("CL-15.7",)
    switch = "multiple_antiaircraft_guns"

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Without the limit of one gun in a territory."""
        if unit.has("anti-air") and unit.number("per_place"):
            return dataclasses.replace(unit, numbers={k: v for k, v in unit.numbers.items() if k != "per_place"})
        return unit


class RaidLimit(Rule):
    """Option: raids on a territory cost no more than its value in a turn."""

    id = "classic.raid-limit"
    title = "Limit of raids (option)"
    text = "All raids and rockets of a turn together cost a territory's owner at most the territory's value."
    source = "Classic rulebook, later editions"
    entries = ("CL-8.1",)
    switch = "territory_turn_limit"


class PieceLimits(Rule):
    """Option: no more groups of a unit than the box has pieces (chips make groups larger)."""

    id = "classic.piece-limits"
    title = "Piece limits (option)"
    text = (
        "A power may not have more groups of a unit than plastic pieces: 15 of infantry, 6 of submarines, 3 of "
        "bombers, 2 of carriers; and only four new complexes may be built."
    )
    source = "Classic rulebook: components"
    entries = ("CL-1.6",)
    switch = "piece_limits"

    @moments.moved
    def _limit(self, act: Act, units: Sequence[Unit]) -> None:
        """A move must not spread a type over more places than there are pieces."""
        for unit in units:
            act.check(_too_many(act, unit.owner, unit.type, ()))

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """Nor may placing new units."""
        return None if unit.domain == FACILITY else _too_many(view, power, unit.name, (place,))


def _too_many(view: View, power: str, type_: str, more: tuple[str, ...]) -> Refusal | None:
    limit = view.edition("pieces", {}).get(type_, 0)
    groups = {u.place for u in view.state.units.values() if u.owner == power and u.type == type_} | set(more)
    if limit and len(groups) > limit:
        text = f"{power} has pieces for {limit} groups of {view.table.units[type_].many}, not for {len(groups)}."
        return Refusal("limit-on-board", text, "CL-1.6")
    return None


class ScorchedEarth(Rule):
    """Option: a power may destroy its own complexes before they fall."""

    id = "classic.scorched-earth"
    title = "Scorched earth (option)"
    text = "A power may demolish its own industrial complex at any time before the territory is taken."
    source = "Classic rulebook, third edition"
    entries = ("CL-15.7",)
    switch = "scorched_earth"

    def handle(self, act: Act, order: Order) -> bool:
        """`demolish industrial complex: PLACE` in one's own turn."""
        return self._demolish(act, order, act.active)

    def any_time(self, act: Act, order: Order) -> bool:
        """The same in another power's turn."""
        return self._demolish(act, order, act.by)

    def _demolish(self, act: Act, order: Order, power: str) -> bool:
        if not isinstance(order, Demolish):
            return False
        if not act.complexes(order.place):
            act.refuse("no-target", f"There is no complex in {order.place}.", "CL-15.7")
        if not act.held_since_start(order.place, power):
            act.refuse("wrong-site", f"{order.place} has not been {power}'s since the turn began.", "CL-15.7")
        left = [f for f in act.facilities(order.place) if not act.table.units[f.type].has("complex")]
        act.set_facilities(order.place, left, "demolished")
        act.note(f"{power} destroys the complex in {order.place}.")
        return True


RULES = (
    Bid(),
    NewShips(),
    NewComplexes(),
    SeveralGuns(),
    RaidLimit(),
    PieceLimits(),
    ScorchedEarth(),
)
