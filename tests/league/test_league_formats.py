"""Formats: files that are read, checked against the rules, and written again."""

from __future__ import annotations

import re

import pytest

from league.clocks import LOSES
from league.clocks.terms import DAY, HOUR
from league.formats import FormatError, built_in, differences, read, written

MINE = """
title = "Ours"
summary = "As we play it."
source = "Our club"
board = "classic"
documents = ["rw"]
dice = "medium luck"

[options]
total_victory = true

[bid]
how = "agreed"
side = "Allies"

[clock]
turn_hours = 48
overruns = 2
then = "loses"
vacation_days = 10
warning_hours = [12]

[shares]
Germany = 32
Japan = 25
"""


def refused(text: str) -> str:
    """What is said of a file."""
    with pytest.raises(FormatError) as told:
        read("mine", text)
    return str(told.value)


def changed(old: str, new: str) -> str:
    assert old in MINE
    return MINE.replace(old, new)


@pytest.mark.parametrize("name", built_in())
def test_what_comes_with_the_bot_is_whole_and_says_whose_it_is(name: str) -> None:
    made = built_in()[name]
    assert made.title and made.summary and len(made.source) > 20
    assert read(name, written(made)) == made


def test_a_clubs_own_is_of_the_same_form() -> None:
    made = read("mine", MINE)
    assert made.table_options == {"total_victory": True, "medium_luck": True}
    assert (made.clock.turn, made.clock.overruns, made.clock.then) == (48 * HOUR, 2, LOSES)
    assert made.clock.vacation == 10 * DAY and made.clock.warnings == (12 * HOUR,)
    assert made.shares["Germany"] == 32 and made.bid.side == "Allies"
    assert read("mine", written(made)) == made


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"classic"', '"clasic"', "no board “clasic”: did you mean classic"),
        ('["rw"]', '["rww"]', "no rule or document “rww”: did you mean rw"),
        ('["rw"]', '["y43"]', "Axis & Allies Classic.*Leave it out"),
        ("total_victory", "totl_victory", "no option “totl_victory”: did you mean total_victory"),
        ("true", "7", "is on or off"),
        ('"medium luck"', '"midium luck"', "did you mean medium luck"),
        ('"agreed"', '"auctoin"', "no way to bid"),
        ('"Allies"', '"Alies"', "no side “Alies”: did you mean Allies"),
        ("turn_hours = 48", "trun_hours = 48", "did you mean turn_hours"),
        ("turn_hours = 48\n", "", "says how long a turn takes"),
        ("turn_hours = 48", 'turn_hours = "48"', "`turn_hours` is a number"),
        ("turn_hours = 48", "turn_hours = nan", "is a number up to"),
        ("turn_hours = 48", "turn_hours = -1", "a turn takes some time"),
        ('then = "loses"', 'then = "cries"', "a player “loses”, or the “arbiter” is asked"),
        ("overruns = 2", "overruns = 2.5", "whole number"),
        ("vacation_days = 10", "vacation_days = -1", "vacation is 0 days or more"),
        ("Germany = 32", "Germny = 32", "no power “Germny”: did you mean Germany"),
        ("Germany = 32", "Germany = 0", "above 0"),
        ('title = "Ours"\n', "", "`title` is missing"),
        ('title = "Ours"', 'titel = "Ours"', "did you mean title"),
        ("total_victory = true", "low_luck = true", "said by `dice`"),
        ("total_victory = true", 'bid = "Axis 9"', "game by game"),
        ("[shares]", "[shares", "no TOML"),
        ('documents = ["rw"]', "documents = 7", "list of names"),
    ],
)
def test_what_is_wrong_is_told_with_what_would_be_right(old: str, new: str, said: str) -> None:
    assert re.search(said, refused(changed(old, new))), refused(changed(old, new))


def test_all_faults_are_told_at_once() -> None:
    told = refused(changed('"classic"', '"clasic"').replace("agreed", "agred"))
    assert len(told.splitlines()) == 2


def test_a_table_is_set_against_its_format() -> None:
    made = read("mine", MINE)
    assert differences(made, "classic", ["rw"], {**made.table_options, "bid": "Allies 9"}) == []
    assert differences(made, "global1940", [], {}) == ["the board is global1940, not classic"]
    told = differences(made, "classic", [], {"medium_luck": True, "no_neutrals": True})
    assert "total_victory is off, not on" in told and "no_neutrals is on, not off" in told
    assert any(line.endswith("is off") for line in told), "a rule of the document"
