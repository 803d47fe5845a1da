"""Lost transports: an empty transport lost in battle costs its owner 1 IPC of income."""

from __future__ import annotations

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import IncomeLine, Rule
from rules.core.view import View
from rules.model.board import EVERY_BOARD
from rules.model.events import UnitRemoved
from rules.model.profiles import MARKER
from rules.model.state import Unit

FLAG = "rw.lost transports"


class LostTransports(Rule):
    """Each transport without a military unit aboard that is lost in a battle lowers the next income."""

    id = "rw.lost-transports"
    title = "Lost transports"
    text = (
        "For each transport lost in a battle without a military unit aboard (sea mines are none) its owner collects 1 "
        "IPC less in the next collect income, once, not below 0. A loaded transport costs nothing extra; losses to "
        "mines are no battle losses."
    )
    source = "Rules of Warfare: New Rules, Lost Transports"
    entries = ("RW-9.1", "RW-9.2")
    boards = EVERY_BOARD
    flags = {FLAG: "power -> empty transports lost in battle since its last income"}

    @moments.lost
    def _count(self, act: Act, unit: Unit, why: str) -> None:
        """Count empty transports that fall in battle."""
        if act.has(unit, "transport") and why == "battle" and not _was_loaded(act, unit):
            lost = act.flag(FLAG, {})
            act.set_flag(FLAG, {**lost, unit.owner: lost.get(unit.owner, 0) + 1})

    def income(self, view: View, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """The deduction, never below nothing."""
        lost = view.flag(FLAG, {}).get(view.board.purse_power[purse], 0)
        have = max(0, sum(line.amount for line in lines))
        return (*lines, IncomeLine("lost transports", -min(lost, have), self.id)) if lost else lines

    @moments.turn_ends
    def _forget(self, act: Act) -> None:
        """It counts in one income only."""
        left = {p: n for p, n in act.flag(FLAG, {}).items() if p != act.active}
        act.set_flag(FLAG, left or None)


def _was_loaded(act: Act, ship: Unit) -> bool:
    """Whether a military unit went down with the ship in this order."""
    return any(
        isinstance(e, UnitRemoved) and e.unit.carrier == ship.id and act.domain(e.unit) != MARKER for e in act.events
    )


RULE = LostTransports()
