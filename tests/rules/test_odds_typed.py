"""Odds of forces that somebody types: which battle is meant, what counts in it."""

from __future__ import annotations

import re

import pytest

from rules.model.refusals import Refused
from rules.odds import TypedError, battle_odds, typed_battle, typed_odds
from rules.odds.ask.cli import main
from tests.rules.engine_fights import owners


def test_options_count() -> None:
    tough = typed_odds("1 battleship", "1 battleship", options={"battleship_hits": 2})
    plain = typed_odds("1 battleship", "1 battleship")
    assert plain.win == pytest.approx((2 / 3 * 1 / 3) / (1 - 1 / 9))
    assert tough.draw < plain.draw


@pytest.mark.parametrize(
    ("attacker", "defender", "says"),
    [
        ("3 infantry", "1 infantry, 1 battleship", "two battles"),
        ("3 infantry", "1 battleship", "do not fight at sea"),
        ("1 industrial complex", "1 infantry", "units that fight"),
        ("1 battleship (cargo: 1 infantry)", "1 infantry", "battleship does not carry infantry; it carries nothing"),
        ("1 transport (cargo: 1 infantry, 1 armor)", "1 infantry", "not go aboard one transport together"),
        (
            "1 transport (cargo: 1 battleship)",
            "1 infantry",
            "transport does not carry battleships; it carries land units",
        ),
    ],
)
def test_no_battle(attacker: str, defender: str, says: str) -> None:
    with pytest.raises(TypedError, match=says):
        typed_odds(attacker, defender)


def test_powers() -> None:
    with pytest.raises(TypedError, match="no power"):
        typed_battle("1 infantry", "1 infantry", powers=("Atlantis", ""))
    with pytest.raises(TypedError, match="no power"):
        typed_battle("1 infantry", "1 infantry", powers=("", "Neutral"))
    with pytest.raises(TypedError, match="same side"):
        typed_battle("1 infantry", "1 infantry", powers=("Germany", "Japan"))
    view, _ = typed_battle("1 infantry", "1 infantry", "global1940", powers=("USSR", "Japan"))
    assert owners(view) == ("Soviet Union", "Japan")
    with pytest.raises(Refused):
        typed_battle("1 zeppelin", "1 infantry")


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["3 infantry, 1 tank", "2 infantry"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("win 94.4%, loss 3.9%, draw 1.7%  (exact)\n")
    assert "left of the attacker:\n   38.0%  2 infantry, 1 armor\n" in out
    assert main(["3 infantry, 1 fighter", "2 infantry", "--rounds", "2", "--board", "global1940"]) == 0
    out = capsys.readouterr().out
    assert "undecided" in out and "takes the territory" in out
    assert main(["3 zeppelin", "2 infantry"]) == 2
    assert main(["3 infantry", "2 infantry", "--rounds", "0"]) == 2
    assert main(["3 infantry", "2 infantry", "--rules", "nonsense"]) == 2
    assert main(["3 infantry"]) == 2
    capsys.readouterr()


def test_rockets_fire_once_and_are_no_losses() -> None:
    """Typed as they are aimed: gone after their salvo, also where nothing else attacks."""
    powers = ("Germany", "Soviet Union")
    alone = typed_odds("4 rocket", "2 infantry", "global1940", ["x4"], powers=powers)
    assert alone.exact and alone.win == 0 and alone.attackers == (((), pytest.approx(1.0)),)
    assert dict(alone.defenders)[()] == pytest.approx(1 - (2 / 3) ** 4 - 4 * (1 / 3) * (2 / 3) ** 3)
    beside = typed_odds("4 rocket, 2 tank", "2 infantry", "global1940", ["x4"], powers=powers)
    assert beside.win > alone.defenders[0][1] and not any("rocket" in str(left) for left, _ in beside.attackers)


def test_troops_aboard_land_for_an_assault() -> None:
    """Ships and cargo against land units: the troops go ashore, the ships bombard as they do for troops named beside them."""
    aboard = typed_odds("1 transport (cargo: 2 infantry), 1 cruiser", "1 infantry", "global1940")
    beside = typed_odds("2 infantry, 1 transport, 1 cruiser", "1 infantry", "global1940")
    assert aboard.win == pytest.approx(beside.win) and aboard.takes == pytest.approx(beside.takes)
    with pytest.raises(TypedError, match="who lands"):
        typed_odds("2 cruiser", "1 infantry", "global1940")


def test_what_is_aboard_counts_among_the_units_of_a_side() -> None:
    with pytest.raises(TypedError, match="1000 units are too many"):
        typed_odds("200 transport (cargo: 4 infantry)", "1 cruiser", "global1940")
    with pytest.raises(Refused):
        typed_odds("1 transport (cargo)", "1 cruiser", "global1940")


@pytest.mark.parametrize(
    ("board", "attacker", "defender"),
    [
        ("classic", "3 infantry, 2 armor", "4 infantry, 1 aa gun, 1 fighter"),
        ("classic", "2 submarine, 1 battleship", "3 carrier, 2 fighter, 1 transport"),
        ("global1940", "9 infantry, 3 artillery, 2 tactical bomber, 4 fighter", "7 infantry, 2 fighter"),
        ("global1940", "3 submarine, 2 battleship (damaged), 2 fighter", "2 destroyer, 1 carrier, 2 transport"),
        ("global1940", "2 infantry, 5 infantry, 1 tank", "3 infantry"),
        ("global1940", "2 infantry, 1 tank, 2 cruiser", "3 infantry"),
        ("europe1943", "4 infantry, 2 artillery, 3 strategic bomber", "5 infantry, 1 tank"),
    ],
)
def test_what_is_known_of_kinds_of_units(board: str, attacker: str, defender: str) -> None:
    """The engine is asked once about units of some kinds; more or fewer of them have the odds that the position has."""
    few = [re.sub(r"\d+", "1", side) for side in (attacker, defender)]
    for one, two in ((attacker, defender), (few[0], defender), (attacker, few[1])):
        for rounds in (None, 2):
            view, battle = typed_battle(one, two, board)
            assert typed_odds(one, two, board, rounds=rounds) == battle_odds(view, battle, rounds)


def test_who_is_not_named_is_an_enemy_that_can_be_attacked_so() -> None:
    """China comes first among Japan's enemies, and has no coast."""
    by_sea = typed_battle("2 infantry, 1 cruiser", "2 infantry", "global1940", powers=("Japan", ""))
    assert by_sea[0].board.touching_seas(by_sea[1])
    assert typed_odds("2 infantry, 1 cruiser", "2 infantry", "global1940", powers=("Japan", "")).win > 0
    with pytest.raises(TypedError, match="China has no coast"):
        typed_odds("2 infantry, 1 cruiser", "2 infantry", "global1940", powers=("Japan", "China"))


def test_what_the_map_decides_is_no_exact_figure(capsys: pytest.CaptureFixture[str]) -> None:
    """Typed forces stand nowhere: a rule says what it may make otherwise."""
    forces = ["4 infantry", "2 infantry", "--board", "europe1943", "--by", "Germany", "--against", "United Kingdom"]
    assert main([*forces, "--rules", "y43.home-defense"]) == 0
    out = capsys.readouterr().out
    assert "(exact, if what is taken for granted holds)" in out
    assert "taken for granted: no home defense in Southeast England" in out
    assert main(forces) == 0
    assert "(exact)" in capsys.readouterr().out


def test_a_great_army_against_units_with_several_hits() -> None:
    """States that do not divide into blocks of one size: the last block ends where the hits do."""
    found = typed_odds("82 infantry", "13 infantry, 2 is-2, 1 is-2 (damaged)", "europe1943", ("y43",))
    assert found.exact and found.win == pytest.approx(1)
    assert sum(chance for _, chance in found.swings) == pytest.approx(1)
    assert 15 < found.attacker_loss < 82 and found.defender_loss > 13 * 3
