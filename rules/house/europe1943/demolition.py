"""Destroying one's own complexes and bases."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.purses import pay, purse_of
from rules.core.view import View
from rules.house.europe1943.document import USSR, Section
from rules.model.orders import Demolish, Order
from rules.model.state import Facility

ID, CHARGES, FACTORY, BASE = "y43.demolition", "turn.demolitions", 4, 2


class Demolition(Section):
    """Paid when the turn begins, gone when it ends."""

    id = ID
    title = "Demolition"
    text = (
        "In purchase a power may have its own complexes (4 IPC) and bases (2 IPC) blown up that it has held since its "
        "turn began (demolish minor industrial complex: Warsaw). They work for this turn and are gone when it ends, "
        "after income. The Soviet Union pays nothing and may say so in any phase of its own turn."
    )
    source = "Axis and Allies 1943: standard unit adjustments"
    entries = ("Y43-3.3", "Y43-3.4", "Y43-3.5")

    def handle(self, act: Act, order: Order) -> bool:
        """The order, on one's own turn."""
        if not isinstance(order, Demolish) or not _facility(act, order.facility):
            return False
        _demolish(act, order)
        return True

    def on_turn_end(self, act: Act) -> None:
        """They are gone."""
        for place, types in act.flag(CHARGES, {}).items():
            for type_ in types:
                _remove(act, place, type_)

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """What could be blown up now."""
        if power != view.active or (view.phase != "purchase" and power != USSR):
            return ()
        own = sorted(p for p in view.state.facilities if view.owner(p) == power and view.held_since_start(p, power))
        charged = view.flag(CHARGES, {})
        return tuple(
            f"demolish {f.type}: {p}" for p in own for f in view.facilities(p) if f.type not in charged.get(p, ())
        )


def _facility(act: Act, name: str) -> bool:
    """Whether an order means a facility (markers are others' matter)."""
    found = act.table.unit_names.find(name)
    return found is not None and act.table.units[found].domain == "facility"


def _demolish(act: Act, order: Demolish) -> None:
    power, place = act.active, order.place
    name = act.table.unit_names.find(order.facility) or order.facility
    if act.phase != "purchase" and power != USSR:
        act.refuse("wrong-phase", "Demolitions are paid in purchase.", "Y43-3.3")
    if not act.held_since_start(place, power):
        act.refuse("wrong-site", f"{place} has not been {power}'s since its turn began.", "Y43-3.3")
    found = _meant(act, place, name)
    if found is None:
        act.refuse("no-target", f"There is no {name} in {place}.", "Y43-3.3")
    charged = act.flag(CHARGES, {})
    if found.type in charged.get(place, ()):
        act.refuse("already-used", f"The {found.type} in {place} is to be blown up already.", "Y43-3.3")
    cost = 0 if power == USSR else FACTORY if act.table.units[found.type].has("complex") else BASE
    if cost:
        pay(act, purse_of(act, power, place), cost, "Demolition")
    act.set_flag(CHARGES, {**charged, place: (*charged.get(place, ()), found.type)})
    act.note(f"{power} will blow up the {found.type} in {place} ({cost} IPC).", place=place)


def _meant(view: View, place: str, name: str) -> Facility | None:
    """The facility an order means: a complex of any size by any complex's name."""
    if view.table.units[name].has("complex"):
        return next(iter(view.complexes(place)), None)
    return next(iter(view.facilities(place, name)), None)


def _remove(act: Act, place: str, type_: str) -> None:
    here = list(act.state.facilities.get(place, ()))
    both = act.table.units[type_].has("complex")
    found = next((f for f in here if f.type == type_ or (both and act.table.units[f.type].has("complex"))), None)
    if found and act.owner(place) == act.active:
        here.remove(found)
        act.set_facilities(place, here, "demolished")
        act.note(f"{act.active} blows up its {found.type} in {place}.", place=place)


RULE = Demolition()
