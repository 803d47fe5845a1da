"""Operation D-Day: the United Kingdom commands American units for a turn."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.act import Act
from rules.core.view import View
from rules.house.europe1943.document import UK, USA, Section
from rules.model.names import several
from rules.model.orders import Invoke, Order
from rules.model.profiles import LAND

ID, NAME = "y43.d-day", "d-day"
USED, LENT, LATE = "y43.d-day", "turn.d-day", "turn.d-day late"
PLACES = ("Southwest England", "SZ 7")


class DDay(Section):
    """Once a game, as the first order of a British turn."""

    id = ID
    title = "Operation D-Day"
    text = (
        "Once a game the United Kingdom may begin its purchase phase with invoke d-day. In this turn it moves and "
        "fights with all American units that stand in Southwest England, and with American ships in SZ 7 and all "
        "aboard (2 infantry (United States) in its orders), also together with its own. They stay American, may have "
        "moved and fought in their own turn, and may again in the next. Nothing is bought, repaired or placed for the "
        "United States. What is taken is British if a British land unit stands there after the battle, else American."
    )
    source = "Axis and Allies 1943: United Kingdom, Operation D-Day"
    entries = tuple(f"Y43-16.{n}" for n in range(1, 6))
    flags = {USED: "true once D-Day has been invoked"}
    priority = -20

    def handle(self, act: Act, order: Order) -> bool:
        """`invoke d-day`, before any other order."""
        if isinstance(order, Invoke) and order.name == NAME:
            _invoke(act)
            return True
        open_ = act.active == UK and act.phase == "purchase" and not act.flag(USED, False)
        if open_ and not act.flag(LATE, False):
            act.set_flag(LATE, True)
        return False

    def lent(self, view: View, lent: Mapping[int, str]) -> Mapping[int, str]:
        """On that turn."""
        return {**lent, **dict.fromkeys(view.flag(LENT, ()), UK)} if view.active == UK else lent

    def captor(self, view: View, place: str, by: str, owner: str | None) -> str | None:
        """American, unless it is a British original or British land units stand there."""
        if owner != UK or by != UK or view.place(place).original == UK or not view.flag(LENT, ()):
            return owner
        here = [u for u in view.commanded(place, UK, LAND) if u.carrier is None and not view.has(u, "stands by")]
        return USA if here and all(u.owner == USA for u in here) else owner

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """As long as nothing else has been ordered."""
        mine = (view.phase, view.active, power) == ("purchase", UK, UK)
        return (f"invoke {NAME}",) if mine and not view.flag(USED, False) and not view.flag(LATE, False) else ()


def _invoke(act: Act) -> None:
    if act.flag(USED, False):
        act.refuse("already-used", "D-Day has been invoked: once a game.", "Y43-16.1")
    if act.active != UK:
        act.refuse("not-eligible", "Only the United Kingdom invokes D-Day, on its own turn.", "Y43-16.1")
    if act.phase != "purchase" or act.flag(LATE, False):
        act.refuse("too-late", "D-Day is the first order of a British turn.", "Y43-16.1")
    lent = tuple(u.id for place in PLACES for u in act.units(place, USA))
    act.set_flag(USED, True)
    act.set_flag(LENT, lent)
    act.note(
        f"The United Kingdom invokes D-Day: under its command: {several(len(lent), 'American unit')}.", place=PLACES[0]
    )


RULE = DDay()
