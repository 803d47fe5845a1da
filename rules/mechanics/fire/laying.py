"""`lay`: markers are put onto borders or places in mobilize, from units that stand there or out of the pool."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from rules.core.act import Act
from rules.core.table import Table
from rules.core.view import View
from rules.economy import placing, pool
from rules.mechanics.fire import lines
from rules.mechanics.mechanic import Mechanic
from rules.model.events import UnitRemoved
from rules.model.names import listing, sentence
from rules.model.orders import Lay, Order
from rules.model.profiles import MARKER
from rules.model.state import Bought
from rules.phases import mobilize


def laid(table: Table) -> frozenset[str]:
    """What is laid on borders or in places in a game."""
    return frozenset(rule.type for rule in table.rules if isinstance(rule, Laying))


@dataclass(frozen=True, eq=False, kw_only=True)
class Laying(Mechanic):
    """`lay 4 landmine: Germany | Poland`, `lay 1 railroad: Moscow`, in mobilize.

    type: what is laid. A unit is dug in where it stands, bought ones where they could be placed; a marker comes out
    of the pool. on: a "border", a sea border ("coast") or the "place" itself. ground: "own" territory, or any
    "friendly" one, since the turn began. sites: the only places (empty: any). most: how many an owner has on
    one border or place (0: no limit). cites: "phase", "site", "border", "count".
    """

    type: str
    on: Literal["border", "coast", "place"] = "border"
    ground: Literal["own", "friendly"] = "own"
    sites: tuple[str, ...] = ()
    most: int = 0

    def handle(self, act: Act, order: Order) -> bool:
        """The order."""
        if not isinstance(order, Lay) or any(item.unit != self.type for item in order.items):
            return False
        number = sum(item.count for item in order.items)
        self._check(act, order)
        self._check_most(act, order, number)
        since = len(act.events)
        self._collect(act, order.place, number)
        name = lines.key(order.place, order.border)
        lines.add(act, name, self.type, act.active, number, "laid")
        act.note(
            f"{act.active} lays {act.table.units[self.type].counted(number)} on {name}.", since=since, place=order.place
        )
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """All that stands or lies ready, on each border, those first behind which most enemies stand."""
        if view.phase != "mobilize" or power != view.active:
            return ()
        found: list[tuple[tuple[int, int], str]] = []
        for place, here in sorted(self._at_hand(view, power).items()):
            if view.place(place).is_land and self._ready(view, place, power):
                order = f"lay {min(here, self.most or here)} {self.type}: "
                found += [(rank, order + lines.key(place, other)) for rank, other in self._borders(view, place)]
        return tuple(text for _, text in sorted(found, key=lambda one: one[0]))

    def _at_hand(self, view: View, power: str) -> Counter[str]:
        """Place -> how many stand there or could come there out of the pool."""
        mine = (u for u in view.state.units.values() if (u.owner, u.type) == (power, self.type) and u.carrier is None)
        found = Counter(u.place for u in mine)
        for entry in pool.matching(view.state.pool.get(power, ()), self.type):
            if self._is_marker(view):
                found.update(dict.fromkeys(self.sites or view.board.places, entry.count))
                continue
            for place in placing.candidates(view, power, entry):
                fits = (n for n in range(entry.count, 0, -1) if not placing.refusal(view, power, entry, n, place))
                found[place] += next(fits, 0)
        return +found

    def unfit(self, view: View, power: str, place: str) -> str:
        """What else keeps a power from laying it in a territory, in words; "" nothing."""
        return ""

    def _borders(self, view: View, place: str) -> list[tuple[tuple[int, int], str]]:
        """Where it may be laid, with its rank: to the enemy, to others, to the sea, between own territories; among them by
        the number of enemies beyond. A place itself ranks by all who press it."""
        if self.on == "place":
            return [((0, -view.pressed(place, view.active)), "")]
        near = view.board.touching_seas(place) if self.on == "coast" else view.board.near(place)
        return [(self._rank(view, other), other) for other in near]

    def _rank(self, view: View, other: str) -> tuple[int, int]:
        beyond = -len(view.enemy_units(other, view.active))
        if view.place(other).is_sea:
            return 2, beyond
        return 0 if view.hostile_land(other, view.active) else 3 if view.owner(other) == view.active else 1, beyond

    def _ready(self, view: View, place: str, power: str) -> bool:
        return self._open(view, place, power) and not self.unfit(view, power, place)

    def _open(self, view: View, place: str, power: str) -> bool:
        held = view.held_since_start if self.ground == "own" else view.friendly_since_start
        return held(place, power) and (not self.sites or place in self.sites)

    def _is_marker(self, view: View) -> bool:
        return view.table.units[self.type].domain == MARKER

    def _check(self, act: Act, order: Lay) -> None:
        many, place = act.table.units[self.type].many, order.place
        if act.phase != "mobilize":
            act.refuse("wrong-phase", sentence(f"{many} are laid in mobilize"), self.cite("phase"))
        if (self.on == "place") == bool(order.border):
            border = "" if self.on == "place" else f" | {act.board.near(place)[0]}"
            act.refuse("syntax", f"The form is: lay 1 {self.type}: {place}{border}.", self.cite("border"))
        if order.border and order.border not in act.board.near(place):
            act.refuse("no-path", f"{place} and {order.border} have no common border.", self.cite("border"))
        if self.on == "coast" and act.place(order.border).is_land:
            text = sentence(f"{many} are laid on coasts; {order.border} is land")
            act.refuse("wrong-site", text, self.cite("site"))
        if not act.place(place).is_land or not self._open(act, place, act.active):
            kind = "own territories held" if self.ground == "own" else "territories that are friendly"
            where = listing(self.sites) if self.sites else f"{kind} since the turn began"
            text = sentence(f"{many} are laid in {where}; {place} is not open to that")
            act.refuse("wrong-site", text, self.cite("site"))
        if why := self.unfit(act, act.active, place):
            act.refuse("wrong-site", sentence(f"no {many} in {place}: {why}"), self.cite("site"))

    def _check_most(self, act: Act, order: Lay, number: int) -> None:
        have = lines.count(act, order.place, order.border, self.type, act.active)
        if self.most and have + number > self.most:
            text = f"{act.active} can have {act.table.units[self.type].counted(self.most)} there; it has {have}."
            act.refuse("limit-here", text, self.cite("count"))

    def _collect(self, act: Act, place: str, number: int) -> None:
        """Take what is laid off the board and out of the pool."""
        power = act.active
        standing = [u for u in act.units(place, power) if u.type == self.type and u.carrier is None][:number]
        left = number - len(standing)
        for entry in pool.matching(act.state.pool.get(power, ()), self.type):
            if left and (some := self._from_pool(act, entry, left, place)):
                left -= some
        if left:
            text = (
                f"{act.table.units[self.type].counted(number - left)} of {power} can be laid in {place}, not {number}."
            )
            act.refuse("not-enough-units", text, self.cite("count"))
        for unit in standing:
            act.emit(UnitRemoved(unit, "laid"))

    def _from_pool(self, act: Act, entry: Bought, most: int, place: str) -> int:
        some = min(entry.count, most)
        if self._is_marker(act):
            pool.take(act, act.active, entry, some)
            return some
        while some and placing.refusal(act, act.active, entry, some, place):
            some -= 1
        if some:
            before = {u.id for u in act.units(place)}
            mobilize.put(act, act.active, entry, some, place)
            for unit in [u for u in act.units(place) if u.id not in before]:
                act.emit(UnitRemoved(unit, "laid"))
        return some
