"""Pieces of play: the log, what a trial remembers, who can be meant, texts that nobody reads."""

from __future__ import annotations

import pytest

from rules.model.events import Noted
from rules.model.refusals import Refusal
from rules.phases.research import rolls
from rules.play import asking, everything, lines
from rules.play.game import TAKEN_OVER, Entry, Game, Outcome
from rules.play.numbered import Forgotten, Numbered
from rules.play.reading import unreadable
from tests.positions import Faces, stand


def test_a_list_of_which_the_oldest_are_elsewhere() -> None:
    late = Numbered("cd", 2)
    assert late == Numbered("cd", 2) and late != Numbered("cd", 1) and late != Numbered("ce", 2)
    assert late[2:] == ["c", "d"] and len(late) == 4
    with pytest.raises(Forgotten):
        list(late)
    assert list(Numbered("cd")) == ["c", "d"]
    late.append("e")
    assert late[4] == "e"


def test_what_was_played_elsewhere_is_told() -> None:
    turn = stand("Germany").state.turn
    assert Entry(1, "", "x", (Noted(TAKEN_OVER, {}),), turn).told
    assert not Entry(1, "", "x", (Noted("something else", {}),), turn).told


def test_a_trial_is_remembered_for_who_gives_the_order() -> None:
    game = stand("Germany")
    assert game.trial("done", "Germany") is None
    refusal = game.trial("done", "Japan")
    assert isinstance(refusal, Refusal) and refusal.code == "not-your-turn"


def test_dice_are_not_taken_back() -> None:
    units = {
        "Eastern Europe": {"Germany": "1 bomber"},
        "Karelia S.S.R.": {"USSR": "1 antiaircraft gun"},
        "Russia": {"USSR": "1 infantry"},
    }
    order = "move 1 bomber: Eastern Europe > Karelia S.S.R. > Russia"
    game = stand("Germany", order, game="classic", units=units, dice=(6,))
    refusal = game.submit("undo", Faces())
    assert isinstance(refusal, Refusal) and refusal.code == "too-late" and "Dice fell" in refusal.message


def test_another_question_first() -> None:
    game = Game.new("global1940", options={"bid": "Allies 9"})
    second = game.state.pending[1] if len(game.state.pending) > 1 else lines.shown(game.state)[1]
    assert not game.facing(second).is_frozen and game.frozen().facing(second).is_frozen


def test_what_is_new_on_a_chart() -> None:
    game = stand(
        "Germany",
        "research 1",
        phase="research",
        money={"Germany": 10},
        dice=(6,),
        options={"research_and_development": True},
    )
    decision = game.state.pending[0]
    assert decision.kind == "chart"
    assert asking.figures(game.view, decision).startswith("1: ") and "; 2: " in asking.figures(game.view, decision)


def test_who_is_meant_by_all() -> None:
    units = {"Germany": {"Germany": "2 infantry"}, "SZ 113": {"Germany": "1 transport (cargo: 2 infantry)"}}
    game = stand("Germany", phase="noncombat move", units=units)
    assert len(everything.movable(game.view, "Germany")) == 2
    moved = stand("Germany", "move 1 infantry: Germany > Poland", phase="noncombat move", units=units)
    assert everything.movable(moved.view, "Poland") == [] and len(everything.movable(moved.view, "Germany")) == 1
    aboard = stand("Germany", units=units, owner={"Norway": "United Kingdom"})
    assert len(everything.cargo(aboard.view, "SZ 113", "unload")) == 2
    owner = {"Denmark": "United Kingdom"}
    ordered = stand("Germany", "unload 2 infantry: SZ 113 > Denmark", units=units, owner=owner)
    assert everything.cargo(ordered.view, "SZ 113", "unload") == []


def test_who_attacks_does_not_move_on() -> None:
    units = {"Poland": {"Germany": "2 tank"}, "Eastern Poland": {"Soviet Union": "1 infantry"}}
    game = stand("Germany", "move 2 tank: Poland > Eastern Poland", units=units)
    assert everything.movable(game.view, "Eastern Poland") == []


def test_texts_that_nobody_reads() -> None:
    lexicon = stand("Germany").table.lexicon
    assert unreadable("2 infantry: Germany > Poland", lexicon) is None
    assert unreadable("2 zeppelin: Germany > Poland", lexicon) is not None


@pytest.mark.parametrize("phase", ["purchase", "combat move", "noncombat move"])
def test_orders_of_these_phases_are_taken_back(phase: str) -> None:
    order = {"purchase": "buy 1 infantry", "combat move": "move 1 destroyer: SZ 113 > SZ 114"}.get(
        phase, "move 1 infantry: Germany > Poland"
    )
    units = {"Germany": {"Germany": "1 infantry"}, "SZ 113": {"Germany": "1 destroyer"}}
    game = stand("Germany", order, "undo", phase=phase, units=units, money={"Germany": 3})
    before = stand("Germany", phase=phase, units=units, money={"Germany": 3}).state
    assert (game.state.units, game.state.money) == (before.units, before.money)


@pytest.mark.parametrize("text", ["end turn", "end the turn", "end my turn"])
def test_to_end_the_turn_is_done(text: str) -> None:
    game = stand("Germany", phase="mobilize", money={"Germany": 0})
    assert game.trial(text) is None


def test_who_is_done_too_early_is_told_what_must_be_fought() -> None:
    """Not the entry of empty land that comes by itself."""
    units = {"Germany": {"Germany": "2 infantry"}, "Poland": {"Soviet Union": "1 infantry"}}
    owner = {"Poland": "Soviet Union", "Slovakia/Hungary": "United Kingdom"}
    moves = ("move 1 infantry: Germany > Poland", "move 1 infantry: Germany > Slovakia/Hungary", "done")
    refusal = stand("Germany", *moves, units=units, owner=owner).submit("done", Faces())
    assert isinstance(refusal, Refusal) and refusal.choices == ("fight Poland",)


@pytest.mark.parametrize(("money", "most"), [(4, 0), (5, 1), (19, 3), (100, 6)])
def test_as_many_dice_of_research_are_offered_as_can_be_paid(money: int, most: int) -> None:
    view = stand("Germany", phase="research", money={"Germany": money}, options={"research_and_development": True}).view
    assert rolls(view, "Germany") == tuple(f"research {n}" for n in range(1, most + 1))


def test_an_order_of_nobody_in_particular_is_that_of_whose_turn_it_is() -> None:
    """Also where the others may give the same order."""
    game = stand("Germany", game="classic", options={"scorched_earth": True})
    assert isinstance(game.submit("demolish industrial complex: Germany", Faces()), Outcome)
