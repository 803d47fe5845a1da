"""Small pieces of the model: names, words of profiles, files of boards, old formats."""

from __future__ import annotations

import pytest

from rules.core.position import show_facility
from rules.model import board_files, formats, names, parts, vocabulary
from rules.model.board import load, shortened
from rules.model.examples import on_board
from rules.model.names import FOREIGN, Names
from rules.model.parse import known
from rules.model.phrases import reword
from rules.model.profiles import LAND, UnitType
from rules.model.refusals import Refused
from rules.model.state import Facility
from tests.positions import stand


def test_one_has_several_have() -> None:
    assert [names.have(number) for number in (0, 1, 2)] == ["have", "has", "have"]


def test_names_of_the_board_are_nearer_than_foreign_ones() -> None:
    register = Names()
    register.add("Alpha", ("alfabet",), rank=FOREIGN - 1)
    register.add("Beta", ("alfabex",), rank=FOREIGN)
    assert register.near("alfabe") == ("Alpha",)
    assert register.near("alfabex") == ("Beta",)


def test_nothing_is_called_by_no_word() -> None:
    register = Names()
    register.add("Alpha", ("", "-"))
    assert register.find("") is None and register.find("alpha") == "Alpha"


def test_what_may_mean_two_is_asked_back() -> None:
    register = Names()
    register.add("Red Army", ("army",))
    register.add("Blue Army", ("army",))
    with pytest.raises(Refused, match="may mean") as refused:
        known(register, "army", "unit", "here")
    assert set(refused.value.refusal.choices) == {"Red Army", "Blue Army"}


def test_a_word_alone_stays_as_it_is() -> None:
    lexicon = stand("Germany").table.lexicon
    assert [reword(text, lexicon) for text in ("done", "pass", "place", "repair")] == [
        "done",
        "pass",
        "place",
        "repair",
    ]


def test_zones_of_classic_by_their_short_names() -> None:
    register = load("classic").place_names
    for typed in ("Baltic SZ", "Baltic zone", "Baltic Sea", "Baltic Sea Zone", "Baltic"):
        assert register.find(typed) == "Baltic Sea Zone", typed


def test_names_as_maps_print_them() -> None:
    assert shortened("Eastern United States") == "Eastern U.S."
    assert shortened("Marshall Islands") == "Marshall Is."
    assert load("global1940").place_names.find("Eastern U.S.") == "Eastern United States"


def test_a_board_that_is_not_known() -> None:
    with pytest.raises(KeyError):
        load("second_edition")


def test_who_never_plays_has_no_purse() -> None:
    powers = load("global1940").powers.values()
    assert all(power.purses for power in powers if power.plays)
    assert not any(power.purses for power in powers if not power.plays)


def test_words_of_profiles_that_nothing_reads() -> None:
    for odd in ({"classes": frozenset({"toy"})}, {"damaged": {"laughter": 1}}, {"damaged": {"traits": ("merry",)}}):
        with pytest.raises(ValueError, match="unknown"):
            UnitType("thing", LAND, **odd)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="class"):
        vocabulary.check("thing", (), (), ("toy",))


def test_an_edition_is_added_to() -> None:
    shared = {"canals": [1], "limits": {"a": 1, "b": 2}, "names": {"x": 1}}
    assert board_files._over(shared, {"canals+": [2], "limits": {"b": 3}, "names": {}}) == {
        "canals": [1, 2], "limits": {"a": 1, "b": 3}, "names": {},
    }  # fmt: skip


def test_a_part_names_places_of_the_map() -> None:
    rows = [{"name": "A", "half": "Europe", "touches": ["B"]}, {"name": "B", "half": "Pacific", "touches": ["A"]}]
    assert [row["name"] for row in parts.kept(rows, {"halves": ["Europe"], "with": ["B"], "without": ["A"]})] == ["B"]
    for odd in ({"with": ["C"]}, {"without": ["C"]}):
        with pytest.raises(ValueError, match="C"):
            parts.kept(rows, odd)


def test_examples_have_places_of_the_board() -> None:
    board = load("classic")
    text = on_board("ship 1 infantry: Germany > SZ 113 > SZ 112 > Norway", board)
    places = text.partition(": ")[2].split(" > ")
    assert all(place in board.places for place in places) and len(places) == 4


def test_old_crossings_in_lines_that_wait() -> None:
    old = {"name": "cross", "data": {"crossing": ["A", "B", ["1"], False, "Germany", 3], "rule": 1}}
    new = {"name": "cross", "data": {"crossing": ["A", "B", ["1"], False], "rule": "y43.landmines", "part": 0}}
    for key in ("agenda", "stalled"):
        assert formats._crossings({key: [{"agenda": [old], "pending": []}]}) == {
            key: [{"agenda": [new], "pending": []}]
        }
    assert formats._crossings({"event": "StalledChanged", "before": [], "after": [old]})["after"] == [new]


def test_a_facility_in_words() -> None:
    assert show_facility(Facility("air base", 2)) == "air base (damaged 2)"
    assert show_facility(Facility("minor industrial complex", 0, marks=frozenset({"underground"}))) == (
        "minor industrial complex (underground)"
    )
    assert show_facility(Facility("air base")) == "air base"


def test_what_a_board_changes_keeps_its_place_in_the_list() -> None:
    names = [row["name"] for row in board_files.rows_of("europe1943", "units", "unit")]
    assert names[:6] == ["infantry", "artillery", "mechanized infantry", "tank", "antiaircraft artillery", "fighter"]
