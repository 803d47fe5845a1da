"""What the Basic Expansion brings as soon as one of its sections is on: prices, timetable, victory."""

from __future__ import annotations

from rules.core import moments
from rules.core.act import Act, task
from rules.core.hooks import Goal, Hold, Rule
from rules.core.view import View
from rules.mechanics.economy.prices import COSTS, PRICES, PriceList, Timetable
from rules.model.board import Option
from rules.model.profiles import UnitType

HEAVY = "heavy industry"
MAJOR_CAPITALS = ("Germany", "Japan", "Russia", "United Kingdom", "Eastern United States")
ID, HELD, CONCEDED = "bx.document", "bx.capitals", "conceded"
GERMAN_SUBMARINE = Option("bx.german_sub_cost", COSTS["submarine"], "Price of a German submarine")


class Section(Rule):
    """A section of the Basic Expansion."""

    boards = ("global1940", "global1942", "oztea1941")


class BasicExpansion(Rule):
    """The price list, the timetable and the two ways to win."""

    id = ID
    title = "Basic Expansion: prices and winning"
    text = (
        f"{PRICES} A side wins when it has held an "
        "enemy Major Capital (Berlin, Tokyo, Moscow, London, Washington) from its capture to the captor's next turn, "
        "and all Major Capitals of its own side are with their first owners; or when all enemies with a Major Capital "
        "concede. A power that concedes takes no more turns; its units defend. Victory cities do not count. Each "
        "round is half a year: Late 1941 (round 4), Early 1942 (round 5), Late 1942 (round 6)."
    )
    source = "Basic Expansion: Important, and winning conditions; prices from its full edition"
    entries = tuple(f"BX-0.{n}" for n in range(1, 9))
    boards = ("global1940", "global1942", "oztea1941")
    options = (GERMAN_SUBMARINE,)
    parts = (PriceList(id=ID), Timetable(id=ID))
    replaces = ("global1940.axis-victory", "global1940.allied-victory", "global1940.concede")
    flags = {
        HELD: "Major Capital in enemy hands -> power whose capture began the count, and the round of it",
    }

    def price(self, view: View, power: str, unit: UnitType, count: int, repair: bool, price: int) -> int:
        """German submarines have a price of their own by option."""
        if repair or power != "Germany" or unit.name != "submarine":
            return price
        return price + count * (int(view.option(GERMAN_SUBMARINE)) - COSTS["submarine"])

    # --- winning -----------------------------------------------------------------------------------

    @moments.captured
    def _watch_capture(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """A Major Capital has fallen, or is free again."""
        _watch(act, place, after)

    @moments.turn_ends
    def _watch_all(self, act: Act) -> None:
        """Capitals that were in enemy hands from the start count from the first turn that saw it."""
        for place in MAJOR_CAPITALS:
            _watch(act, place, act.owner(place))

    def victory(self, view: View, moment: str, winner: str) -> str:
        """The two conditions of the document, and no others."""
        if moment == "concession":
            return next((_enemy(side) for side in ("Axis", "Allies") if _given_up(view, side)), "")
        sides = [view.side(view.owner(p)) for p in view.flag(HELD, {}) if _held_a_round(view, p)]
        return next((s for s in sides if _own_capitals(view, s)), "")

    def goals(self, view: View, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
        """An enemy Major Capital, with all of one's own."""
        homes = {side: tuple(c for c in MAJOR_CAPITALS if home_side(view, c) == side) for side in ("Axis", "Allies")}
        return tuple(Goal(side, (Hold(homes[_enemy(side)], 1), Hold(mine, len(mine)))) for side, mine in homes.items())

    def skips(self, view: View, power: str, phase: str, skip: bool) -> bool:
        """A power that has given up takes no further turns."""
        return skip or (not phase and power in view.flag(CONCEDED, ()))

    @moments.conceded
    def _end_turn(self, act: Act, power: str) -> None:
        """Its own turn ends at once if nothing has moved yet; else it is played to its end."""
        moved = any(u.owner == power and (u.moved or u.fought) for u in act.state.units.values())
        if power != act.active or moved or act.state.pending or act.state.battles:
            return
        for bought in act.state.pool.get(power, ()):
            act.pay(bought.purse, -bought.price, "returned")
        act.set_pool(power, ())
        act.drop_tasks(lambda waiting: True)
        act.later(task("end turn"))


def home_side(view: View, capital: str) -> str:
    """The side a Major Capital belongs to by print."""
    return view.side(view.place(capital).original)


def _enemy(side: str) -> str:
    return "Allies" if side == "Axis" else "Axis"


def _watch(act: Act, place: str, owner: str | None) -> None:
    """Begin, keep or end the count of a Major Capital."""
    if place not in MAJOR_CAPITALS:
        return
    held = {k: v for k, v in act.flag(HELD, {}).items() if k != place}
    if owner and act.side(owner) == _enemy(home_side(act, place)):
        since = {"by": owner, "round": act.state.turn.round}
        held[place] = act.flag(HELD, {}).get(place, since)
    act.set_flag(HELD, held or None)


def _held_a_round(view: View, capital: str) -> bool:
    """Whether the captor's next turn has come since the capture."""
    since, order, turn = view.flag(HELD)[capital], view.board.order, view.state.turn
    return (turn.round, order.index(turn.power)) >= (since["round"] + 1, order.index(since["by"]))


def _own_capitals(view: View, side: str) -> bool:
    mine = [c for c in MAJOR_CAPITALS if home_side(view, c) == side]
    return all(view.owner(c) == view.place(c).original for c in mine)


def _given_up(view: View, side: str) -> bool:
    """Whether every power of a side that has a Major Capital by print has conceded."""
    powers = {str(view.place(c).original) for c in MAJOR_CAPITALS if home_side(view, c) == side}
    return powers <= set(view.flag(CONCEDED, ()))


COMMON = BasicExpansion()
