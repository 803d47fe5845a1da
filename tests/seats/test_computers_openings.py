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
from seats.plans.candidates import candidates
from seats.plans.openings import Opening, choose, chosen, openings
from seats.plans.search import best_plan

PLANS = replace(OFFICER, plans=3)
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


def test_each_opening_is_chosen_as_often_as_its_weight_says() -> None:
    game, found = Game.new("classic"), Counter[str]()
    for seed in range(100):
        s = Player(PLANS, 1).situation(game, "USSR")
        choose(s, seed)
        opening = chosen(game, "USSR", s.memory)
        assert opening
        found[opening.name] += 1
    weights = {o.name: o.weight for o in openings("classic") if o.power == "USSR"}
    assert found.keys() == weights.keys()
    assert found.most_common(1)[0][0] == max(weights, key=lambda name: weights[name])


def test_an_opening_is_for_its_round_only() -> None:
    game = Game.new("classic")
    s = Player(PLANS, 1).situation(game, "USSR")
    choose(s, 1)
    game.state.turn = replace(game.state.turn, round=2)
    assert chosen(game, "USSR", s.memory) is None


def test_an_opening_is_bought_and_played() -> None:
    game, dice, player = Game.new("classic"), Prng(5), Player(PLANS, 3)
    while game.state.turn.power == "USSR" and game.state.turn.phase != "conduct combat":
        assert isinstance(game.submit(player.next(game).text, dice), Outcome)
    opening = chosen(game, "USSR", player.memory)
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
    player = Player(PLANS, 1, {"opening": {"USSR": [1, "Strike in Ukraine"]}})
    s = player.situation(game, "USSR")
    assert not any(one.book for one in candidates(s, frozenset()))
    assert "Ukraine S.S.R." not in {a.goal for a in best_plan(s, frozenset(), player.pilot).chosen}


def test_whoever_keeps_the_peace_declares_no_war() -> None:
    name = next(o.name for o in openings("global1940") if o.power == "Japan")
    units = {"Philippines": {"United States": "1 infantry"}, "Japan": {"Japan": "6 infantry"}}
    units |= {"SZ 6": {"Japan": "2 transport, 2 battleship"}, "Kwangsi": {"Japan": "6 infantry, 2 fighter"}}
    for memory, peace in (({"opening": {"Japan": [1, name]}}, True), ({}, False)):
        game, player = position("Japan", "combat move", units, "global1940"), Player(PLANS, 1, dict(memory))
        assert (not player.next(game).text.startswith("declare war")) is peace
