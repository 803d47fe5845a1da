"""The liberation of Paris (G40-12.8)."""

from __future__ import annotations

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.economy import limits
from rules.economy.prices import price
from rules.model.names import article
from rules.model.orders import PASS, Order, PlaceUnits
from rules.model.profiles import AIR, LAND
from rules.model.state import Decision

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
    fact = "liberation"
    questions = {"free units": "Which free units come when your capital is liberated"}
    asks = {"free units": "place the free units"}
    flags = {"paris liberated": "France has been liberated once: no more free units"}

    @moments.captured
    def _free_units(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """Ask France for its free units, once a game."""
        paris, power, worth = _capital(act)
        freed = place == paris and after == power and act.side(before) not in ("", act.side(power))
        if freed and not act.flag("paris liberated"):
            act.set_flag("paris liberated", True)
            act.ask("free units", power, paris, amount=worth)

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """As many of one unit as are free, the rest in infantry."""
        pending = view.state.pending
        if not pending or pending[0].kind != "free units" or power != _capital(view)[1]:
            return ()
        worth = int(pending[0].data["amount"])
        offered = (*OFFERED, *_of_rules(view, power))
        return tuple(dict.fromkeys(filter(None, (_free(view, unit, worth) for unit in offered))))

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`place 4 infantry: France`, or `pass`."""
        if decision.kind != "free units":
            return False
        if order != PASS:
            if not isinstance(order, PlaceUnits):
                most = decision.data["amount"]
                text = f"Place units of {decision.power} worth up to {most} IPC in {decision.place}, or pass."
                act.refuse("not-your-decision", text, "G40-12.8")
            _place(act, order, int(decision.data["amount"]))
        act.answered()
        return True


def _capital(view: View) -> tuple[str, str, int]:
    """The capital, whose it is, and what its first liberation is worth in IPC."""
    said = view.edition("liberation")
    return said["place"], said["power"], said["worth"]


def _of_rules(view: View, power: str) -> list[str]:
    """Land units and aircraft that rules bring and that the power could buy now."""
    own = (view.profile(power, u.name) for u in view.table.units.values() if u.rule and u.domain in (LAND, AIR))
    return [u.name for u in own if price(view, power, u.name, 1) and limits.buy_refusal(view, power, u, 1, "") is None]


def _free(view: View, unit: str, worth: int) -> str:
    """An order that places units of a type, and infantry for what is left."""
    paris, power, _ = _capital(view)
    each, foot = price(view, power, unit, 1), price(view, power, "infantry", 1)
    count = worth // each
    rest = 0 if unit == "infantry" else (worth - count * each) // foot
    if not count:
        return ""
    return f"place {count} {unit}{f', {rest} infantry' if rest else ''}: {paris}"


def _place(act: Act, order: PlaceUnits, worth: int) -> None:
    paris, power, _ = _capital(act)
    if order.place != paris:
        act.refuse("wrong-site", f"The free units come to {paris}, nowhere else.", "G40-12.8")
    for item in order.items:
        if act.table.units[item.unit].domain not in (LAND, AIR):
            act.refuse("wrong-site", f"{article(item.unit)} cannot be placed in {paris}.", "G40-12.8")
        unit = act.profile(power, item.unit)
        act.check(limits.buy_refusal(act, power, unit, item.count, "") if unit.rule else None)
    cost = sum(price(act, power, i.unit, i.count) for i in order.items)
    if cost > worth:
        act.refuse("not-enough-money", f"That is worth {cost} IPC; {worth} are free.", "G40-12.8")
    for item in order.items:
        for _ in range(item.count):
            act.place_unit(act.table.standing(item.unit), power, paris, "free")


RULES = (LiberationOfParis(),)
