"""What a turn leaves to the enemy, and its rest tried in several ways when the battles are over."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from test_foresight import FRONT
from test_sanity import position

from rules.dice.prng import Prng
from rules.model.state import NONCOMBAT, Turn
from rules.play.game import Game, Outcome
from seats import OFFICER, Player
from seats.levels import GENERAL, Level
from seats.plans import foresight, rest
from seats.plans.exposure import PRICES, Exposure
from seats.plans.foresight import Pilot, Remembers, Try, size, way_of
from seats.plans.playout import played_out
from seats.plans.postures import CARE, PLAIN, POSTURES, Posture
from seats.plans.rest import SAVES, best_rest, postures_in, rest_of
from seats.position.faults import EMPTY, PLANE, STACK, whereabouts
from seats.position.standing import worths

LEFT = {
    "Caucasus": {"USSR": "4 infantry, 1 armor"},
    "Karelia S.S.R.": {"USSR": "1 fighter"},
    "Russia": {"USSR": "12 infantry"},
    "Eastern Europe": {"Germany": "4 infantry"},
    "Ukraine S.S.R.": {"Germany": "9 infantry, 6 armor"},
}
TIDIES = replace(OFFICER, foresees=300, rests=8)
NO_TIME = replace(TIDIES, foresees=0)


def test_what_a_turn_leaves_to_the_enemy_has_its_price() -> None:
    """A stack that came into reach, ground that anybody may walk into, an aircraft alone."""
    game = position("USSR", "collect income", LEFT, owner={"Ukraine S.S.R.": "Germany"})
    stood = whereabouts(game.view, game.state.turn.power)
    moved = {u: "Russia" if place == "Caucasus" else place for u, place in stood.items()}
    before, after = (Exposure(game, OFFICER, came, {}).left(game.view) for came in (stood, moved))
    assert after - before == PRICES[STACK] and before >= PRICES[PLANE]
    del game.state.units[next(u.id for u in game.view.units("Karelia S.S.R."))]
    game.state.reindex()
    assert Exposure(game, OFFICER, stood, {}).left(game.view) == before - PRICES[PLANE] + PRICES[EMPTY]


def test_while_a_turn_is_planned_the_same_is_priced_by_guesses() -> None:
    """As far as a level is careful: an aircraft alone, then ground without anybody, then nothing where a man stands."""
    game = position("USSR", NONCOMBAT, LEFT, owner={"Ukraine S.S.R.": "Germany"})
    (plane,), men = game.view.units("Karelia S.S.R."), game.view.units("Russia")
    for careful in (0.0, 0.5, 1.0):
        s = Player(replace(OFFICER, careful=careful), 1).situation(game, "USSR")
        assert s.leaves("Karelia S.S.R.", [plane]) == careful * PRICES[PLANE]
        assert s.leaves("Karelia S.S.R.", []) == careful * PRICES[EMPTY]
        assert s.leaves("Karelia S.S.R.", [plane, men[0]]) == 0.0
        assert s.leaves("Karelia S.S.R.", game.view.units("Caucasus")) == careful * PRICES[STACK], (
            "they would have come"
        )
        assert s.leaves("Caucasus", game.view.units("Caucasus")) == 0.0, "they stood there before"
        assert s.leaves("Karelia S.S.R.", [], s.fighters(men, False)) == 0.0, "who is placed there defends it"


def test_an_army_counts_less_the_farther_from_the_front_it_stands() -> None:
    near, far = (
        position("Germany", NONCOMBAT, {place: {"Germany": "5 infantry"}, "Karelia S.S.R.": {"USSR": "1 infantry"}})
        for place in ("Eastern Europe", "Western Europe")
    )
    once, twice = (replace(OFFICER, step=step) for step in (0.1, 0.2))
    assert 0 < Exposure(near, once, {}, {}).behind(near.view) < Exposure(far, once, {}, {}).behind(far.view)
    assert Exposure(far, twice, {}, {}).behind(far.view) == pytest.approx(
        2 * Exposure(far, once, {}, {}).behind(far.view)
    )


def test_a_capital_in_peril_counts_with_all_that_the_enemy_gains_of_it() -> None:
    """Whatever stands elsewhere; ground that is no catastrophe does not."""
    perils = []
    for guards in (1, 4, 40):
        units = {
            "Russia": {"USSR": f"{guards} infantry"},
            "Karelia S.S.R.": {"USSR": "1 infantry"},
            "Ukraine S.S.R.": {"Germany": "9 infantry, 6 armor"},
            "Eastern Europe": {"Germany": "9 infantry, 6 armor"},
        }
        game = position("USSR", "collect income", units, owner={"Ukraine S.S.R.": "Germany"})
        perils.append(Exposure(game, OFFICER, {}, {}).peril(game))
    assert perils[0] > perils[1] > perils[2] == 0.0


def test_ways_to_play_a_rest_begin_with_that_of_the_turn() -> None:
    turn = Turn(2, "Germany", NONCOMBAT)
    ways = [rest_of(GENERAL, 7, turn, number, POSTURES) for number in range(12)]
    assert ways[0] == GENERAL and ways[1] == replace(GENERAL, **CARE)
    assert len(set(ways)) == 12 and ways == [rest_of(GENERAL, 7, turn, number, POSTURES) for number in range(12)]


def test_nobody_cares_in_full_where_rests_are_played_on() -> None:
    small, large = Game.new("classic").view, Game.new("global1940").view
    assert [p for p in postures_in(GENERAL, large) if p not in postures_in(GENERAL, small)] == [CARE]
    assert CARE in postures_in(replace(GENERAL, foresees=0), small)


def counted(game: Game, ways: int) -> list[float]:
    """What counts against each way to play the rest of Germany's turn."""
    exposure, pilot = Exposure(game, TIDIES, whereabouts(game.view, "Germany"), {}), Player(TIDIES)._who_tries
    found = []
    for number in range(ways):
        end = played_out(game.copy(), pilot(rest_of(TIDIES, 1, game.state.turn, number, POSTURES), {}))
        found.append(exposure.cost(end))
    return found


def best(game: Game, level: Level = NO_TIME) -> int:
    return best_rest(game, whereabouts(game.view, "Germany"), level, 1, {}, Player(level)._who_tries)


def test_the_rest_is_taken_that_leaves_least_and_stands_nearest_to_the_front(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another than the usual one where that saves something. So it is where there is no time to play any on."""
    game = position("Germany", NONCOMBAT, FRONT | {"Ukraine S.S.R.": {"USSR": "2 infantry, 3 armor"}})
    before, counts = game.hash, counted(game, TIDIES.rests)
    saved = counts[0] - min(counts)
    assert saved > 0
    for saves, index in ((0.0, counts.index(min(counts))), (saved - 0.1, counts.index(min(counts))), (saved + 0.1, 0)):
        monkeypatch.setattr(rest, "SAVES", saves)
        assert best(game) == index and game.hash == before


COSTS = [20.0, 30.0, 10.0, 30.0, 25.0, 12.0, 20.0, 40.0]  # of eight ways; two of them come to the same as another
LEAST = (0, 2, 5)  # the usual one and the two that leave least


def test_the_rests_that_leave_least_are_played_on_beside_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the round behind them brings counts in IPC as what they leave does. Cash stands in for play."""
    game, tried, followed = position("Germany", NONCOMBAT, FRONT), list[float](), list[int]()

    def played(twin: Game, own: Remembers) -> Game:
        tried.append(COSTS[len(tried) % len(COSTS)])
        twin.state.money["Germany"] = int(tried[-1])
        return twin

    def outlook(one: Try, turn: Turn, pilot: Pilot) -> float:
        followed.append(one.number)
        cost = one.game.state.money["Germany"] + (SAVES if one.number else 0.0)
        return (cost + 10.0 * (one.number == wanted)) / sum(worths(one.game.view).values())

    monkeypatch.setattr(rest, "played_out", played)
    monkeypatch.setattr(rest, "outlook", outlook)
    monkeypatch.setattr(Exposure, "cost", lambda self, end: float(end.state.money["Germany"]))
    for wanted in LEAST:
        assert best(game, TIDIES) == wanted
    assert followed == [*LEAST] * 3
    monkeypatch.setattr(foresight, "LARGE", 1)
    assert best(game, TIDIES) == best(game) == 2 and len(followed) == 9, "none where that takes too long"


def test_fewer_ways_are_tried_the_larger_a_position_is(monkeypatch: pytest.MonkeyPatch) -> None:
    game = position("Germany", NONCOMBAT, FRONT | {"Ukraine S.S.R.": {"USSR": "2 infantry, 3 armor"}})
    tried: list[int] = []

    def usual(level: Level, seed: int, turn: Turn, number: int, postures: Sequence[Posture]) -> Level:
        tried.append(number)
        return level

    monkeypatch.setattr(rest, "rest_of", usual)
    for room, ways in ((100, 8), (3.5, 3), (0.5, 1)):
        tried.clear()
        monkeypatch.setattr(rest, "ROOM", int(size(game.view) * room))
        assert best(game) == 0 and tried == list(range(ways))


@pytest.mark.parametrize(("rests", "large"), [(8, True), (0, True), (8, False)])
def test_the_rest_of_a_turn_is_chosen_once_when_the_battles_are_over(
    rests: int, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of whole turns that were tried, too. By whoever is made anew for each order, too; a seat forgets then where its units
    came from."""
    monkeypatch.setattr(foresight, "too_large", lambda view: large)
    level, chosen, orders = replace(TIDIES, rests=rests), rests > 0, []
    for anew in (False, True):
        game, dice, player, given = position("Germany", "purchase", FRONT), Prng(5), Player(level, 3), list[str]()
        while game.state.turn.power == "Germany":
            if anew:
                player = Player(level, 3, json.loads(json.dumps(player.memory)))
            wish = player.next(game)
            if game.state.turn.phase == "purchase":
                assert "rest" not in player.memory and bool(player.memory["came"]) is chosen
                assert (player.memory["way"][2] is None) is large
            given.append(wish.text)
            assert isinstance(game.submit(wish.text, dice), Outcome)
        assert ("rest" in player.memory, "came" in player.memory) == (chosen, not chosen)
        if chosen:
            assert player.memory["rest"][:2] == [1, "Germany"]
            turn = Turn(1, "Germany", "collect income")
            way = way_of(level, 3, turn, player.memory["way"][2])
            assert anew or player.way == rest_of(way, 3, turn, player.memory["rest"][2], POSTURES if large else PLAIN)
        orders.append(given)
    assert orders[0] == orders[1]


def test_a_memory_that_does_not_tell_where_units_came_from_will_do() -> None:
    """Such as that of a seat which was given away after its battles."""
    game = position("Germany", NONCOMBAT, FRONT)
    player = Player(TIDIES, 3, {"way": [1, "Germany", None]})
    assert isinstance(game.submit(player.next(game).text, Prng(5)), Outcome)
    assert player.memory["rest"][:2] == [1, "Germany"]
