"""Section 11, first half: Germany takes Italy over, units, lands, money and objectives."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence

from rules.core.act import Act
from rules.core.capture import cede
from rules.core.purses import purse_of
from rules.core.view import View
from rules.house.expansion4.document import Section
from rules.model.board import Option
from rules.model.names import listing
from rules.model.orders import Invoke, Order
from rules.model.profiles import LAND, SEA, UnitType
from rules.model.refusals import Refusal
from rules.model.state import Unit
from rules.model.vocabulary import Number

ID, NAME = "x4.italian-takeover", "italian takeover"
GERMANY, ITALY, ROME = "Germany", "Italy", "Southern Italy"
FROM_ROUND, FEE, MINE = 8, 5, "landmine"
FLAG = "x4.italian takeover"
HOME_WATERS = ("SZ 95", "SZ 97")
NEEDS_ROME = Option("x4.takeover_needs_rome", True, "A takeover needs Rome in Italian hands")


class ItalianTakeover(Section):
    """One order of Germany's purchase, once and for good: what is Italian is German."""

    id = ID
    title = "German takeover of Italy"
    text = (
        "From Late 1943 (round 8) Germany may take Italy over in its purchase: `invoke italian takeover`. It needs Rome "
        "in Italian hands, no Italian land unit in Africa (mines do not count), and all Italian ships together in one "
        "zone: SZ 95, or SZ 97 on Global. All units of Italy become German where they stand and may act in this turn, its "
        "territories with their facilities are Germany's, majors stay majors; Germany gets Italy's money and pays 5 IPC "
        "once. Mines that are dug in stay Italian; Germans pass them freely. Italy takes no more turns. Germany collects "
        "the value and the objectives of both from then on (the oil once), and what is taken back of Italian soil is "
        "Germany's. Rome's special units may be made in Rome or Berlin while Germany holds Rome."
    )
    source = "Expansion IV: 11. German takeover of Italy"
    needs = ("Italy", ROME, "Germany")
    entries = tuple(f"X4-11.{n}" for n in range(1, 19))
    options = (NEEDS_ROME,)
    _rome = ROME
    _waters = HOME_WATERS
    flags = {FLAG: "the round in which Germany took Italy over"}
    profile_flags = (FLAG,)

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Germany's limits and places of what both powers make, after the takeover, are those of both."""
        if power != GERMANY or not view.flag(FLAG) or not {GERMANY, ITALY} <= set(unit.powers):
            return unit
        theirs = view.table.units[unit.name].of_power(ITALY)
        most = unit.number("max_board") + theirs.number("max_board")
        numbers: dict[Number, int] = {**unit.numbers, **({"max_board": most} if unit.number("max_board") else {})}
        sites = tuple(dict.fromkeys((*unit.built_at, *theirs.built_at)))
        return dataclasses.replace(unit, numbers=numbers, built_at=sites)

    def handle(self, act: Act, order: Order) -> bool:
        """`invoke italian takeover` in Germany's purchase."""
        if not isinstance(order, Invoke) or order.name != NAME:
            return False
        act.check(self._refusal(act))
        _take_over(act, self._rome)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """The order, when all conditions hold."""
        may = power == view.active == GERMANY and self._refusal(view) is None
        return (f"invoke {NAME}",) if may else ()

    def heir(self, view: View, power: str, heir: str) -> str:
        """Germany in Italy's stead: income, objectives, liberated soil."""
        return GERMANY if power == ITALY and view.flag(FLAG) else heir

    def skips(self, view: View, power: str, phase: str, skip: bool) -> bool:
        """Italy has no turns any more."""
        return skip or (not phase and power == ITALY and bool(view.flag(FLAG)))

    def _refusal(self, view: View) -> Refusal | None:
        """The first condition that does not hold."""
        return _moment(view) or self._capital(view) or _africa(view) or self._fleet(view) or _fee(view)

    def _capital(self, view: View) -> Refusal | None:
        if view.option(NEEDS_ROME) and view.owner(self._rome) != ITALY:
            text = f"Rome ({self._rome}) must be in Italian hands; {view.owner(self._rome)} holds it."
            return Refusal("not-eligible", text, "X4-11.4")
        return None

    def _fleet(self, view: View) -> Refusal | None:
        zones = sorted({u.place for u in _italians(view) if view.domain(u) == SEA})
        waters = [z for z in self._waters if z in view.board.places]
        if len(zones) > 1 or any(z not in waters for z in zones):
            homes = " or in ".join(waters)
            text = f"All Italian ships must lie together in {homes}; they are in {', '.join(zones)}."
            return Refusal("not-eligible", text, "X4-11.3")
        return None


def _moment(view: View) -> Refusal | None:
    if view.active != GERMANY or view.phase != "purchase":
        return Refusal("wrong-phase", "Germany takes Italy over in its own purchase.", "X4-11.1")
    if view.flag(FLAG):
        return Refusal("already-used", f"Germany took Italy over in round {view.flag(FLAG)}.", "X4-11.1")
    if view.state.turn.round < (first := view.table.round_of(ID, FROM_ROUND)):
        name, now = view.board.round_name(first), view.state.turn.round
        return Refusal(
            "too-early",
            f"Germany takes Italy over from {name} (round {first}) on; this is round {now}.",
            "X4-11.1",
        )
    return None


def _africa(view: View) -> Refusal | None:
    africa = view.edition("africa", ())
    there = [u for u in _italians(view) if u.place in africa and view.domain(u) == LAND and u.type != MINE]
    if there:
        text = f"Italy still has land units in Africa: {', '.join(sorted({u.place for u in there}))}."
        return Refusal("not-eligible", text, "X4-11.2")
    return None


def _fee(view: View) -> Refusal | None:
    have = view.money(GERMANY) + view.money(ITALY)
    if have < FEE:
        return Refusal("not-enough-money", f"The takeover costs {FEE} IPC; both powers have {have}.", "X4-11.10")
    return None


def _italians(view: View) -> list[Unit]:
    return [u for u in view.state.units.values() if u.owner == ITALY]


def _take_over(act: Act, rome: str) -> None:
    since = len(act.events)
    units, lands = _italians(act), sorted(p for p, owner in act.state.owners.items() if owner == ITALY)
    for unit in units:
        act.change(unit, owner=GERMANY)
    for place in lands:
        cede(act, place, GERMANY, "taken over")
    money, purse = act.money(ITALY), purse_of(act, GERMANY, rome)
    act.pay(ITALY, money, "takeover")
    act.pay(purse, FEE - money, "takeover")
    act.set_flag(FLAG, act.state.turn.round)
    act.note(
        f"Germany takes Italy over, without a fight. Its territories are German now: {listing(lands)}. So are its units, "
        f"where they stand: {_counted(act, units)}. Germany gets Italy's {money} IPC and pays {FEE} once: it has "
        f"{act.state.money.get(purse, 0)}. Italian mines stay Italian where they are dug in, and let Germans pass. Italy "
        "takes no more turns; Germany collects its income and objectives.",
        since=since,
        news=True,
    )


def _counted(act: Act, units: Sequence[Unit]) -> str:
    """Units by type: `7 infantry, 2 tanks and 1 cruiser`."""
    types = Counter(unit.type for unit in units)
    return listing([act.table.units[name].counted(number) for name, number in sorted(types.items())]) or "none"


RULE = ItalianTakeover()
