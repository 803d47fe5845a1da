"""Documents whose rules exclude one another: whose version is played is a choice, and each choice is a game."""

from __future__ import annotations

import pytest

from rules.core.documents import documents
from rules.core.table import Table
from rules.core.versions import versions

WHOLE = ["bm", "bx", "x2", "x4"]


def test_what_goes_together_leaves_no_choice() -> None:
    assert not versions("global1940", ["bm", "x2", "x4"])
    assert Table("global1940", ["bm", "x2", "x4"]).has("bm.victory")


def test_victory_and_air_raids_of_two_documents() -> None:
    found = versions("global1940", ["bm", "bx"])
    assert list(found) == ["bm", "bx"] or list(found) == ["bx", "bm"]
    assert found["bx"][1] == ("bm.air-raids", "bm.victory") and "bm.marines" in found["bx"][0]
    assert found["bm"][0] == ("bm",) and all(rule.startswith("bx.") for rule in found["bm"][1])


def test_a_rule_that_needs_what_is_left_out_is_left_out_too() -> None:
    chosen, gone = versions("global1940", ["bx", "x2"])["bx"]
    assert "x2.ship-building" in gone and "x2.king-tiger" in chosen


@pytest.mark.parametrize("document", ["bm", "bx", "x2"])
def test_each_version_is_a_game(document: str) -> None:
    chosen, gone = versions("global1940", WHOLE)[document]
    table = Table("global1940", chosen)
    assert not {rule.id for rule in table.house} & set(gone)
    assert all(name in documents() or "." in name for name in chosen)
