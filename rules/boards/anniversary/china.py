"""Anniversary's China: infantry instead of money, an area that it keeps to (AA-4)."""

from __future__ import annotations

from rules.boards.later.china import ChineseArea, china
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.economy import pool
from rules.model.orders import Order, Repair
from rules.model.profiles import FACILITY, UnitType
from rules.model.refusals import Refusal
from rules.model.state import Bought, Facility

RULE, INFANTRY = "AA-4", "infantry"
COME, MOBILIZE = "turn.reinforced", "mobilize"
TERRITORIES, CROWD = 2, 3
NO_MONEY = ("research", "purchase")


class Reinforcements(Rule):
    """An infantry for every two territories, placed where few stand."""

    id = "anniversary.china"
    title = "China"
    text = (
        "China has no IPC and no complexes: it neither researches nor buys. When its turn begins, behind that of the "
        "United States, it gets one infantry for every two territories it holds, rounded down, and places them in "
        "mobilize in Chinese territories that it holds and in which fewer than three Chinese units stand: place 1 "
        "infantry: Yunnan. Its fighter is never replaced. Chinese territory that an ally frees goes back to China."
    )
    source = "Anniversary rulebook: China"
    entries = (RULE,)
    fact = "china"

    @moments.turn_begins
    def _reinforce(self, act: Act) -> None:
        """The infantry waits to be placed."""
        if act.active == china(act) and not act.flag(COME):
            _come(act)

    def skips(self, view: View, power: str, phase: str, skip: bool) -> bool:
        """Without money there is nothing to research or to buy."""
        return skip or (power == china(view) and phase in NO_MONEY)

    def handle(self, act: Act, order: Order) -> bool:
        """A position that begins in the middle of the turn has them too; nothing is repaired."""
        if act.active != china(act):
            return False
        if act.phase == MOBILIZE and not act.flag(COME):
            _come(act)
        if isinstance(order, Repair):
            act.refuse("not-eligible", "China cannot repair complexes: it uses none.", RULE)
        return False

    def may_buy(self, view: View, power: str, unit: UnitType, count: int, site: str) -> Refusal | None:
        """It buys nothing."""
        if power != china(view):
            return None
        return Refusal("not-for-sale", "China has no IPC: it gets infantry instead of buying.", RULE)

    def placement_free(self, view: View, power: str, unit: UnitType, place: str, free: bool) -> bool:
        """China needs no complex."""
        return free or (power == china(view) and view.place(place).is_land)

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """In its own territories, never more than three units by placing."""
        if power != china(view):
            return None
        if unit.domain == FACILITY or not view.owner(place) == power == view.place(place).original:
            return Refusal("wrong-site", f"China places infantry in its own territories; {place} is none.", RULE)
        here = len(view.units(place, power))
        if here + count > CROWD:
            text = f"China places only up to {CROWD} units in a territory; {here} of them stand in {place}."
            return Refusal("limit-here", text, RULE)
        return None

    def captured_facilities(
        self, view: View, place: str, by: str | None, facilities: tuple[Facility, ...]
    ) -> tuple[Facility, ...]:
        """Complexes that others built on its soil go when it gets that back."""
        if by == china(view) == view.place(place).original:
            return tuple(f for f in facilities if not view.table.units[f.type].has("complex"))
        return facilities


def _come(act: Act) -> None:
    power = act.active
    held = sum(owner == power for owner in act.state.owners.values())
    act.set_flag(COME, True)
    if count := held // TERRITORIES:
        since = len(act.events)
        pool.add(act, power, Bought(INFANTRY, count, act.purses(power)[0], 0, rule=RULE))
        act.note(f"China gets {count} infantry to place: it holds {held} territories.", since=since)


class Area(ChineseArea):
    """China's units stay on Chinese soil and in Kwangtung, and never go aboard."""

    id = "anniversary.china-area"
    source = "Anniversary rulebook: China"
    entries = (RULE,)


RULES = (Reinforcements(), Area())
