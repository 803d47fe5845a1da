"""Landings that are foreseen: over free zones, and behind battles that free a zone first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from test_sanity import plan, position

from seats import OFFICER
from seats.levels import GENERAL
from seats.position.world import ThreatMap

UK = "United Kingdom"
BALTIC = {
    "Germany": {"Germany": "2 infantry"},
    "Eastern Europe": {"Germany": "1 infantry"},
    "Baltic Sea Zone": {"Germany": "1 submarine"},
    "North Sea Zone": {"United Kingdom": "1 transport"},
    "United Kingdom": {"United Kingdom": "2 fighter, 1 bomber, 3 infantry"},
    "Russia": {"USSR": "2 infantry"},
}
USUAL = replace(GENERAL, foresees=0)


def _landing(units: dict[str, dict[str, str]], behind: bool = True, **more: Any) -> list[str]:
    """Who of the United Kingdom could come to Germany behind a battle at sea."""
    view = position("Germany", "noncombat move", units, **more).view
    usual, *landing = [
        found for foe, found in ThreatMap().threats(view, "Germany", behind=behind).on("Germany") if foe == UK
    ]
    assert "bomber" in {u.type for u in usual}
    return sorted(u.type for found in landing for u in found)


def test_whoever_can_free_a_zone_can_land_behind_it() -> None:
    """A full load, without the aircraft that fight at sea; levels that do not foresee it count on the submarine."""
    assert _landing(BALTIC) == ["infantry", "infantry"]
    assert _landing(BALTIC, behind=False) == []


@pytest.mark.parametrize(
    "change",
    [
        {"Baltic Sea Zone": {"Germany": "4 battleship"}},
        {"North Sea Zone": {"United Kingdom": "1 submarine"}},
        {"United Kingdom": {"United Kingdom": "2 fighter, 1 bomber"}},
    ],
    ids=["too strong", "no transport", "no cargo"],
)
def test_else_nobody_lands_behind_a_battle(change: dict[str, dict[str, str]]) -> None:
    assert _landing(BALTIC | change) == []


def test_who_walks_comes_with_those_who_land() -> None:
    walks = {"Eastern Europe": {"USSR": "1 armor"}, "Southern Europe": {"United Kingdom": "1 armor"}}
    owners = {"Eastern Europe": "USSR", "Southern Europe": "United Kingdom"}
    assert _landing(BALTIC | walks, owner=owners) == ["armor", "infantry", "infantry"]


def test_the_general_leaves_no_capital_to_a_landing_behind_a_submarine() -> None:
    """Who counts on the submarine marches off to the front."""
    for level, stays in ((USUAL, True), (replace(USUAL, lands=False), False), (OFFICER, False)):
        game = position("Germany", "noncombat move", BALTIC)
        moves = [order for order in plan(game, level) if order.endswith("infantry: Germany > Eastern Europe")]
        assert bool(game.view.units("Germany")) is stays, moves
