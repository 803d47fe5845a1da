"""A made-up house rule that asks: the question is put, answered, offered, and forgotten with the turn."""

from __future__ import annotations

import pytest

from rules.cases.run import run_text
from rules.core import documents
from rules.soak import Report, play
from tests.rules.russian_winter import ID, RULE

CASES = """
[[case]]
id = "T-1"
title = "The USSR is asked, and tanks stay where they are for a turn"
game = "classic"
rules = ["test.russian-winter"]
power = "USSR"
phase = "mobilize"
setup = "empty"
owner."Karelia S.S.R." = "Germany"
units."Karelia S.S.R.".Germany = "1 armor, 1 infantry"
units."Eastern Europe".Germany = "1 armor"
step = [
  { order = "done", expect = { pending = "russian winter", pending_by = "USSR", can = ["invoke russian winter", "pass"] } },
  { order = "done", refuse = "not-your-decision" },
  { order = "invoke russian winter", expect = { pending = "", power = "Germany", log = ["winter has come"] } },
  { order = "done" }, { order = "done" },
]
expect.can = ["move 1 infantry: Karelia S.S.R. > Caucasus", "move 1 armor: Eastern Europe > Ukraine S.S.R. > Caucasus"]
expect.cannot = { "move 1 armor: Karelia S.S.R. > Caucasus" = "not-eligible" }

[[case]]
id = "T-2"
title = "Who passes keeps it for later"
game = "classic"
rules = ["test.russian-winter"]
power = "USSR"
phase = "mobilize"
setup = "empty"
owner."Karelia S.S.R." = "Germany"
units."Karelia S.S.R.".Germany = "1 armor"
step = [ { order = "done" }, { order = "pass" }, { order = "done" }, { order = "done" } ]
expect.can = ["move 1 armor: Karelia S.S.R. > Caucasus"]

[[case]]
id = "T-3"
title = "Nobody is asked twice, nor where nothing would freeze"
game = "classic"
rules = ["test.russian-winter"]
power = "USSR"
phase = "mobilize"
setup = "empty"
owner."Karelia S.S.R." = "Germany"
units."Karelia S.S.R.".Germany = "1 infantry"
step = [ { order = "done" } ]
expect.pending = ""
"""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up rule is one of the house rules."""
    rules = {**documents.house_rules(), ID: RULE}
    monkeypatch.setattr(documents, "house_rules", lambda: rules)


def test_cases() -> None:
    assert [result.why for result in run_text(CASES, "winter")] == ["", "", ""]


def test_once_a_game() -> None:
    used = CASES.split("[[case]]")[1].replace(
        'setup = "empty"', 'setup = "empty"\nflags = { "test.russian winter" = true }'
    )
    first = used.partition("step = [")[0] + 'step = [ { order = "done" } ]\nexpect.pending = ""\n'
    assert [result.why for result in run_text("[[case]]" + first, "winter")] == [""]


def test_random_games() -> None:
    report = Report()
    play("classic", 3, report, [ID], rounds=2)
    assert report.violations == []
