"""A bid for a side: units worth so many IPC that it places before round 1."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from rules.core import moments
from rules.core.act import Act
from rules.core.documents import TableError
from rules.core.hooks import Question, Rule
from rules.core.view import View
from rules.economy import limits, placing
from rules.economy.prices import AHEAD, batch, bought, price
from rules.model.board import Option
from rules.model.names import figure, several
from rules.model.orders import PASS, Item, Order, PlaceUnits
from rules.model.profiles import AIR, LAND, SEA, UnitType
from rules.model.refusals import Refusal
from rules.model.state import Bought, Decision
from rules.play.flow import hostile_zones

QUESTION, LEFT, TAKEN, HEIR = "bid", "bid", "bid places", "bid heir"
A_PLACE: Final = "bid_units_a_place"
AT_MOST = 999


def read(text: str) -> tuple[str, int]:
    """Side and IPC of a bid as it stands in the option; ("", 0) without one. Raises TableError."""
    if not text.strip():
        return "", 0
    side, _, number = text.strip().partition(" ")
    side, amount = side.capitalize(), figure(number.strip(), len(str(AT_MOST)))
    if side not in ("Axis", "Allies") or amount is None:
        raise TableError(f"A bid is a side and IPC, such as Allies 9; not “{text[:40]}”.")
    return side, amount


class Bid(Rule):
    """The side that was bid for places units where it has some already, before anything else is ordered."""

    id = "table.bid"
    title = "Bid"
    text = (
        "A side that was bid for begins with units worth so many IPC: before round 1 its powers place them, where a power "
        "has units of its own already, at most so many in one place as the option says. A bid is a purchase without a "
        "complex: only what the power may buy in round 1, at its price, within all limits, and where such a unit may be "
        "placed. What is left goes to the treasury of the power that placed units last, or if none did, of the "
        "one that said pass first."
    )
    source = "Custom of clubs and ladders"
    questions = {QUESTION: "Where the units of your side's bid come"}
    asks = {QUESTION: "place the units of the bid"}
    declines = {QUESTION: "Place no more: the rest is cash"}
    options = (
        Option(
            "bid", "", "A bid: the side and the IPC it has for units before round 1, for example Allies 9", read=read
        ),
        Option(A_PLACE, 1, "Most units of a bid that come into one place (0: no limit)"),
    )
    flags = {
        LEFT: "IPC of the bid that are left",
        TAKEN: "place -> units of the bid there",
        HEIR: "power whose treasury gets what is left",
        AHEAD: "power -> units of the bid by type",
    }

    @moments.game_begins
    def _ask(self, act: Act) -> None:
        """The powers of the side are asked, all at once."""
        side, amount = read(act.option("bid"))
        if not amount:
            return
        act.set_flag(LEFT, amount)
        act.set_flag(AHEAD, {})
        for power in act.board.order:
            if act.side(power) == side and any(sites(act, power)):
                act.ask(QUESTION, power)

    def question(self, view: View, decision: Decision, now: Question) -> Question:
        """Everything waits until all is spent."""
        if decision.kind != QUESTION:
            return now
        left = view.flag(LEFT, 0)
        return Question(void=now.void or not left, places=None, figures=f"{left} IPC left")

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`place 1 infantry: Egypt`, several in turn, then `pass`."""
        if decision.kind != QUESTION:
            return False
        if order == PASS:
            act.set_flag(HEIR, act.flag(HEIR) or decision.power)
            act.answered()
        elif isinstance(order, PlaceUnits):
            _place(act, decision.power, order)
            act.set_flag(HEIR, decision.power)
        else:
            text = "Place units of the bid where you have some, or pass."
            act.refuse("not-your-decision", text, choices=self.offers(act, decision.power)[:3])
        asked = [d.power for d in act.state.pending if d.kind == QUESTION]
        if not any(True for power in asked for _ in sites(act, power)):
            _over(act)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """What can still be paid, in the order of the table, one place of each unit after the other; the places next to
        most enemies first."""
        if not any(d.kind == QUESTION and d.power == power for d in view.state.pending):
            return ()
        shelves: dict[str, list[tuple[str, int]]] = {}
        for place, unit, count in sites(view, power):
            shelves.setdefault(unit, []).append((place, count))
        front = {place: _exposed(view, power, place) for found in shelves.values() for place, _ in found}
        ranked = [[(unit, at) for at in sorted(found, key=lambda at: -front[at[0]])] for unit, found in shelves.items()]
        in_turn = (one for turn in zip_longest(*ranked) for one in turn if one)
        return ("pass", *(f"place {count} {unit}: {place}" for unit, (place, count) in in_turn))


def sites(view: View, power: str) -> Iterator[tuple[str, str, int]]:
    """(place, unit, the least number) that a power may place of what is left of a bid."""
    places = [p for p in sorted({u.place for u in view.state.units.values() if u.owner == power}) if _room(view, p) > 0]
    for name in view.table.units:
        unit = view.profile(power, name)
        least = batch(unit)
        if _sold(view, power, unit, least) is None and price(view, power, name, least) <= view.flag(LEFT, 0):
            for place in places:
                if least <= _room(view, place) and placing.outright(view, power, unit, least, place) is None:
                    yield place, name, least


def _exposed(view: View, power: str, place: str) -> int:
    """Enemy units next to a place."""
    return sum(len(view.enemy_units(near, power)) for near in view.board.near(place))


def _room(view: View, place: str) -> int:
    most = int(view.option(A_PLACE)) or AT_MOST
    return most - int(view.flag(TAKEN, {}).get(place, 0))


def _sold(view: View, power: str, unit: UnitType, count: int) -> Refusal | None:
    """Why a power may not have so many of a unit for its bid: it could not buy them."""
    if unit.domain not in (LAND, AIR, SEA) or not price(view, power, unit.name, count):
        return Refusal(
            "not-for-sale", f"A bid is for land units, aircraft and ships that have a price, not {unit.many}."
        )
    return limits.buy_refusal(view, power, unit, count, "")


def _place(act: Act, power: str, order: PlaceUnits) -> None:
    count = sum(item.count for item in order.items)
    if not any(u.owner == power for u in act.state.at(order.place)):
        text = f"{power} has no units in {order.place}: a bid comes where a power has units already."
        act.refuse("wrong-site", text)
    if count > _room(act, order.place):
        room = several(_room(act, order.place), "more unit")
        act.refuse("limit-here", f"At most {room} of the bid may come to {order.place} now.")
    for item in order.items:
        _place_some(act, power, item, order.place)
    taken = act.flag(TAKEN, {})
    act.set_flag(TAKEN, {**taken, order.place: taken.get(order.place, 0) + count})


def _place_some(act: Act, power: str, item: Item, place: str) -> None:
    """Units of one type."""
    unit, left = act.profile(power, item.unit), int(act.flag(LEFT, 0))
    act.check(_sold(act, power, unit, item.count))
    act.check(placing.outright(act, power, unit, item.count, place))
    cost = price(act, power, item.unit, item.count)
    if cost > left:
        act.refuse("not-enough-money", f"That is worth {cost} IPC; {left} of the bid are left.")
    for _ in range(item.count):
        act.place_unit(act.table.standing(item.unit), power, place, "bid")
    new = Bought(item.unit, item.count, act.purses(power)[0], cost)
    act.tell(moments.placed, power, new, item.count, place)
    so_far = bought(act, power)
    ahead = {**so_far, item.unit: so_far.get(item.unit, 0) + item.count}
    act.set_flag(AHEAD, {**act.flag(AHEAD, {}), power: ahead})
    act.set_flag(LEFT, left - cost)


def _over(act: Act) -> None:
    """What is left is cash; which zones are hostile is looked at anew."""
    if left := int(act.flag(LEFT, 0)):
        act.pay(act.purses(act.flag(HEIR))[0], -left, "bid")
    for name in (LEFT, TAKEN, HEIR, AHEAD):
        act.set_flag(name, None)
    act.set_flag("hostile zones", hostile_zones(act) or None)
