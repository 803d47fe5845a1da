"""Monetary aid: IPC sent to a friend, which the enemy may catch on the way."""

from __future__ import annotations

from typing import Any

from rules.battle.fire import defenders_in_order
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import IncomeLine, Rule
from rules.core.purses import pay
from rules.core.view import View
from rules.model.board import EVERY_BOARD
from rules.model.orders import Give, Order

FLAG = "rw.aid"


class MonetaryAid(Rule):
    """Gifts between friends, with one die for the enemy."""

    id = "rw.monetary-aid"
    title = "Monetary aid"
    text = (
        "In purchase a power may send IPC to a friend: `give 5 to USSR`. One enemy rolls a die (`… rolled by Japan` "
        "names who; else the next enemy in order of play; nobody if there is none): on 1 the money is his at his next "
        "collect income. Else the friend receives it in collect income of his next turn. Loans are private promises."
    )
    source = "Rules of Warfare: New Rules, Monetary Aid"
    entries = ("RW-10.1", "RW-10.2", "RW-10.3", "RW-10.4", "RW-10.5")
    boards = EVERY_BOARD
    flags = {FLAG: "shipments under way: to, amount, from"}

    def handle(self, act: Act, order: Order) -> bool:
        """`give N to POWER [rolled by POWER]`."""
        if not isinstance(order, Give) or act.phase != "purchase":
            return False
        if order.power == act.active or not act.allied(act.active, order.power):
            friends = [p for p in act.board.order if p != act.active and act.allied(p, act.active)]
            act.refuse("not-eligible", f"Aid goes to friends: {', '.join(friends)}.", "RW-10.1")
        if order.amount < 1:
            act.refuse("syntax", "Give 1 IPC or more.", "RW-10.1")
        roller = _roller(act, order)
        pay(act, act.purses(act.active)[0], order.amount, "The aid")
        caught = bool(roller) and act.roll(1, "aid in transit", "", roller, [1], ["interception"])[0] == 1
        to = roller if caught else order.power
        shipment = {"to": to, "amount": order.amount, "from": act.active}
        act.set_flag(FLAG, (*act.flag(FLAG, ()), shipment))
        act.note(f"{order.amount} IPC for {order.power}: " + (f"captured by {roller}." if caught else "under way."))
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Some sums for each friend."""
        if view.phase != "purchase" or power != view.active:
            return ()
        friends = [p for p in view.board.order if p != power and view.allied(p, power)]
        sums = [n for n in (5, 10, 1) if n <= view.money(power)]
        return tuple(f"give {n} to {p}" for p in friends for n in sums)

    def income(self, view: View, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """What arrives."""
        power = view.board.purse_power[purse]
        due = [s for s in view.flag(FLAG, ()) if s["to"] == power and purse == view.purses(power)[0]]
        return (*lines, *(IncomeLine(_why(view, s), s["amount"], self.id, in_transit=True) for s in due))

    @moments.turn_ends
    def _arrive(self, act: Act) -> None:
        """What has arrived is no longer under way; a power without its capital waits."""
        if act.capital_lost(act.purses(act.active)[0]):
            return
        left = tuple(s for s in act.flag(FLAG, ()) if s["to"] != act.active)
        act.set_flag(FLAG, left or None)


def _why(view: View, shipment: dict[str, Any]) -> str:
    friendly = view.allied(shipment["to"], shipment["from"])
    return ("aid from " if friendly else "captured aid of ") + str(shipment["from"])


def _roller(act: Act, order: Give) -> str:
    enemies = [p for p in defenders_in_order(act, act.active) if act.at_war(p, act.active)]
    if order.roller and order.roller not in enemies:
        act.refuse("not-eligible", f"An enemy rolls: {', '.join(enemies)}.", "RW-10.5")
    return order.roller or (enemies[0] if enemies else "")


RULE = MonetaryAid()
