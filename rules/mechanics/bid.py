"""A bid for a side: units worth so many IPC that it places before round 1."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.act import Act
from rules.core.hooks import Places, Rule
from rules.core.table import TableError
from rules.core.view import View
from rules.economy.prices import price
from rules.model.board import Option
from rules.model.orders import PASS, Order, PlaceUnits
from rules.model.profiles import AIR, LAND, SEA
from rules.model.state import Decision
from rules.play.flow import hostile_zones

QUESTION, LEFT, TAKEN = "bid", "bid", "bid places"
A_PLACE, AT_MOST = "bid_units_a_place", 999


def read(text: str) -> tuple[str, int]:
    """Side and IPC of a bid as it stands in the option; ("", 0) without one. Raises TableError."""
    if not text.strip():
        return "", 0
    side, _, number = text.strip().partition(" ")
    side = side.capitalize()
    if side not in ("Axis", "Allies") or not number.strip().isdecimal() or not 0 <= int(number) <= AT_MOST:
        raise TableError(f"A bid is a side and IPC, such as Allies 9; not “{text[:40]}”.")
    return side, int(number)


class Bid(Rule):
    """The side that was bid for places units where it has some already, before anything else is ordered."""

    id = "table.bid"
    title = "Bid"
    text = (
        "A side that was bid for begins with units worth so many IPC: before round 1 its powers place them, for their "
        "printed prices, where a power has units of its own already (ships in zones, land units and aircraft in "
        "territories), at most so many in one place as the option says. What is left goes to the treasury of the power "
        "that says pass last."
    )
    source = "Custom of clubs and ladders"
    questions = {QUESTION: "Where the units of your side's bid come"}
    asks = {QUESTION: "place the units of the bid"}
    options = (
        Option(
            "bid", "", "A bid: the side and the IPC it has for units before round 1, for example Allies 9", read=read
        ),
        Option(A_PLACE, 1, "Most units of a bid that come into one place (0: no limit)"),
    )
    flags = {LEFT: "IPC of the bid that are left", TAKEN: "place -> units of the bid there"}

    def on_start(self, act: Act) -> None:
        """The powers of the side are asked, all at once."""
        side, amount = read(act.option("bid"))
        if not amount:
            return
        act.set_flag(LEFT, amount)
        for power in act.board.order:
            if act.side(power) == side and any(sites(act, power)):
                act.ask(QUESTION, power)

    def void(self, view: View, decision: Decision, void: bool) -> bool:
        """All is spent."""
        return void or (decision.kind == QUESTION and not view.flag(LEFT, 0))

    def concerns(self, view: View, decision: Decision, places: Places) -> Places:
        """Everything waits for it."""
        return None if decision.kind == QUESTION else places

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`place 1 infantry: Egypt`, several in turn, then `pass`."""
        if decision.kind != QUESTION:
            return False
        if order == PASS:
            act.answered()
        elif isinstance(order, PlaceUnits):
            _place(act, decision.power, order)
        else:
            text = "Place units of the bid where you have some, or pass."
            act.refuse("not-your-decision", text, choices=self.offers(act, decision.power)[:3])
        if not any(d.kind == QUESTION for d in act.state.pending) or not act.flag(LEFT, 0):
            _over(act, decision.power)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """One unit of each kind that can still be paid, place by place; the cheapest first."""
        if not any(d.kind == QUESTION and d.power == power for d in view.state.pending):
            return ()
        found = sorted(
            (price(view, power, name, 1), place, name)
            for place, name in sites(view, power)
            if price(view, power, name, 1) <= view.flag(LEFT, 0)
        )
        return ("pass", *(f"place 1 {name}: {place}" for _, place, name in found))


def sites(view: View, power: str) -> Iterator[tuple[str, str]]:
    """(place, unit) that a bid may bring a power: where it has units that were there before."""
    for place in sorted({u.place for u in view.state.units.values() if u.owner == power}):
        if _room(view, place) <= 0:
            continue
        domains = (SEA,) if view.place(place).is_sea else (LAND, AIR)
        for name in view.table.units:
            unit = view.profile(power, name)
            if unit.domain in domains and not unit.not_for_sale and unit.cost > 0:
                yield place, name


def _room(view: View, place: str) -> int:
    most = int(view.option(A_PLACE)) or AT_MOST
    return most - int(view.flag(TAKEN, {}).get(place, 0))


def _place(act: Act, power: str, order: PlaceUnits) -> None:
    count, left = sum(item.count for item in order.items), int(act.flag(LEFT, 0))
    open_ = set(sites(act, power))
    for item in order.items:
        if (order.place, item.unit) not in open_:
            text = f"{power} places no {item.unit} in {order.place}: a bid comes where a power has units already."
            if any(u.owner == power for u in act.state.at(order.place)) and _room(act, order.place) <= 0:
                act.refuse("limit-here", f"No more units of the bid come to {order.place}.")
            act.refuse("wrong-site", text)
    if count > _room(act, order.place):
        act.refuse("limit-here", f"At most {_room(act, order.place)} units of the bid come to {order.place}.")
    cost = sum(price(act, power, item.unit, item.count) for item in order.items)
    if cost > left:
        act.refuse("not-enough-money", f"That is worth {cost} IPC; {left} of the bid are left.")
    for item in order.items:
        for _ in range(item.count):
            act.place_unit(item.unit, power, order.place, "bid")
    act.set_flag(LEFT, left - cost)
    taken = act.flag(TAKEN, {})
    act.set_flag(TAKEN, {**taken, order.place: taken.get(order.place, 0) + count})


def _over(act: Act, power: str) -> None:
    """What is left goes to whoever passed last; which zones are hostile is looked at anew."""
    if left := int(act.flag(LEFT, 0)):
        act.pay(act.purses(power)[0], -left, "bid")
    act.set_flag(LEFT, None)
    act.set_flag(TAKEN, None)
    act.set_flag("hostile zones", hostile_zones(act) or None)
