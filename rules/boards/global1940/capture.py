"""The liberation of Paris (G40-12.8)."""

from __future__ import annotations

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.economy.prices import price
from rules.model.names import article
from rules.model.orders import PASS, Order, PlaceUnits
from rules.model.profiles import AIR, LAND
from rules.model.state import Decision

PARIS = FRANCE = "France"
FREE = 12


# What is offered first among the free units.
OFFERED = ("infantry", "artillery", "mechanized infantry", "tank", "fighter", "tactical bomber")


class LiberationOfParis(Rule):
    """The first liberation of France brings French units worth 12 IPC."""

    id = "global1940.paris"
    title = "Liberation of Paris"
    text = (
        "The first time the territory France is freed, the French player at once places French land and air units "
        "worth up to 12 IPC there, free."
    )
    source = "Global 1940 rules: France"
    entries = ("G40-12.8", "G40-16.9")
    questions = {"free units": "Which free units come when your capital is liberated"}
    asks = {"free units": "place the free units"}
    flags = {"paris liberated": "France has been liberated once: no more free units"}

    @moments.captured
    def _free_units(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """Ask France for its free units, once a game."""
        if place == PARIS and after == FRANCE and act.side(before) == "Axis" and not act.flag("paris liberated"):
            act.set_flag("paris liberated", True)
            act.ask("free units", FRANCE, PARIS, amount=FREE)

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """As many of one unit as are free, the rest in infantry."""
        pending = view.state.pending
        if not pending or pending[0].kind != "free units" or power != FRANCE:
            return ()
        worth = int(pending[0].data["amount"])
        return tuple(dict.fromkeys(filter(None, (_free(view, unit, worth) for unit in OFFERED))))

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`place 4 infantry: France`, or `pass`."""
        if decision.kind != "free units":
            return False
        if order != PASS:
            if not isinstance(order, PlaceUnits):
                text = f"Place French units worth up to {FREE} IPC in France, or pass."
                act.refuse("not-your-decision", text, "G40-12.8")
            _place(act, order, int(decision.data["amount"]))
        act.answered()
        return True


def _free(view: View, unit: str, worth: int) -> str:
    """An order that places units of a type, and infantry for what is left."""
    each, foot = price(view, FRANCE, unit, 1), price(view, FRANCE, "infantry", 1)
    count = worth // each
    rest = 0 if unit == "infantry" else (worth - count * each) // foot
    if not count:
        return ""
    return f"place {count} {unit}{f', {rest} infantry' if rest else ''}: {PARIS}"


def _place(act: Act, order: PlaceUnits, worth: int) -> None:
    if order.place != PARIS:
        act.refuse("wrong-site", "The free units come to France, nowhere else.", "G40-12.8")
    for item in order.items:
        if act.table.units[item.unit].domain not in (LAND, AIR):
            act.refuse("wrong-site", f"{article(item.unit)} cannot be placed in France.", "G40-12.8")
    cost = sum(price(act, FRANCE, i.unit, i.count) for i in order.items)
    if cost > worth:
        act.refuse("not-enough-money", f"That is worth {cost} IPC; {worth} are free.", "G40-12.8")
    for item in order.items:
        for _ in range(item.count):
            act.place_unit(item.unit, FRANCE, PARIS, "free")


RULES = (LiberationOfParis(),)
