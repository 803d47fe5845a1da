"""Section 8: underground factories, Soviet factories that move and are blown up, demolition of bases."""

from __future__ import annotations

import dataclasses

from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.house.basic import demolition
from rules.house.basic.demolition import BURIED, ON_LOSS, SINCE
from rules.house.basic.document import HEAVY, Section
from rules.mechanics.economy.charges import Charges
from rules.mechanics.economy.facilities import UNDERGROUND, bought_for, buy_mark, complex_of
from rules.mechanics.economy.moving_factories import MovingFactories
from rules.mechanics.economy.underground import Underground
from rules.model.board import Option
from rules.model.orders import Buy, Demolish, Item, Order, Upgrade
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal
from rules.model.state import Decision, Facility
from rules.phases.purchase import buy

ID, COST = "bx.factories", 4
WORDS = (UNDERGROUND, BURIED)
MAJORS = Option("bx.russian_major_moves", True, "Soviet major complexes may move too")
FULL_BUILD = Option(
    "bx.russian_move1_full_build", False, "A Soviet complex that moved one territory makes as much as ever"
)


class Factories(Section):
    """Underground factories for everybody; the Soviet Union moves and destroys its factories; bases are blown up."""

    id = ID
    title = "Factories, air bases and naval bases"
    text = (
        "For 4 IPC in purchase an undamaged industrial complex, old or just bought, goes underground: raids and rockets "
        "cannot hit it (`upgrade minor industrial complex to underground: Romania`). Its owner may remove it free in "
        "collect income, from his next turn on (`demolish underground factory: Romania`). Once at war with Germany the "
        "Soviet Union moves its complexes in noncombat move over own land (`move 1 minor industrial complex: Ukraine > "
        "Bryansk`): 1 territory and it makes one unit, or 2 and it makes none; it passes another complex but does not "
        "stop there. The Soviet Union may blow up any of its complexes at any moment, also during a battle for it "
        "(`demolish minor industrial complex: Ukraine`, or beforehand `demolish minor industrial complex (on loss): "
        "Ukraine`). For 4 IPC in purchase a charge removes an air or naval base in collect income of that turn "
        "(`demolish naval base: Gibraltar`)."
    )
    source = "Basic Expansion: 8. Factories, Air & Naval bases"
    entries = tuple(f"BX-8.{n}" for n in range(1, 14))
    options = (MAJORS, FULL_BUILD)
    parts = (
        Underground(id=ID, cites={"": "BX-8.4"}),
        Charges(id=ID, fees={"air base": 4, "naval base": 4}, at="collect income", cites={"": "BX-8.13"}),
        MovingFactories(
            id=ID, power=demolition.SOVIET, enemy="Germany", large=("major industrial complex",),
            large_move=lambda view: bool(view.option(MAJORS)),
            full_build=lambda view: bool(view.option(FULL_BUILD)), cites={"move": "BX-8.10", "stop": "BX-8.11"},
        ),
    )  # fmt: skip
    priority = 5
    flags = {
        SINCE: "territory -> round in which its complex went underground",
        ON_LOSS: "territories whose complex the Soviet Union blows up when they fall",
    }

    def change_unit(self, unit: UnitType) -> UnitType:
        """A complex of any size may be called by what it has become."""
        return dataclasses.replace(unit, aliases=(*unit.aliases, BURIED)) if unit.has("complex") else unit

    def handle(self, act: Act, order: Order) -> bool:
        """Transforming, demolishing."""
        if isinstance(order, Upgrade) and order.to in WORDS and act.phase == "purchase":
            _transform(act, order)
        elif isinstance(order, Buy) and act.phase == "purchase" and any(UNDERGROUND in i.tags for i in order.items):
            _buy_underground(act, order)
        elif isinstance(order, Demolish):
            demolition.demolish(act, act.active, order)
        else:
            return False
        return True

    def any_time(self, act: Act, order: Order) -> bool:
        """The Soviet Union blows up factories on anybody's turn."""
        return isinstance(order, Demolish) and _soviet(act, order)

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """Also while it is asked something else; the question stays."""
        return isinstance(order, Demolish) and _soviet(act, order)

    def income_opens(self, view: View, power: str, opens: bool) -> bool:
        """Collect income waits for a power that has an underground factory."""
        own = [p for p, owner in view.state.owners.items() if owner == power]
        return opens or any(UNDERGROUND in f.marks for p in own for f in view.facilities(p))

    def captured_facilities(
        self, view: View, place: str, by: str | None, facilities: tuple[Facility, ...]
    ) -> tuple[Facility, ...]:
        """What was to be blown up at the fall of the place is gone."""
        if place not in view.flag(ON_LOSS, ()):
            return facilities
        return tuple(f for f in facilities if not view.table.units[f.type].has("complex"))

    @moments.captured
    def _blow_up(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """A standing order to destroy ends with the loss."""
        if place in act.flag(ON_LOSS, ()):
            left = tuple(p for p in act.flag(ON_LOSS) if p != place)
            act.set_flag(ON_LOSS, left or None)
            act.note(f"{demolition.SOVIET} has blown up its factory in {place}.", place=place)

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Transformations and demolitions possible now."""
        if power == view.active and view.phase == "purchase":
            return _transformable(view, power)
        return demolition.offers(view, power)


def _soviet(act: Act, order: Demolish) -> bool:
    if (act.by or act.state.pending[0].power) != demolition.SOVIET:
        return False
    demolition.demolish(act, demolition.SOVIET, order)
    return True


def _transform(act: Act, order: Upgrade) -> None:
    """`upgrade COMPLEX to underground: PLACE`: an existing complex at once, a bought one when it is placed."""
    power, place = act.active, order.place
    if not act.table.units[order.item.unit].has("complex"):
        act.refuse("not-eligible", f"Only industrial complexes go underground, no {order.item.unit}.", "BX-8.2")
    found = complex_of(act, place)
    if found is not None:
        act.check(why_not(act, place, found))
    _bury(act, place)
    act.note(f"{power} moves the {order.item.unit} in {place} underground ({COST} IPC).", place=place)


def _bury(act: Act, place: str) -> None:
    found, new = complex_of(act, place), bought_for(act, place)
    if found is None and new is None:
        act.refuse("no-target", f"No industrial complex stands in {place} or is bought for it.", "BX-8.1")
    if found is None and new and UNDERGROUND in new.marks:
        act.refuse("already-used", f"The {new.type} bought for {place} is underground already.", "BX-8.1")
    buy_mark(act, place, UNDERGROUND, COST, "An underground factory", without=HEAVY)
    act.set_flag(SINCE, {**act.flag(SINCE, {}), place: act.state.turn.round})


def why_not(view: View, place: str, facility: Facility) -> Refusal | None:
    """Why the active power may not transform a complex."""
    if not view.held_since_start(place, view.active):
        text = f"{place} has not been {view.active}'s since the start of the turn."
        return Refusal("wrong-site", text, "BX-8.8")
    if UNDERGROUND in facility.marks:
        return Refusal("already-used", f"The {facility.type} in {place} is underground already.", "BX-8.2")
    if facility.damage:
        text = f"The {facility.type} in {place} has {facility.damage} damage: repair it first."
        return Refusal("damaged", text, "BX-8.3")
    return None


def _buy_underground(act: Act, order: Buy) -> None:
    """`buy 1 minor industrial complex (underground): Romania`."""
    if not order.site or not all(act.table.units[i.unit].has("complex") for i in order.items):
        act.refuse("no-target", "Only industrial complexes go underground; name the territory too.", "BX-8.1")
    for item in order.items:
        tags = tuple(t for t in item.tags if t != UNDERGROUND)
        buy(act, Buy((Item(item.count, item.unit, tags),), order.site))
        if tags != item.tags:
            _bury(act, order.site)


def _transformable(view: View, power: str) -> tuple[str, ...]:
    own = sorted(p for p, owner in view.state.owners.items() if owner == power)
    fit = [(p, f) for p in own if (f := complex_of(view, p)) and why_not(view, p, f) is None]
    return tuple(f"upgrade {f.type} to {UNDERGROUND}: {p}" for p, f in fit)


RULE = Factories()
