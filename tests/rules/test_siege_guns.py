"""A made-up house rule in one file is everywhere by itself: orders, battles, menus, odds, log, random games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.cases.run import run_text
from rules.core import documents
from rules.legal import legal
from rules.odds import battle_odds, left_out, typed_battle
from rules.play.game import Game
from rules.soak import Report, play
from tests.rules.siege_guns import ID, RULE

CASES = """
[[case]]
id = "T-1"
title = "Two infantry become siege guns"
game = "classic"
rules = ["test.siege-guns"]
power = "USSR"
phase = "purchase"
setup = "empty"
units.Russia.USSR = "3 infantry"
step = [
  { order = "buy 1 siege gun", refuse = "not-for-sale" },
  { order = "upgrade 2 infantry to siege gun: Russia" },
]
expect.units.Russia.USSR = "1 infantry, 2 siege gun"
expect.money.USSR = 18

[[case]]
id = "T-2"
title = "A die of 4 takes an infantry, never an armor, and what is hit does not fire; sieges come last"
game = "classic"
rules = ["test.siege-guns"]
power = "USSR"
phase = "combat move"
setup = "empty"
units.Caucasus.USSR = "2 siege gun, 1 infantry"
units."Karelia S.S.R.".USSR = "1 infantry"
units."Ukraine S.S.R.".Germany = "1 infantry, 1 armor"
units."Finland-Norway".Germany = "1 infantry"
step = [
  { order = "move 2 siege gun, 1 infantry: Caucasus > Ukraine S.S.R." },
  { order = "move 1 infantry: Karelia S.S.R. > Finland-Norway" },
  { order = "done" },
  { order = "fight Ukraine S.S.R.", refuse = "wrong-phase" },
  { order = "fight Finland-Norway", dice = [1, 6] },
  { order = "fight Ukraine S.S.R.", dice = [4, 4, 6, 6], expect.log = ["siege gun"] },
]
expect.units."Ukraine S.S.R.".Germany = "1 armor"
expect.pending = "retreat"
"""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The rule stands among the house rules, as if its file lay there."""
    rules = {**documents.house_rules(), ID: RULE}
    monkeypatch.setattr(documents, "house_rules", lambda: rules)
    yield


def test_cases() -> None:
    """Its cases hold."""
    found = list(run_text(CASES, "made up"))
    assert [(r.id, r.why) for r in found if not r.ok] == []
    assert len(found) == 2


def test_menus() -> None:
    """The upgrade is offered where it is possible."""
    game = Game.new("classic", [ID], {"research_and_development": False})
    assert any(text.startswith("upgrade ") and "siege gun" in text for text in legal(game, "USSR").offers)


def test_odds() -> None:
    """The odds know its fire by the salvo alone."""
    view, battle = typed_battle("2 siege gun, 2 infantry", "1 infantry, 1 armor", rules=[ID])
    assert left_out(view, battle) == ()
    plain, same = typed_battle("2 infantry", "1 infantry, 1 armor", rules=[ID])
    assert battle_odds(view, battle).win > battle_odds(plain, same).win + 0.2


def test_random_game() -> None:
    """A random game with it breaks nothing."""
    report = Report()
    play("classic", 11, report, rules=[ID], rounds=1)
    assert [str(v) for v in report.violations] == []
