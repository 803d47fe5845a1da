"""Ratings: one joint fit of skill, side, ground and bid."""

from __future__ import annotations

import random
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.finished import Bid, Seat
from league.ratings import FairBid, Held, Prior, RatedGame, fair_bid, fit, held, history, points, rated_games
from league.ratings.inverse import inverse
from tests.league.games import ALLIES, AXIS, DAY, finished, season, unrated

END = 2000 * DAY
SLOW = Prior().slow


def test_the_order_in_which_games_are_given_changes_no_digit() -> None:
    games = rated_games(season(200))
    told = fit(games, END)
    for seed in range(3):
        random.Random(seed).shuffle(games)
        again = fit(games, END)
        assert again.people == told.people and (again.terms == told.terms).all()
        assert again.chance({"p00": 1.0}, {"p05": 1.0}, "classic", 9) == told.chance(
            {"p00": 1.0}, {"p05": 1.0}, "classic", 9
        )
        assert fair_bid(again, "classic") == fair_bid(told, "classic")


def test_the_better_are_higher_and_many_games_say_more() -> None:
    few, many = fit(rated_games(season(40)), END), fit(rated_games(season(800)), END)
    assert set(many.order()[:3]) < {"p00", "p01", "p02", "p03", "p04"}
    assert many.people["p00"].points - many.people["p11"].points > 300
    assert all(many.people[p].give < few.people[p].give for p in few.people)


def test_nobody_known_is_in_the_middle() -> None:
    empty = fit([], END)
    even = empty.chance({"a": 1.0}, {"b": 1.0})
    assert (even.p, empty.people, empty.order()) == (0.5, {}, [])
    assert even.low < 0.2 and even.high > 0.8
    assert fair_bid(empty) == "It takes 100 rated games, older ones counting in part; there are 0."


def test_side_ground_and_bid_have_terms_of_their_own() -> None:
    """Two equals, of whom the Axis win without a bid and the Allies with 40: nobody is better for it."""
    games = []
    for number in range(1, 121):
        bid = 40 if number % 2 else 0
        allies, axis = ("a", "b") if number % 4 < 2 else ("b", "a")
        games.append(finished(number, allies, axis, ALLIES if bid else AXIS, bid))
    told = fit(rated_games(games), 121 * DAY, SLOW)
    assert abs(told.people["a"].points - told.people["b"].points) < 15
    assert told.worth > 5 and told.advantage("classic") < -100
    fair = fair_bid(told, "classic")
    assert isinstance(fair, FairBid) and fair.low < 20 < fair.high and abs(fair.amount - 20) < 5


def test_a_fair_bid_is_not_told_when_games_do_not_say() -> None:
    games = season(400)
    assert "It takes 100" in str(fair_bid(fit(rated_games(games[:60]), END, SLOW), "classic"))
    same = [replace(game, bid=Bid(ALLIES, 20)) for game in games]
    assert "much the same bids" in str(fair_bid(fit(rated_games(same), 400 * DAY, SLOW), "classic"))
    few = season(115, 40, seed=4)
    assert "as well as" in str(fair_bid(fit(rated_games(few), 115 * DAY, SLOW), "classic"))
    assert isinstance(fair_bid(fit(rated_games(games), 400 * DAY, SLOW), "classic"), FairBid)


def test_the_truth_lies_within_what_is_told() -> None:
    fair = fair_bid(fit(rated_games(season(1500, 30)), 1500 * DAY, SLOW), "classic")
    assert isinstance(fair, FairBid) and fair.low < 20 < fair.high and fair.high - fair.low < 15


def test_a_bid_of_the_other_side_counts_the_other_way() -> None:
    game = finished(1, "a", "b", ALLIES, 12)
    assert [g.bid for g in rated_games([game, replace(game, id="x", bid=Bid(AXIS, 12))])] == [12, -12]


def test_a_team_is_the_mean_of_its_people_by_their_powers() -> None:
    held = (("USSR", ALLIES, "a", 2), ("United Kingdom", ALLIES, "b", 1), ("United States", ALLIES, "b", 1))
    seats = (*(Seat(power, side, who, share=share) for power, side, who, share in held), Seat("Germany", AXIS, "c"))
    game = replace(finished(1, "a", "c", ALLIES), seats=seats)
    (rated,) = rated_games([game])
    assert rated.first == {"a": 0.5, "b": 0.5} and rated.second == {"c": 1.0}
    told = fit([rated], END).people
    assert told["a"].points == told["b"].points > 1500 > told["c"].points
    assert told["a"].points - 1500 < 1500 - told["c"].points


def test_who_sat_on_both_sides_counts_on_neither() -> None:
    seats = (Seat("USSR", ALLIES, "a"), Seat("United Kingdom", ALLIES, "b"), Seat("Germany", AXIS, "b"))
    game = replace(finished(1, "a", "b", ALLIES), seats=seats)
    assert rated_games([game]) == []
    with_third = replace(game, seats=(*seats, Seat("Japan", AXIS, "c")))
    (rated,) = rated_games([with_third])
    assert (rated.first, rated.second) == ({"a": 1.0}, {"c": 1.0})


def test_older_games_fade_and_less_is_known_again() -> None:
    old = [finished(n, "a", "b", ALLIES if n % 2 else AXIS) for n in range(1, 41)]
    old = [replace(g, winner=g.side_of("a") or "") for g in old]
    young = [replace(finished(n, "a", "b", AXIS)) for n in range(1500, 1510)]
    fading, lasting = fit(rated_games(old + young), END), fit(rated_games(old + young), END, Prior(drift=0))
    assert fading.people["a"].points < lasting.people["a"].points
    now, later = fit(rated_games(old), 41 * DAY), fit(rated_games(old), 3000 * DAY)
    assert later.people["a"].give > now.people["a"].give and later.people["a"].points < now.people["a"].points


def test_draws_count_half_and_unrated_games_not_at_all() -> None:
    drawn = fit(rated_games([finished(1, "a", "b", "", how="draw")]), END)
    assert abs(drawn.people["a"].points - 1500) < 0.01
    assert rated_games([unrated(finished(1, "a", "b", AXIS), "the master gave units")]) == []


def test_somebody_who_always_wins_is_rated_too() -> None:
    games = [
        RatedGame(f"g{n:04}", n, {"a": 1.0}, {f"b{n % 7}": 1.0}, 1.0, f"board{n % 3}", n % 60) for n in range(3000)
    ]
    told = fit(games, 3000.0)
    assert told.order()[0] == "a" and told.people["a"].points < 3500
    assert told.chance({"a": 1.0}, {"b1": 1.0}, "board1", 20).p > 0.99


def test_history_knows_only_what_had_been_played() -> None:
    games = rated_games(season(100))
    times = [25 * DAY, 50 * DAY, 100 * DAY]
    told = list(history(games, times))
    assert [r.people for r in told] == [fit(games[:n], n * DAY).people for n in (25, 50, 100)]


def test_two_games_with_one_id_are_refused() -> None:
    game = RatedGame("g", 1.0, {"a": 1.0}, {"b": 1.0}, 1.0)
    with pytest.raises(ValueError, match="same id"):
        fit([game, game], END)


@pytest.mark.parametrize("size", [0, 1, 97, 300])
def test_the_inverse_by_halves_is_the_inverse(size: int) -> None:
    rows = np.random.default_rng(size).normal(size=(2 * size, size))
    curvature = rows.T @ rows + np.eye(size)
    found = inverse(curvature)
    assert np.array_equal(found, found.T) and np.allclose(found @ curvature, np.eye(size), atol=1e-9)


@st.composite
def histories(draw: st.DrawFn) -> list[RatedGame]:
    """Rated games of few people, teams among them; many end at once."""
    people = st.sampled_from(["a", "b", "c", "d", "e", "f"])
    found = []
    for number in range(draw(st.integers(0, 25))):
        who = draw(st.lists(people, min_size=2, max_size=4, unique=True))
        half = draw(st.integers(1, len(who) - 1))
        first, second = ({one: 1 / len(team) for one in team} for team in (who[:half], who[half:]))
        at, score = draw(st.integers(0, 6)) * 100 * DAY, draw(st.sampled_from([0.0, 0.5, 1.0]))
        ground, bid = draw(st.sampled_from(["classic", "global1940", ""])), float(draw(st.integers(-9, 30)))
        found.append(RatedGame(f"{draw(st.integers(0, 9))}{number}", at, first, second, score, ground, bid))
    return sorted(found, key=lambda game: (game.at, game.id))


@settings(max_examples=60)
@given(histories(), st.data())
def test_what_is_known_of_old_games_and_what_follows_is_what_is_known_of_all(
    games: list[RatedGame], data: st.DataObject
) -> None:
    """So nothing that is told depends on when it was asked for before."""
    known, count = held([]), 0
    while count < len(games):
        more = data.draw(st.integers(1, len(games) - count))
        known, count = known.followed_by(games[count : count + more]), count + more
    whole, at = held(games), data.draw(st.sampled_from([0, 150, 300, 601])) * DAY
    for one in fields(Held):
        assert np.array_equal(getattr(known, one.name), getattr(whole, one.name)), one.name
    told = fit(known, at)
    alone = fit([game for game in games if game.at <= at], at)
    assert (told.people, told.grounds, told.terms.tolist()) == (alone.people, alone.grounds, alone.terms.tolist())
    assert points(known, at) == {person: rating.points for person, rating in alone.people.items()}
