"""Guesses of battles against the exact odds; scores of matches."""

from __future__ import annotations

import pytest

from rules.core.view import View
from rules.model.state import Facility
from rules.odds import typed_battle, typed_odds
from rules.play.game import Game
from seats.measure.rating import Score, counted, elo
from seats.position.estimate import OddsCache, fighter, guess, supported
from seats.position.world import ThreatMap

BATTLES = [
    ("3 infantry, 1 armor", "2 infantry"),
    ("6 infantry, 3 armor, 2 fighter", "8 infantry, 1 armor"),
    ("2 fighter, 1 bomber", "1 battleship"),
    ("12 infantry, 6 armor", "10 infantry, 4 armor, 2 fighter"),
]


@pytest.mark.parametrize(("attacker", "defender"), BATTLES)
def test_a_guess_is_near_the_odds(attacker: str, defender: str) -> None:
    view, battle = typed_battle(attacker, defender)
    found = view.state.battles[battle]
    mine = view.get(found.attackers)
    rough = guess(
        supported([fighter(view, u, True) for u in mine]),
        [fighter(view, u, False) for u in view.get(found.defenders)],
    )
    exact = typed_odds(attacker, defender)
    assert rough.win == pytest.approx(exact.win, abs=0.12)
    assert rough.killed - rough.lost == pytest.approx(exact.swing, abs=10)


def test_odds_of_thought_of_battles_are_of_the_position_as_it_is() -> None:
    """A technology of either side, and what one learned before is not taken for it."""
    view, battle = typed_battle("2 fighter", "2 infantry, 1 fighter", "classic")
    found, odds_cache = view.state.battles[battle], OddsCache()
    mine, theirs = view.get(found.attackers), view.get(found.defenders)
    before = odds_cache.ask(view, battle, mine, theirs)
    view.state.flags[f"tech.{theirs[0].owner}"] = ("jet power",)
    now = View(view.table, view.state.copy())
    after = odds_cache.ask(now, battle, mine, theirs)
    assert after == OddsCache().ask(now, battle, mine, theirs)
    assert after != before


def test_threats_are_of_the_position_as_it_is() -> None:
    """An air base that is built brings aircraft a space further."""
    game, threat_map = Game.new("global1940"), ThreatMap()
    before = threat_map.strikes(game.view, "Germany")
    state = game.state.copy()
    place = next(u.place for u in state.units.values() if u.owner == "Germany" and u.type == "strategic bomber")
    state.facilities[place] = tuple(f for f in state.facilities.get(place, ()) if f.type != "air base")
    bare = View(game.table, state)
    without = threat_map.strikes(bare, "Germany")
    built = state.copy()
    built.facilities[place] = (*state.facilities[place], Facility("air base"))
    with_base = threat_map.strikes(View(game.table, built), "Germany")
    assert without.keys() == ThreatMap().strikes(bare, "Germany").keys() < with_base.keys()
    assert before.keys() in (without.keys(), with_base.keys())


def test_scores() -> None:
    assert counted([0.1, 0.0, -0.3, 0.5]) == Score(2, 1, 1)
    low, high = Score(80, 0, 20).interval
    assert low == pytest.approx(0.711, abs=0.001)
    assert high == pytest.approx(0.867, abs=0.001)
    assert elo(0.5) == pytest.approx(0)
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
