"""Which transport takes which unit: what cannot be stowed is found out soon, however many ships there are."""

from __future__ import annotations

from rules.model.state import Unit
from rules.movement import packing
from tests.positions import stand


def test_loads_that_differ_only_by_the_ship_are_tried_once() -> None:
    force = "12 infantry, 4 tank, 4 artillery, 4 antiaircraft artillery"
    units = {"SZ 113": {"Germany": "12 transport"}, "Germany": {"Germany": force}}
    view = stand("Germany", units=units).view
    troops, ships, asked = view.units("Germany"), view.units("SZ 113"), 0

    def may(unit: Unit, ship: Unit) -> bool:
        nonlocal asked
        asked += 1
        return unit.id != max(u.id for u in troops if u.type == "infantry")

    assert packing.pack(view, troops, ships, may) is None
    assert asked < 5000
    whole = packing.pack(view, troops, ships, lambda unit, ship: True)
    assert whole is not None and len(whole) == 24
