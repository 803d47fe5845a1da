"""Openings: data that fits its board, chosen by weight, tried beside the other plans, and left where they do not stand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from test_sanity import position

from rules.dice.prng import Prng
from rules.model.board import BOARDS, load
from rules.play.game import Game, NoDice, Outcome
from seats import OFFICER, Player
from seats.plans.candidates import booked, candidates
from seats.plans.foresight import best_way, way_of
from seats.plans.openings import Opening, book, drawn, openings, played
from seats.plans.search import best_plan

BY_THE_BOOK = replace(OFFICER, opens=True)
STRIKE = replace(OFFICER, opening="Strike in Ukraine")
WITH = [board for board in BOARDS if openings(board)]
ALL = [(board, opening) for board in WITH for opening in openings(board)]


def begun(board: str, power: str, phase: str) -> Game:
    """A game as it begins, with a power's turn in its first round."""
    game = Game.new(board)
    game.state.turn = replace(game.state.turn, power=power, phase=phase)
    game.memo.forget()
    return game


@pytest.mark.parametrize(("board", "opening"), ALL, ids=[f"{b} {o.power} {o.name}" for b, o in ALL])
def test_an_opening_names_what_is_on_its_board(board: str, opening: Opening) -> None:
    printed = load(board)
    assert opening.power in printed.powers
    assert {*opening.first, *opening.alone, *opening.home} <= printed.places.keys()
    assert opening.weight > 0
    assert not opening.why.endswith(".")
    if opening.buy and opening.round == 1:
        game = begun(board, opening.power, "purchase")
        assert isinstance(game.submit(f"buy {opening.buy}", NoDice()), Outcome)


def test_each_opening_is_drawn_as_often_as_its_weight_says() -> None:
    game = Game.new("classic")
    known = book(BY_THE_BOOK, game)
    found = Counter(drawn(known, seed, game.state.turn) for seed in range(100))
    weights = {o.name: o.weight for o in openings("classic") if o.power == "USSR"}
    assert found.keys() == weights.keys() == {o.name for o in known}
    assert found.most_common(1)[0][0] == max(weights, key=lambda name: weights[name])


def test_an_opening_is_for_its_round_and_for_levels_that_open() -> None:
    game = Game.new("classic")
    assert book(BY_THE_BOOK, game) and not book(OFFICER, game) and played(game, STRIKE)
    game.state.turn = replace(game.state.turn, round=2)
    assert not book(BY_THE_BOOK, game) and not played(game, STRIKE)


def test_where_turns_are_tried_none_is_played() -> None:
    game, player = Game.new("classic"), Player(replace(BY_THE_BOOK, foresees=1), 3)
    player.next(game)
    assert book(player.level, game) and player.memory["way"][2] == 0 and not player.way.opening


def test_where_nothing_is_tried_one_is_drawn_and_played() -> None:
    game, dice, player = Game.new("classic"), Prng(5), Player(BY_THE_BOOK, 3)
    while game.state.turn.power == "USSR" and game.state.turn.phase != "conduct combat":
        assert isinstance(game.submit(player.next(game).text, dice), Outcome)
    assert best_way(game, BY_THE_BOOK, 3, {}, lambda level, memory: player) is None
    opening = played(game, way_of(BY_THE_BOOK, 3, game.state.turn, None, book(BY_THE_BOOK, game)))
    assert opening
    assert {b.type: b.count for b in game.state.pool["USSR"]}["infantry"] == 8
    fought = set(game.state.battles)
    assert set(opening.first) <= fought
    assert not fought & set(opening.alone)


def test_an_opening_that_does_not_stand_is_left() -> None:
    """Ukraine is full of tanks: nobody strikes there because a book says so."""
    units = {
        "Ukraine S.S.R.": {"Germany": "20 infantry, 9 armor"},
        "Karelia S.S.R.": {"USSR": "6 infantry"},
        "Caucasus": {"USSR": "5 infantry"},
        "Russia": {"USSR": "4 infantry"},
    }
    game = position("USSR", "combat move", units, owner={"Ukraine S.S.R.": "Germany"})
    player = Player(replace(STRIKE, plans=3), 1)
    s = player.situation(game, "USSR")
    assert booked(s, frozenset()) is None
    assert not any(one.book for one in candidates(s, frozenset()))
    assert "Ukraine S.S.R." not in {a.goal for a in best_plan(s, frozenset(), player.pilot).chosen}


def test_whoever_keeps_the_peace_declares_no_war() -> None:
    name = next(o.name for o in openings("global1940") if o.power == "Japan")
    units = {"Philippines": {"United States": "1 infantry"}, "Japan": {"Japan": "6 infantry"}}
    units |= {"SZ 6": {"Japan": "2 transport, 2 battleship"}, "Kwangsi": {"Japan": "6 infantry, 2 fighter"}}
    for opening, peace in ((name, True), ("", False)):
        game = position("Japan", "combat move", units, "global1940")
        player = Player(replace(OFFICER, opening=opening), 1)
        assert (not player.next(game).text.startswith("declare war")) is peace
