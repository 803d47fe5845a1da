"""Profiles that several documents have, with figures of their own."""

from __future__ import annotations

import pytest

from rules.core.table import Table
from rules.mechanics.movement.landing_craft import craft
from rules.mechanics.units.conscripts import conscript
from rules.mechanics.units.escorts import escort
from tests.positions import stand


def test_a_conscript() -> None:
    unit = conscript("x", ("USSR",), 3, 5)
    assert (unit.attack, unit.defense, unit.move, unit.cost, unit.cargo) == (1, 2, 1, 2, 2)
    assert dict(unit.numbers) == {"from_round": 3, "to_round": 5}
    assert conscript("x", ("USSR",), 3, 5, most=4).number("max_board") == 4


def test_an_escort() -> None:
    unit = escort("x", 4)
    assert (unit.attack, unit.defense, unit.move, unit.cost) == (1, 2, 2, 6)
    assert dict(unit.numbers) == {"convoy_dice": 1, "from_round": 4}


def test_landing_craft_hold_nothing() -> None:
    assert craft("x", 5, 3).traits >= {"stands by", "cannot hold", "no fighter", "cannot capture"}


def test_a_halftrack_of_1943() -> None:
    """Y43-17.8: attacks at 2, defends at 3, moves 2, 4 IPC; two places aboard."""
    unit = Table("europe1943", ["y43"]).units["m3 halftrack"]
    assert (unit.attack, unit.defense, unit.move, unit.cost, unit.cargo, unit.number("max_board")) == (
        2,
        3,
        2,
        4,
        2,
        10,
    )


@pytest.mark.parametrize(("tech", "paired"), [((), False), (("mechanized infantry",), True)])
def test_infantry_rides_along_by_the_technology_only(tech: tuple[str, ...], paired: bool) -> None:
    """Anniversary's profiles, as look-ups show them (AA-6)."""
    view = stand("Germany", game="anniversary", tech={"Germany": list(tech)}).view
    assert ("blitz with tank" in view.profile("Germany", "infantry").traits) is paired
    assert ("leads mechanized" in view.profile("Germany", "tank").traits) is paired
    assert "leads mechanized" not in view.profile("Germany", "artillery").traits
