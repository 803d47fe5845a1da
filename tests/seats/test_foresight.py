"""A turn that is tried in several ways before it is played."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from test_sanity import position

from rules.dice.prng import Prng
from rules.model.state import Turn
from rules.play.game import Game, Outcome
from seats import OFFICER, Player
from seats.levels import GENERAL
from seats.plans import foresight
from seats.plans.foresight import WEIGHED, Pilot, Remembers, Try, best_way, too_large, way_of
from seats.plans.luck import Luck
from seats.position.standing import share, worths

FRONT = {
    "Eastern Europe": {"Germany": "4 infantry, 2 armor"},
    "Germany": {"Germany": "3 infantry, 1 fighter"},
    "Karelia S.S.R.": {"USSR": "3 infantry"},
    "Russia": {"USSR": "3 infantry, 1 armor"},
    "United Kingdom": {"United Kingdom": "2 infantry"},
    "Japan": {"Japan": "1 infantry"},
}
LOOKS_AHEAD = replace(OFFICER, foresees=400)


def test_ways_weigh_otherwise_and_the_first_is_the_usual_one() -> None:
    turn = Turn(2, "Germany", "purchase")
    ways = [way_of(GENERAL, 7, turn, number) for number in range(6)]
    assert len(set(ways)) == 6 and all(getattr(ways[0], w) == getattr(OFFICER, w) for w in WEIGHED)
    assert ways == [way_of(GENERAL, 7, turn, number) for number in range(6)]
    assert ways[1] != way_of(GENERAL, 7, Turn(3, "Germany", "purchase"), 1)
    for one in ways:
        assert all(0.24 < getattr(one, w) / getattr(OFFICER, w) < 4.1 for w in WEIGHED if getattr(OFFICER, w))
        assert replace(one, **{w: getattr(GENERAL, w) for w in WEIGHED}) == GENERAL
    assert way_of(GENERAL, 7, turn, None) == GENERAL


def test_large_boards_leave_no_time_for_it() -> None:
    game = Game.new("global1940")
    assert too_large(game.view) and not too_large(Game.new("classic").view)
    assert best_way(game, GENERAL, 1, {}, Player(GENERAL)._who_tries) is None


CASH = [7, 7, 8, 7, 9, 10, 11, 12]  # turns that differ
SHARES = {0: 0.4, 2: 0.6, 4: 0.55, 5: 0.5}


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Ways that are played on; shares and cash stand in for play."""
    followed: list[int] = []

    def own_turn(game: Game, own: Remembers, number: int) -> Try:
        twin = game.copy()
        twin.state.money["Germany"] = CASH[number]
        return Try(number, twin, own, Luck())

    def outlook(one: Try, turn: Turn, pilot: Pilot) -> float:
        followed.append(one.number)
        return SHARES[one.number]

    monkeypatch.setattr(foresight, "MOST", 4)
    monkeypatch.setattr(foresight, "_tried", own_turn)
    monkeypatch.setattr(foresight, "outlook", outlook)
    return followed


def test_ways_are_tried_until_so_many_differ_and_the_best_is_taken(tried: list[int]) -> None:
    assert best_way(position("Germany", "purchase", FRONT), LOOKS_AHEAD, 1, {}, Player(GENERAL)._who_tries) == 2
    assert tried == [0, 2, 4, 5]


def test_where_nothing_is_better_the_usual_way_is_taken(tried: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    game, pilot = position("Germany", "purchase", FRONT), Player(GENERAL)._who_tries
    monkeypatch.setattr("test_foresight.SHARES", dict.fromkeys(range(8), 0.5))
    assert best_way(game, LOOKS_AHEAD, 1, {}, pilot) == 0
    monkeypatch.setattr("test_foresight.CASH", [7] * 8)
    tried.clear()
    assert best_way(game, LOOKS_AHEAD, 1, {}, pilot) == 0 and tried == [0]


def test_no_more_orders_are_given_on_copies_than_a_level_foresees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ways less or three, which are kept for the rest of the turn. One is always tried."""
    spent, once = list[int](), foresight.Trials.once

    def counted(self: foresight.Trials, number: int) -> None:
        once(self, number)
        spent.append(self.spent)

    monkeypatch.setattr(foresight.Trials, "once", counted)
    game, pilot = position("Germany", "purchase", FRONT), Player(GENERAL)._who_tries
    assert best_way(game, replace(GENERAL, foresees=1), 1, {}, pilot) == 0
    (least,) = spent
    for times in (5, 9):
        spent.clear()
        best_way(game, replace(GENERAL, foresees=times * least), 1, {}, pilot)
        assert (times - 3.5) * least < spent[-1] <= 1.1 * (times - 2) * least


def test_a_way_is_judged_without_the_luck_of_its_battles() -> None:
    """By what the odds promise, and its own power's turn behind it is not waited for; a victory counts as all."""
    game = position("Germany", "purchase", FRONT)
    pilot, turn = Player(LOOKS_AHEAD)._who_tries, game.state.turn
    one = foresight._tried(game, pilot(OFFICER, {}), 0)
    assert one.game.state.turn == Turn(1, "United Kingdom", one.game.state.turn.phase) and one.luck.found
    found = foresight.outlook(one, turn, pilot)
    assert one.game.state.turn.power == "Germany" and one.game.state.turn.round == 2
    worth = one.luck.taken_off(worths(one.game.view))
    assert found == pytest.approx(worth["Axis"] / sum(worth.values()))
    assert found != pytest.approx(share(worths(one.game.view), "Axis"))
    one.game.state.winner = "Axis"
    assert foresight.outlook(one, turn, pilot) == 1.0


def test_a_turn_is_played_the_way_that_was_chosen_as_it_began() -> None:
    """By whoever is made anew for each order, too; and trying leaves the game alone."""
    orders = []
    for anew in (False, True):
        game, dice, player = position("Germany", "purchase", FRONT), Prng(5), Player(LOOKS_AHEAD, 3)
        given, before = [], game.hash
        while game.state.turn.power == "Germany":
            if anew:
                player = Player(LOOKS_AHEAD, 3, json.loads(json.dumps(player.memory)))
            wish = player.next(game)
            if not given:
                assert game.hash == before
                chosen = player.memory["way"]
            assert isinstance(game.submit(wish.text, dice), Outcome)
            given.append(wish.text)
        assert player.memory["way"] == chosen and chosen[:2] == [1, "Germany"]
        assert player.way == way_of(LOOKS_AHEAD, 3, Turn(*chosen[:2], "purchase"), chosen[2])
        orders.append(given)
    assert orders[0] == orders[1]


def test_whoever_tries_looks_no_further_ahead_and_changes_no_memory() -> None:
    """Else each turn would be tried again within each try."""
    player = Player(GENERAL, 1, {"way": [1, "USSR", 2]})
    tries = player._who_tries(GENERAL, player.memory)
    assert tries.level == replace(GENERAL, foresees=0, opens=False) and tries.memory == player.memory
    tries.memory["way"].append("more")
    assert player.memory == {"way": [1, "USSR", 2]}


def test_on_a_copy_orders_are_given_untried_and_done_is_said_once() -> None:
    """A refusal does no harm there; what stands in the way of closing a phase is looked for only where it was refused."""
    game, player = position("Germany", "purchase", FRONT), Player(OFFICER, 1, tries=False)
    player.memory |= {"phase": [1, "Germany", "purchase"], "queue": [["buy 1 zeppelin", ""]], "tries": 0}
    assert player.next(game).text == "buy 1 zeppelin" and not player.refused
    assert player.next(game).text == "done"
    assert Player(OFFICER, 1, dict(player.memory) | {"queue": [["buy 1 zeppelin", ""]]}).next(game).text == "done"
