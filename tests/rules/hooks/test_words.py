"""Words and facts that a rule may use and hooks alone do not show: proved by made-up units and rules."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cases.run import run_table
from rules.model.profiles import LAND, SEA, UnitType
from rules.model.vocabulary import Trait
from tests.rules.hooks.proof import ID, known

NORWAY, NORTH_SEA = "Finland-Norway", "North Sea Zone"
MARINE = UnitType("sea soldier", LAND, attack=1, defense=2, move=1, cost=4, cargo=1, numbers={"landed_attack": 4})


def wrong(
    *steps: Any,
    brings: tuple[UnitType, ...] = (),
    **case: Any,
) -> str:
    """What is wrong with a British case under a made-up rule; "" when it holds."""
    whole = {
        "id": "made up", "game": "classic", "rules": [ID], "power": "United Kingdom", "phase": "combat move",
        "setup": "empty", **case, "step": list(steps),
    }  # fmt: skip
    with known(units=brings):
        return run_table(whole, "made up").why


def order(text: str, *dice: int) -> dict[str, Any]:
    """A step with its dice."""
    return {"order": text, **({"dice": list(dice)} if dice else {})}


def cruiser(*traits: Trait) -> UnitType:
    """A ship that carries a soldier and has guns for his landing."""
    words = frozenset[Trait]({"transport", *traits})
    return UnitType(
        "light cruiser", SEA, attack=3, defense=3, move=2, cost=12, capacity=1, traits=words, numbers={"bombard": 3}
    )


def test_what_has_landed_attacks_at_its_own_number() -> None:
    units = {NORTH_SEA: {"United Kingdom": "1 transport (cargo: 1 sea soldier)"}, NORWAY: {"Germany": "1 infantry"}}
    landing = (order(f"unload 1 sea soldier: {NORTH_SEA} > {NORWAY}"), order("done"), order(f"fight {NORWAY}", 4, 6))
    assert not wrong(*landing, brings=(MARINE,), units=units, expect={"owner": {NORWAY: "United Kingdom"}})
    overland = {"Karelia S.S.R.": {"United Kingdom": "1 sea soldier"}, NORWAY: {"Germany": "1 infantry"}}
    march = (order(f"move 1 sea soldier: Karelia S.S.R. > {NORWAY}"), order("done"), order(f"fight {NORWAY}", 2, 6))
    assert not wrong(*march, brings=(MARINE,), units=overland, expect={"pending": "retreat"})


@pytest.mark.parametrize(("traits", "dice"), [((), (6, 6)), (("bombards with cargo",), (3, 6, 6))])
def test_a_ship_bombards_for_its_own_cargo_where_its_profile_says_so(traits: tuple[Trait, ...], dice: Any) -> None:
    units = {NORTH_SEA: {"United Kingdom": "1 light cruiser (cargo: 1 infantry)"}, NORWAY: {"Germany": "1 infantry"}}
    landing = (order(f"unload 1 infantry: {NORTH_SEA} > {NORWAY}"), order("done"), order(f"fight {NORWAY}", *dice))
    assert not wrong(*landing, brings=(cruiser(*traits),), units=units)


def test_a_ship_that_has_fought_at_sea_bombards_for_nobody() -> None:
    units = {
        NORTH_SEA: {"United Kingdom": "1 light cruiser (cargo: 1 infantry)", "Germany": "1 transport"},
        NORWAY: {"Germany": "1 infantry"},
    }
    landing = (
        order(f"unload 1 infantry: {NORTH_SEA} > {NORWAY}"),
        order("done"),
        order(f"fight {NORWAY}", 1, 6, 6, 6),  # the ship and the transport, then the two on land
    )
    assert not wrong(*landing, brings=(cruiser("bombards with cargo"),), units=units)
