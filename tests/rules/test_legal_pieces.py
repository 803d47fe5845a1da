"""Pieces of what is offered: completion, guesses, where things stand in a list, oddities of a position."""

from __future__ import annotations

from rules.legal import complete, guesses
from rules.legal.complete import _alike_by_words, _checked, _longer_path
from rules.legal.consistency import oddities
from rules.legal.flying_home import ways
from rules.legal.survey import DESTROYS, _rank, _shelf, _waits, tier
from rules.legal.texts import _promise
from rules.model.refusals import Refusal
from tests.positions import stand


def test_the_last_place_of_a_way_may_be_at_sea() -> None:
    game = stand("Germany", units={"SZ 113": {"Germany": "1 destroyer"}, "SZ 112": {"United Kingdom": "1 destroyer"}})
    assert "1 destroyer: SZ 113 > SZ 112" in complete(game, "Germany", "move", "1 destroyer: SZ 113 > SZ 11")


def test_a_completion_is_offered_once() -> None:
    game = stand("Germany", units={"SZ 113": {"Germany": "1 destroyer"}, "SZ 112": {"United Kingdom": "1 destroyer"}})
    text = "1 destroyer: SZ 113 > SZ 112"
    assert list(_checked(game, "Germany", "move", [text, "1 destroyer: SZ 113 > Moon", text])) == [text]


def test_the_beginning_of_a_word_is_like_it() -> None:
    assert _alike_by_words("germ", ["move germanium", "move iceland"]) == ["move germanium"]


def test_from_each_place_from_which_it_goes() -> None:
    units = {"Poland": {"Germany": "1 infantry"}, "Western Germany": {"Germany": "1 infantry"}}
    game = stand("Germany", units=units, owner={"Eastern Poland": "Soviet Union"})
    for text, found in (
        ("move 1 infantry to Eastern Poland", ("move 1 infantry: Poland > Eastern Poland",)),
        ("whistle loudly", ()),
    ):
        refusal = game.trial(text) or Refusal("syntax", "")
        assert guesses(game, text, Refusal("syntax", refusal.message), "Germany") == found


def test_where_things_stand_in_a_list() -> None:
    game = stand("Germany", phase="noncombat move", rules=["x4"], units={"Poland": {"Germany": "1 landmine"}})
    view = game.view
    assert [tier(text) for text in ("invoke x", "move 1 x: A > B", "ship 1 x: A > B", "disband x: A", "demolish x: A")] == [
        0, 1, 1, DESTROYS, DESTROYS,
    ]  # fmt: skip
    assert [_rank(view, "Germany", place, False)[0] for place in ("Germany", "SZ 113", "France")] == [0, 1, 2]
    assert [_shelf(view.table.units[name]) for name in ("air base", "infantry", "landmine")] == [(5, 0), (0, 0), (4, 1)]
    assert _promise(view, "Germany") == (0, view.value("Germany")) and _promise(view, "France")[0] == 2
    assert not _waits(view, view.units("Poland")[0])
    units = {"Poland": {"Germany": "1 landmine"}}
    before = stand("Germany", rules=["x4"], units=units).view
    assert _waits(before, before.units("Poland")[0])


def test_guns_at_sea_are_not_too_many_of_a_place() -> None:
    guns = "2 transport (cargo: 1 antiaircraft gun)"
    assert oddities(stand("Germany", game="classic", units={"Baltic Sea Zone": {"Germany": guns}}).view) == []
    land = stand("Germany", game="classic", units={"Germany": {"Germany": "2 antiaircraft gun"}}).view
    assert oddities(land) == ["Germany has 2 antiaircraft gun, at most 1 may stand there"]


def test_home_is_where_no_enemy_presses() -> None:
    units = {"SZ 115": {"Germany": "1 fighter"}, "Novgorod": {"Soviet Union": "3 infantry"}}
    game = stand("Germany", phase="noncombat move", units=units, owner={"Baltic States": "Germany"})
    plane = game.view.units("SZ 115")[0]
    (way,) = ways(game, "Germany", [plane]).values()
    goal = way.rpartition(" > ")[2]
    assert goal != "Baltic States" and game.view.pressed(goal, "Germany") == 0


def test_a_way_goes_on_over_sea_as_well_as_land() -> None:
    game = stand("Germany", units={"SZ 113": {"Germany": "1 destroyer"}})
    assert " 1 destroyer: SZ 113 > SZ 112" in list(_longer_path(game, " ", "1 destroyer", "SZ 113 > SZ 112"))
