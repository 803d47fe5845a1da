"""The hooks of money: research, buying, repairing, building, income."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.hooks.values import IncomeLine
from rules.core.identity import Identity
from rules.core.view import View
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal
from rules.model.state import Bought


class EconomyHooks(Identity):
    """The hooks of money: research, buying, repairing, building, income."""

    def price(self, view: View, power: str, unit: UnitType, count: int, repair: bool, price: int) -> int:
        """IPC for `count` of a unit, or (repair) for taking `count` points of damage off one.

        Wish: sell or repair a unit cheaper or dearer in some case.
        Trap: It is the price of `count` units or points together, not of one; look at `repair` first.
        """
        return price

    def may_buy(self, view: View, power: str, unit: UnitType, count: int, site: str) -> Refusal | None:
        """Why a power may not buy that now (limits, dates, nations).

        Wish: forbid or limit buying.
        Trap: Count what is bought this turn already (`rules/economy/limits.py`); simple limits are numbers of the
            profile: "max_turn", "max_board".
        """
        return None

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """Why it may not be placed there.

        Wish: forbid placing in some place.
        """
        return None

    def placing_order(self, view: View, power: str, bought: Bought, order: str) -> str:
        """An order that brings some of a bought entry onto the board now; "" if none does (default: `place ...`).

        Wish: bring bought units onto the board by an order of my own.
        """
        return order

    def placement_free(self, view: View, power: str, unit: UnitType, place: str, free: bool) -> bool:
        """Whether placing it there needs no complex (and uses none).

        Wish: place units without a complex.
        Trap: What is placed so uses no capacity either.
        """
        return free

    def capacity(self, view: View, power: str, place: str, quota: UnitType | None, capacity: int) -> int:
        """Units the complexes of a place can make this turn for `power` (-1: no limit), or (quota) how many of a type with
        a quota of its own beside them (default: as many).

        Wish: let a complex make more or fewer units, of all or of one type.
        Trap: Look at `quota` first. -1 means no limit: test for it before you add.
        """
        return capacity

    def leftovers(self, act: Act, power: str, left: tuple[Bought, ...]) -> tuple[Bought, ...]:
        """What to do with units not placed at the end of mobilize: keep or use some; returns the rest,
        which must be placed if it can be, and else is lost or refunded (edition `unplaced`).

        Wish: keep units that found no room.
        Trap: What it returns is lost or refunded: return only what you did not use.
        """
        return left

    def income(self, view: View, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """The income of a purse without dice.

        Wish: change what a power collects.
        Trap: It is asked for every purse, for forecasts too, on any turn: read, never change; keep the sum from
            falling below 0.
        """
        return lines

    def income_dice(self, act: Act, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """Lines that need dice (convoys, war bonds), added when a purse really collects.

        Wish: change income by dice: convoys, bonds, tolls.
        Trap: It is called only when the purse really collects; a forecast knows nothing of it.
        """
        return lines

    def income_opens(self, view: View, power: str, opens: bool) -> bool:
        """Whether collect income takes orders (and a `done`) of this power now.

        Wish: let a power give orders while it collects.
        Trap: Without it the phase passes by itself.
        """
        return opens

    def worth(self, view: View, power: str, worth: float) -> float:
        """IPC that what a power has beside fighting units, money and income is worth to it now (mines, works, marks): a hint
        for computer players, who try on a copy what it changes and cannot read it off a unit's numbers.

        Wish: tell computer players that my rule's works are worth something.
        """
        return worth
