"""Air battles over targets: what a look-up says of aircraft there."""

from __future__ import annotations

import pytest

from rules.core.table import Table


@pytest.mark.parametrize(("unit", "attacks", "defends"), [("fighter", 3, 4), ("strategic bomber", 1, 0)])
def test_the_printed_profile_tells_the_numbers_of_the_table(unit: str, attacks: int, defends: int) -> None:
    """Escorts attack at their own number, interceptors defend at theirs; a bomber intercepts nobody."""
    profile = Table("global1940", ["bx.strategic-bombing"]).units[unit]
    assert (profile.number("air_attack"), profile.number("air_defense")) == (attacks, defends)
