"""Rules that somebody makes up, with words and data that no rule of the project puts together so."""

from __future__ import annotations

import dataclasses

import pytest

from rules.cases.run import run_table
from rules.core import documents
from rules.core.act import Act
from rules.core.documents import expand, left_out
from rules.core.hooks import Rule
from rules.core.hooks.values import BorderCrossing
from rules.core.table import Table
from rules.core.view import View
from rules.model.profiles import UnitType
from rules.model.state import Unit
from tests.rules.hooks.proof import ID, known


def change_unit(self: Rule, unit: UnitType) -> UnitType:
    """A bomber that flies too high for the guns of what it raids, and no higher."""
    return (
        dataclasses.replace(unit, traits=unit.traits | {"above facilities"})
        if unit.name == "strategic bomber"
        else unit
    )


@pytest.mark.parametrize(("rules", "dice"), [([], [6, 3]), ([ID], [3])])
def test_guns_have_no_part_in_raids_on_what_has_its_own(rules: list[str], dice: list[int]) -> None:
    case = {
        "id": "high", "game": "global1940", "rules": rules, "power": "United Kingdom", "phase": "combat move",
        "setup": "empty", "war": "all",
        "units": {"United Kingdom": {"United Kingdom": "1 strategic bomber"},
                  "Western Germany": {"Germany": "2 antiaircraft artillery"}},
        "step": [
            {"order": "bomb major industrial complex: 1 strategic bomber: United Kingdom > Western Germany"},
            {"order": "done"},
            {"order": "fight Western Germany", "dice": dice},
        ],
    }  # fmt: skip
    with known(change_unit):
        assert not run_table(case, "made up").why


def drop_dice(self: Rule, unit: UnitType) -> UnitType:
    """A bomber whose profile says nothing of its dice in raids."""
    if unit.name != "strategic bomber":
        return unit
    numbers = {name: number for name, number in unit.numbers.items() if not name.startswith("raid_")}
    return dataclasses.replace(unit, numbers=numbers)


drop_dice.__name__ = "change_unit"


def test_a_raider_rolls_one_die_unless_it_says_more() -> None:
    case = {
        "id": "plain", "game": "global1940", "rules": [ID], "power": "United Kingdom", "phase": "combat move",
        "setup": "empty", "war": "all",
        "units": {"United Kingdom": {"United Kingdom": "1 strategic bomber"}},
        "step": [
            {"order": "bomb major industrial complex: 1 strategic bomber: United Kingdom > Western Germany"},
            {"order": "done"},
            {"order": "fight Western Germany", "dice": [6, 3]},
        ],
    }  # fmt: skip
    with known(drop_dice):
        assert not run_table(case, "made up").why


def test_a_rule_that_names_no_boards_is_for_any(monkeypatch: pytest.MonkeyPatch) -> None:
    class Anywhere(Rule):
        id, title = "rw.anywhere", "Anywhere"

    class Needy(Rule):
        id, title, requires = "rw.needy", "Needy", ("rw.nothing",)

    rules = {**documents.house_rules(), "rw.anywhere": Anywhere(), "rw.needy": Needy()}
    monkeypatch.setattr(documents, "house_rules", lambda: rules)
    assert "rw.anywhere" in expand("classic", ["rw"])
    assert left_out("classic", ["rw"])["rw.needy"] == ("rw.nothing",)
    assert Table("global1940", ["rw.anywhere"]).has("rw.anywhere")


def line_fire(self: Rule, view: View, unit: Unit, origin: str, place: str, found: tuple[str, ...]) -> tuple[str, ...]:
    """Something lies on every line."""
    return ("",)


def on_crossing(self: Rule, act: Act, crossing: BorderCrossing) -> None:
    """It rolls a die."""
    act.roll(1, "made up")


def test_what_acts_on_a_landing_does_so_when_combat_begins() -> None:
    """Without a sea battle before, and unless it says that it belongs to the fight ashore."""
    case = {
        "id": "coast", "game": "global1940", "rules": [ID], "power": "United Kingdom", "phase": "combat move",
        "setup": "empty", "war": "all",
        "owner": {"Normandy/Bordeaux": "Germany"},
        "units": {"SZ 110": {"United Kingdom": "1 transport (cargo: 1 infantry)"},
                  "Normandy/Bordeaux": {"Germany": "1 infantry"}},
        "step": [
            {"order": "unload 1 infantry: SZ 110 > Normandy/Bordeaux"},
            {"order": "done", "dice": [6]},
            {"order": "fight Normandy/Bordeaux", "dice": [1, 6]},
        ],
    }  # fmt: skip
    with known(line_fire, on_crossing):
        assert not run_table(case, "made up").why


def deck_only(self: Rule, unit: UnitType) -> UnitType:
    """A fighter that lives on carriers."""
    return dataclasses.replace(unit, traits=unit.traits | {"deck only"}) if unit.name == "fighter" else unit


deck_only.__name__ = "change_unit"


def test_what_lives_on_decks_finds_no_field_ashore() -> None:
    case = {
        "id": "deck", "game": "global1940", "rules": [ID], "power": "Germany", "phase": "noncombat move",
        "setup": "empty", "war": "all",
        "units": {"SZ 113": {"Germany": "1 aircraft carrier, 1 fighter"}},
        "step": [{"order": "move 1 fighter: SZ 113 > Germany", "refuse": "no-landing"}],
    }  # fmt: skip
    with known(deck_only):
        assert not run_table(case, "made up").why
