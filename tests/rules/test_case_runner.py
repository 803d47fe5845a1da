"""The case runner: what passes, what fails and says why, what is an error of the case."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules.cases import run_text
from rules.cases.cli import main
from rules.cases.expect import differences
from rules.cases.run import Result
from rules.dice import ScriptedDice
from rules.model.refusals import Refusal
from rules.model.state import Decision
from rules.play.game import Game

HEAD = """
id = "T-1.a"
title = "a test"
game = "classic"
power = "USSR"
phase = "combat move"
setup = "empty"
units."Caucasus".USSR = "2 inf, 1 tank"
units."Ukraine S.S.R.".Germany = "1 infantry"
"""
FIGHT = """
[[step]]
order = "move 2 infantry: Caucasus > Ukraine S.S.R."
[[step]]
order = "done"
[[step]]
order = "fight Ukraine S.S.R."
dice = [1, 4, 5]
"""


def run(text: str) -> Result:
    """The result of a file with one case."""
    (result,) = run_text(text, "file.toml")
    return result


def test_a_case_that_holds() -> None:
    """Units in any order and by any name; the log by parts of its lines."""
    text = (
        HEAD
        + FIGHT
        + """
[expect]
owner."Ukraine" = "Soviet Union"
units."Ukraine S.S.R.".USSR = "1 infantry, 1 infantry"
units."Caucasus".USSR = "armor"
pending = ""
winner = ""
money = { USSR = 24 }
income = { USSR = 27, Germany = 29 }
log = ["captured", "infantry at 1: 1✓ 4"]
can = ["done"]
cannot = { "fight Caucasus" = "no-target", "buy 1 infantry" = "*" }
"""
    )
    result = run(text)
    assert result.ok, result.why
    assert any("Ukraine" in line for line in result.log)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ('expect.money = { USSR = 1 }', "money of USSR: expected 1, got 24"),
        ('expect.owner."Ukraine S.S.R." = "USSR"', "owner of Ukraine S.S.R.: expected USSR, got Germany"),
        ('expect.units."Caucasus".USSR = "3 infantry"', "USSR in Caucasus: expected 3 infantry, got 1 armor, 2 infantry"),
        ('expect.pending = "casualties"', "pending: expected casualties, got none"),
        ('expect.winner = "Axis"', "winner: expected Axis, got none"),
        ('expect.log = ["thunder"]', "log: nothing says “thunder”"),
        ('expect.can = ["buy 1 infantry"]', "should be legal"),
        ('expect.cannot = { "done" = "*" }', "should be refused"),
        ('step = [{ order = "move 9 infantry: Caucasus > Ukraine" }]', "refused: not-enough-units"),
        ('step = [{ order = "done", refuse = "*" }]', "should be refused (*), but is legal"),
        ('step = [{ order = "buy 1 infantry", refuse = "too-far" }]', "expected refusal too-far, got wrong-phase"),
        ('step = [{ order = "done", dice = [1] }]', "too many dice: 1 given, rolled were none"),
        ('step = [{ order = "done", expect = { phase = "mobilize" } }]', "phase: expected mobilize, got conduct combat"),
    ],
)  # fmt: skip
def test_a_case_that_fails_says_why(more: str, why: str) -> None:
    """The difference is named."""
    result = run(HEAD + more)
    assert not result.ok
    assert why in result.why
    assert "error" not in result.why


def pending(kind: str, word: str) -> list[str]:
    """What differs where a question of a kind is open and a case expects a word."""
    game = Game.new("classic")
    game.state.pending = (Decision(kind, "USSR", "Karelia S.S.R."),)
    return differences(game, {"pending": word})


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("retreat", ("retreat", "press on")),
        ("withdraw", ("withdraw", "retreat", "press on", "submerge")),
        ("no landing", ("no landing", "casualties")),
        ("casualties", ("casualties", "losses")),
        ("submerge", ("submerge",)),
    ],
)
def test_a_question_goes_by_its_kind_or_by_what_answers_it(kind: str, words: Sequence[str]) -> None:
    """One way only: a question is not called by another that is answered alike."""
    assert [word for word in words if pending(kind, word)] == []
    others = {"retreat", "withdraw", "no landing", "casualties", "submerge", "overflight", "resistance", ""} - {*words}
    assert [word for word in others if not pending(kind, word)] == []


def test_income_leaves_out_what_is_under_way() -> None:
    """Aid counts when it has arrived."""
    game = Game.new("classic", ["rw.monetary-aid"])
    game.submit("done", ScriptedDice([]))
    assert not isinstance(game.submit("give 10 to United Kingdom", ScriptedDice([6])), Refusal)
    assert not differences(game, {"income": {"United Kingdom": 30}})
    assert differences(game, {"income": {"United Kingdom": 40}}) == ["income of United Kingdom: expected 40, got 30"]


def test_too_few_dice() -> None:
    """What the step wanted to roll is listed."""
    result = run(HEAD + FIGHT.replace("[1, 4, 5]", "[1, 4]"))
    assert "too few dice: 2 given, rolled were 2 for attack" in result.why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("id = ", "error of the file: not TOML"),
        ('id = "T-1.a"', "the case has no `game`"),
        (HEAD + "colour = 1", "unknown key `colour`"),
        (HEAD + "money = 3", "`money` in the case has a value of the wrong kind"),
        (HEAD + 'units.Atlantis.USSR = "1 infantry"', "unknown place “Atlantis”"),
        (HEAD + 'units.Russia.Ruritania = "1 infantry"', "unknown power “Ruritania”"),
        (HEAD + 'units.Russia.USSR = "1 elephant"', "no unit called “elephant”"),
        (HEAD + 'units.Russia.USSR = "1 battleship"', "battleship cannot stand in Russia"),
        (HEAD + 'units.Russia.USSR = "1 industrial complex"', "is a facility"),
        (HEAD + 'flags = { sunshine = true }', "unknown flag “sunshine”"),
        (HEAD + 'tech = { USSR = ["warp drive"] }', "unknown technology “warp drive”"),
        (HEAD + 'options = { pace = 3 }', "no option “pace”"),
        (HEAD + 'rules = ["zz"]', "no rule or document “zz”"),
        (HEAD + 'war = "some"', "war is"),
        (HEAD + 'round = "Mid 1942"', "unknown round"),
        (HEAD + 'borders."Russia | Japan".USSR = "1 infantry"', "no common border"),
        (HEAD + 'expect.weather = "fine"', "unknown key `weather` in expect"),
        (HEAD + 'expect.units.Atlantis.USSR = ""', "unknown place “Atlantis”"),
        (HEAD + 'step = [{ dice = [1] }]', "step 1 has no order"),
        (HEAD + 'step = [{ order = "done", dice = [7] }]', "dice are numbers from 1 to 6"),
        (HEAD.replace("classic", "chess"), "unknown game “chess”"),
        (HEAD.replace("combat move", "lunch"), "unknown phase “lunch”"),
    ],
)  # fmt: skip
def test_errors_of_the_case(text: str, why: str) -> None:
    """Unknown things are never passed over."""
    result = run(text)
    assert not result.ok
    assert "error of the" in result.why
    assert why in result.why


def test_the_setting() -> None:
    """Everything that can be set up is there."""
    result = run(
        """
id = "T-2.a"
game = "global1940"
round = "Late 1941"
power = "UK"
phase = "purchase and repair"
war = "all"
tech = { Germany = ["rockets"] }
money = { "United Kingdom" = 9, "UK Pacific" = 4 }
owner = { "Egypt" = "Italy", "Switzerland" = "" }
units."SZ 110"."United Kingdom" = "1 transport (cargo: 1 infantry, 1 tank (United States)), 1 carrier, 2 ftr"
units."United Kingdom"."United Kingdom" = ""
facilities."Malta" = { has = "air base (damaged 2)" }
[expect]
round = 4
phase = "purchase"
money = { "UK Europe" = 9, "UK Pacific" = 4, "United Kingdom" = 13 }
owner = { "Egypt" = "Italy" }
units."112".Germany = "1 battleship"
units."SZ 110"."United Kingdom" = "2 fighter, 1 aircraft carrier, 1 transport (cargo: 1 tank (United States), 1 infantry)"
units."SZ 110"."United States" = ""
units."United Kingdom"."United Kingdom" = ""
facilities."Malta" = "air base (damaged 2)"
""".replace('units."112".Germany = "1 battleship"\n', "")
    )
    assert result.ok, result.why


def write(folder: Path, text: str) -> str:
    """A case file."""
    (folder / "cases.toml").write_text(text, "utf-8")
    return str(folder)


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lines and exit codes."""
    good, bad = f"[[case]]{HEAD}", '[[case]]\nid = "T-9.z"\ntitle = "nothing"\ngame = "chess"\n'
    assert main([write(tmp_path, good + bad)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ok T-1.a a test"
    assert lines[1].startswith("FAIL T-9.z nothing: error of the case: unknown game")
    assert lines[2] == "1 passed, 1 failed"
    assert main([write(tmp_path, good)]) == 0
    assert main([str(tmp_path / "nowhere")]) == 2


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing but the list on standard output."""
    main(["--json", write(tmp_path, f'[[case]]{HEAD}[[case]]\nid = "T-9.z"\ngame = "chess"\n')])
    first, second = json.loads(capsys.readouterr().out)
    assert (first["id"], first["ok"]) == ("T-1.a", True)
    assert (second["id"], second["ok"]) == ("T-9.z", False)
    assert "chess" in second["why"]


def test_strict_unless_lenient() -> None:
    """A `pass` behind an answer that was complete already is forgiven only where a case or a run says so."""
    text = """
id = "T-1.b"
game = "global1940"
power = "Germany"
phase = "combat move"
setup = "empty"
LENIENT
units."SZ 112".Germany = "1 battleship"
units."SZ 109"."United Kingdom" = "1 destroyer"
units."United Kingdom"."United Kingdom" = "1 fighter"
step = [
  { order = "move 1 battleship: SZ 112 > SZ 110 > SZ 109" },
  { order = "done" },
  { order = "scramble 1 fighter: United Kingdom > SZ 109" },
  { order = "pass" },
  { order = "fight SZ 109", dice = [6, 6, 6] },
]
"""
    strict = run(text.replace("LENIENT", ""))
    assert not strict.ok and "step 4" in strict.why
    assert run(text.replace("LENIENT", "lenient = true")).ok
    assert all(r.ok for r in run_text(text.replace("LENIENT", ""), "file.toml", lenient=True))


def test_several_orders_in_one_step() -> None:
    """One a line, with comments; the dice are theirs together, the refusal is the last one's."""
    together = (
        HEAD
        + '''
[[step]]
order = """
move 2 infantry: Caucasus > Ukraine S.S.R.   # the attack
done

fight Ukraine S.S.R.
"""
dice = [1, 4, 5]
'''
    )
    assert run(together).ok
    assert "too many dice" in run(together.replace("[1, 4, 5]", "[1, 4, 5, 6]")).why
    refused = (
        HEAD + '[[step]]\norder = "FIRST\\nmove 3 infantry: Caucasus > Ukraine S.S.R."\nrefuse = "not-enough-units"\n'
    )
    assert run(refused.replace("FIRST", "move 1 armor: Caucasus > Ukraine S.S.R.")).ok
    assert "refused: wrong-phase" in run(refused.replace("FIRST", "research 1")).why


def test_a_case_without_a_phase_starts_with_its_turn() -> None:
    """What a turn's beginning does by itself is done where no phase is named; where one is named the turn goes on."""
    text = """
id = "T-1.c"
game = "global1940"
rules = ["x2.advanced-production", "bm.guerrillas"]
power = "POWER"
PHASE
setup = "empty"
war = "all"
owner."Hunan" = "Japan"
[expect]
units."Urals"."Soviet Union" = "TANKS"
units."Hunan".China = "RISING"
"""

    def holds(power: str, phase: str, tanks: str, rising: str) -> bool:
        told = text.replace("POWER", power).replace("PHASE", phase).replace("TANKS", tanks)
        return run(told.replace("RISING", rising)).ok

    assert holds("Soviet Union", "", "1 tank", "")
    assert holds("Soviet Union", 'phase = "purchase"', "", "")
    assert holds("China", "", "", "1 infantry")
    assert holds("China", 'phase = "purchase"', "", "")
