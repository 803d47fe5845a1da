"""What rules tell of the position on request: the conditions that hold, what is counted."""

from __future__ import annotations

from typing import Any

import pytest

from rules.boards.later.objectives import _objective
from rules.core.hooks import Rule
from rules.model.board import load
from tests.positions import stand


def told(rule: str, **case: Any) -> list[str]:
    """The lines of one rule in a position of Global."""
    game = stand(case.pop("power", "Germany"), **case)
    return [line for one in game.table.parts(Rule) if one.id == rule for line in one.present(game.view)]


def test_which_capitals_have_been_plundered() -> None:
    assert told("bm.capitals", rules=["bm.capitals"]) == ["Plundered so far: none."]
    flags = {"bm.capitals looted": ["France", "United Kingdom"]}
    assert told("bm.capitals", rules=["bm.capitals"], flags=flags) == ["Plundered so far: France and United Kingdom."]


def test_vichys_land_and_forces() -> None:
    owners = {"France": "Germany", "Southern France": "", "Syria": "", "Morocco": "France"}
    lines = told(
        "bm.vichy", rules=["bm.vichy"], owner=owners, flags={"bm.armistice": 1},
        units={"Syria": {"Vichy France": "1 infantry"}},
    )  # fmt: skip
    assert "Syria" in lines[0] and "Southern France" in lines[0]
    assert "Morocco" not in lines[0] and "Germany" not in lines[0]
    assert lines[1:] == ["Syria: 1 infantry"]


def test_what_each_purse_is_paid() -> None:
    lines = told("global1940.objectives")
    assert {line.partition(":")[0] for line in lines} == set(load("global1940").purse_power)
    assert lines[0] == "Germany: 5 IPC (Swedish ore 5)" and "France: 0 IPC" in lines


def test_an_objective_with_an_unknown_condition_is_a_mistake_of_the_board() -> None:
    row = {"power": "Germany", "ipc": 5, "entry": "G40-15.1", "holding": ["Norway"]}
    with pytest.raises(KeyError, match="holding"):
        _objective(load("global1940"), "Germany: Ore", row)
