"""The exact odds against every way in which the engine's dice may fall."""

from __future__ import annotations

import pytest

from rules.dice.prng import Prng
from rules.odds import Wishes, battle_odds, typed_battle
from tests.rules.brute_force import after_a_round, worked_out

SEA = ("submarine", "destroyer", "fighter", "aircraft carrier", "cruiser", "battleship", "transport")
LAND = ("infantry", "artillery", "tank", "fighter", "tactical bomber", "strategic bomber")
OLD_SEA, OLD_LAND = (
    ("submarine", "fighter", "aircraft carrier", "battleship"),
    ("infantry", "tank", "fighter", "bomber"),
)
POOLS = (("global1940", SEA), ("global1940", SEA), ("global1940", LAND), ("classic", OLD_SEA), ("classic", OLD_LAND))

# Numbers of small battles that are quickly worked out, two or more of each pool.
QUICK = (0, 3, 4, 5, 6, 7, 8, 9, 11, 12)


@pytest.mark.parametrize(
    ("board", "attacker", "defender"),
    [
        ("global1940", "2 submarine, 1 fighter", "1 submarine, 1 destroyer"),
        ("global1940", "1 infantry, 1 artillery, 1 fighter", "2 infantry"),
        ("classic", "1 submarine, 1 battleship", "1 submarine, 1 fighter, 1 aircraft carrier"),
        ("classic", "2 infantry, 1 tank", "2 infantry, 1 aa gun"),
    ],
)
def test_to_the_end(board: str, attacker: str, defender: str) -> None:
    view, battle = typed_battle(attacker, defender, board)
    found, ends = battle_odds(view, battle), worked_out(view, battle)
    assert found.exact
    assert (found.win, found.loss) == pytest.approx((ends["attacker"], ends["defender"]), abs=1e-6)


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ("2 submarine, 2 fighter", "1 submarine, 1 fighter, 1 destroyer, 1 aircraft carrier"),
        ("3 submarine, 3 fighter", "1 destroyer, 1 fighter, 1 submarine, 1 aircraft carrier"),
    ],
)
def test_hits_on_bodies_of_which_neither_lies_within_the_other(attacker: str, defender: str) -> None:
    """Those of submarines spare aircraft, those of aircraft submarines; each may take the last ship from the other."""
    _compare("global1940", attacker, defender)


@pytest.mark.parametrize("number", QUICK)
def test_a_round_of_a_small_battle(number: int) -> None:
    chance = Prng(number)
    board, pool = POOLS[number % len(POOLS)]
    _compare(board, _side(chance, pool), _side(chance, pool))


def _side(chance: Prng, pool: tuple[str, ...]) -> str:
    """Two to four units of up to three types."""
    names = list(dict.fromkeys(pool[chance.below(len(pool))] for _ in range(3)))
    return ", ".join(f"{1 + chance.below(2)} {name}" for name in names)


def _compare(board: str, attacker: str, defender: str) -> None:
    view, battle = typed_battle(attacker, defender, board)
    found = battle_odds(view, battle, wishes=Wishes(rounds=1))
    assert found.exact
    said = (found.attacker_loss, found.defender_loss)
    assert said == pytest.approx(after_a_round(view, battle), abs=1e-6), (attacker, defender)
