"""Section 3: a capital's money is plundered once."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.identity import LookUp
from rules.core.view import View
from rules.house.balance.document import Section
from rules.model.names import listing

ID, LOOTED = "bm.capitals", "bm.capitals looted"


class Capitals(Section):
    """Whoever comes second finds nothing."""

    id = ID
    title = "Capitals are plundered once"
    text = (
        "The first time a capital falls, its economy's money goes to the captor. At every later fall, to whomever, "
        "that money is destroyed and nobody gains. Each capital counts for itself: London and Calcutta are two. A "
        "liberation gives no money back."
    )
    source = "Balance Mod 4: capturing capitals"
    entries = tuple(f"BM-3.{n}" for n in range(1, 5))
    flags = {LOOTED: "capitals (territories) that have been plundered once"}
    replaces = ("global1940.capital",)
    look_ups = (
        LookUp(
            "bm.capital", "Capturing a capital",
            "The first time it falls, the captor gets all the money of that power, or of that British economy; at every "
            "later fall the money is destroyed. Its owner collects nothing until the capital is free; his units go on "
            "moving and fighting.",
            keywords=("loot", "plunder", "treasury", "London falls"),
        ),
    )  # fmt: skip
    priority = -10

    def plunder(self, act: Act, purse: str, place: str, by: str) -> bool:
        """Remember the first fall; destroy the money of a later one."""
        looted = tuple(act.flag(LOOTED, ()))
        if place not in looted:
            act.set_flag(LOOTED, (*looted, place))
            return False
        money = act.state.money.get(purse, 0)
        act.pay(purse, money, "destroyed")
        act.note(
            f"The capital of {purse} has fallen again: its {money} IPC are destroyed.", purse=purse, by=by, amount=money
        )
        return True

    def present(self, view: View) -> tuple[str, ...]:
        """Which have been plundered."""
        looted = tuple(view.flag(LOOTED, ()))
        return (f"Plundered so far: {listing(looted) or 'none'}.",)


RULE = Capitals()
