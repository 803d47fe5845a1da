"""Industrial complexes: three sizes, more industry, underground ones."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from rules.core.act import Act
from rules.core.purses import pay
from rules.core.view import View
from rules.economy import pool
from rules.economy.sites import facility_refusal
from rules.house.europe1943.document import GERMANY, USSR, Section
from rules.house.europe1943.industry import MAJOR, MINOR, MORE, SIZES, SUPER, more_industry
from rules.mechanics.economy.facilities import UNDERGROUND, bought_for, buy_mark, complex_of, payer
from rules.mechanics.economy.moving_factories import MovingFactories
from rules.mechanics.economy.underground import Underground
from rules.model.board import Option
from rules.model.names import article, listing
from rules.model.orders import Order, Upgrade
from rules.model.profiles import FACILITY, UnitType
from rules.model.refusals import Refusal
from rules.model.state import Bought, Facility

ID = "y43.complexes"
BURYING: Mapping[str, int] = {MINOR: 7, MAJOR: 14, SUPER: 21}
CHEAPER: Mapping[tuple[str, str], int] = {(USSR, SUPER): 6, (GERMANY, MAJOR): 4, (GERMANY, SUPER): 4}
CHEAPER_FROM = 3
MARKED = "turn.industry markers"
MOVES = Option("y43.russian_factories_move", False, "Soviet complexes move one or two territories in noncombat move")
LARGEST = UnitType(
    SUPER, FACILITY, plural="super industrial complexes", aliases=("super complex", "super ic", "super factory", "sic"),
    cost=45,
    traits=frozenset({"complex", "original only"}), rule=ID,
    numbers={"produces": 15, "max_damage": 30, "min_value": 6, "built_in_aa": 1, "upgrade_cost": 20},
)  # fmt: skip


class Complexes(Section):
    """Minor, major, super."""

    id = ID
    title = "Industrial complexes"
    text = (
        "Minor: 10 IPC, 3 units, on a territory worth 3. Major: 25 IPC, 10 units, worth 6; a minor becomes one for 15 "
        "IPC. Super: 45 IPC, 15 units, at most 30 damage, on the power's own original territory worth 6; a major "
        "becomes one for 20 IPC. One step of size a turn (upgrade minor industrial complex to major industrial "
        "complex: Ploiesti); it works from the next turn. Any complex may have +1 industry (2 IPC) or +2 industry (3 "
        "IPC), one of them: so many more units, at once. For 7, 14 or 21 IPC by its size (with an enlargement in the "
        "same turn: the old size) it goes underground, where raids, rockets and bombs do not reach it. From round 3 "
        "the Soviet Union pays 6 less for a super, Germany 4 less for a major or super. Damage is repaired before any "
        "of this; enlarging keeps what was bought. The enemy who takes a complex finds a minor one without more "
        "industry, underground if it was. By option the Soviet Union moves its complexes in "
        "noncombat move over own land: one territory and it makes one unit, or two and it makes none."
    )
    source = "Axis and Allies 1943: industrial complexes"
    entries = (*(f"Y43-10.{n}" for n in range(1, 12)), "Y43-21.21")
    units = (LARGEST,)
    options = (MOVES,)
    parts = (
        Underground(id=ID, cites={"": "Y43-10.10"}),
        MovingFactories(
            id=ID, power=USSR, enemy=GERMANY, open=lambda view: bool(view.option(MOVES)), cites={"": "Y43-21.21"}
        ),
    )
    replaces = ("second-edition.complexes",)
    priority = -1

    def change_unit(self, unit: UnitType) -> UnitType:
        """What the printed sizes cost and need; raiders of complexes raid the new one too."""
        if unit.name == MINOR:
            return dataclasses.replace(unit, numbers={**unit.numbers, "min_value": 3})
        if unit.name == MAJOR:
            numbers = {**unit.numbers, "min_value": 6, "upgrade_cost": 15}
            return dataclasses.replace(unit, traits=unit.traits - {"original only"}, numbers=numbers)
        if MAJOR in unit.raids and SUPER not in unit.raids:
            return dataclasses.replace(unit, raids=(SUPER, *unit.raids))
        return unit

    def tags(self, unit: UnitType, owner: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """A complex may be written with more industry."""
        return (*tags, *MORE) if unit.has("complex") else tags

    def handle(self, act: Act, order: Order) -> bool:
        """`upgrade COMPLEX to SIZE | +1 industry | +2 industry | underground: PLACE` in purchase."""
        if not isinstance(order, Upgrade) or act.phase != "purchase":
            return False
        to = act.table.unit_names.find(order.to) or order.to
        if to not in (*SIZES, *MORE, UNDERGROUND):
            return False
        _check(act, order, to)
        if to in SIZES:
            _enlarge(act, order.place, to)
        else:
            _mark(act, order.place, to)
        return True

    def capacity(self, view: View, power: str, place: str, quota: UnitType | None, capacity: int) -> int:
        """Damage takes from the raised number."""
        return capacity if quota else capacity + sum(_more(view, power, f) for f in view.complexes(place))

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """All that is possible now."""
        if view.phase != "purchase" or power != view.active:
            return ()
        own = sorted((p for p in view.state.facilities if view.owner(p) == power), key=lambda p: (-view.value(p), p))
        return tuple(text for p in own if (f := complex_of(view, p)) for text in _possible(view, p, f))


def _more(view: View, power: str, facility: Facility) -> int:
    makes = view.profile(power, facility.type).number("produces")
    return max(0, makes + more_industry(facility) - facility.damage) - max(0, makes - facility.damage)


def _check(act: Act, order: Upgrade, to: str) -> None:
    """What holds for every upgrade."""
    power, place = act.active, order.place
    if not act.table.units[order.item.unit].has("complex"):
        act.refuse("not-eligible", f"Only industrial complexes are upgraded so, no {order.item.unit}.", "Y43-10.4")
    if not act.held_since_start(place, power):
        act.refuse("wrong-site", f"{place} has not been {power}'s since its turn began.", "Y43-10.1")
    found = complex_of(act, place)
    if found is None:
        if not bought_for(act, place):
            act.refuse("no-target", f"There is no industrial complex in {place}.", "Y43-10.1")
        return
    if found.damage:
        text = f"The {found.type} in {place} has {found.damage} damage: repair it first."
        act.refuse("damaged", text, "Y43-21.21")


# --- size -------------------------------------------------------------------------------------------------------


def _enlarge(act: Act, place: str, to: str) -> None:
    act.check(_too_large(act, place, to))
    unit = act.profile(act.active, to)
    act.check(facility_refusal(act, act.active, unit, 1, place, upgrade=True))
    cost, since = unit.number("upgrade_cost"), len(act.events)
    pay(act, payer(act, place), cost, f"Enlarging the complex in {place}")
    pool.add(act, act.active, Bought(to, 1, payer(act, place), cost, place, frozenset({"upgrade"})))
    text = f"{act.active} enlarges the complex in {place} to {article(to)} ({cost} IPC); {_left(act)}"
    act.note(text, since=since, place=place)


def _too_large(view: View, place: str, to: str) -> Refusal | None:
    """One step a turn."""
    found = complex_of(view, place)
    if bought_for(view, place):
        return Refusal("already-used", f"The complex in {place} is built or enlarged this turn already.", "Y43-10.8")
    size = SIZES.index(found.type) if found else -1
    if SIZES.index(to) == size + 1:
        return None
    text = f"One size a turn: the {SIZES[size]} in {place} does not become {article(to)} now."
    return Refusal("not-eligible", text, "Y43-10.8")


# --- marks ------------------------------------------------------------------------------------------------------


def _mark(act: Act, place: str, mark: str) -> None:
    found, new = complex_of(act, place), bought_for(act, place)
    marks = found.marks if found else new.marks if new else frozenset()
    if mark in marks or (mark == "+1 industry" and "+2 industry" in marks):
        act.refuse("already-used", f"The complex in {place} has that already: {listing(sorted(marks))}.", "Y43-10.4")
    if mark in MORE and place in act.flag(MARKED, ()):
        act.refuse("already-used", f"The complex in {place} has had its marker for this turn.", "Y43-10.4")
    size = found.type if found else new.type if new else MINOR
    if mark in MORE:
        act.set_flag(MARKED, (*act.flag(MARKED, ()), place))
    cost, since = price(act, act.active, size, mark), len(act.events)
    buy_mark(act, place, mark, cost, f"{mark} in {place}", without="+1 industry" if mark == "+2 industry" else "")
    text = f"{act.active} pays {cost} IPC for the {size} in {place}: {mark}; {_left(act)}"
    act.note(text, since=since, place=place)


def _left(view: View) -> str:
    return f"{view.money(view.active)} IPC left."


def price(view: View, power: str, size: str, mark: str) -> int:
    """IPC for a marker or for going underground."""
    if mark in MORE:
        return MORE[mark][1]
    less = CHEAPER.get((power, size), 0) if view.state.turn.round >= CHEAPER_FROM else 0
    return BURYING[size] - less


def _possible(view: View, place: str, facility: Facility) -> Iterator[str]:
    if facility.damage or not view.held_since_start(place, view.active):
        return
    name = facility.type
    for mark in (*MORE, UNDERGROUND):
        if mark not in facility.marks and not (mark in MORE and "+2 industry" in facility.marks):
            yield f"upgrade {name} to {mark}: {place}"
    for to in SIZES[SIZES.index(name) + 1 :][:1]:
        unit = view.profile(view.active, to)
        if not bought_for(view, place) and not facility_refusal(view, view.active, unit, 1, place, upgrade=True):
            yield f"upgrade {name} to {to}: {place}"


RULE = Complexes()
