"""Statistics of dice."""

from __future__ import annotations

import math

import pytest

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.dice import ScriptedDice
from rules.odds import battle_lucks, battle_odds
from rules.play.game import Outcome
from rules.play.luck import BattleLuck, Throw, chance_of, chi_square_tail, in_words, ipc_luck, tally, tally_by
from tests.positions import stand


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    [  # from printed tables of the chi-square distribution
        (11.0705, 5, 0.05),
        (15.0863, 5, 0.01),
        (4.35146, 5, 0.5),
        (0.554298, 5, 0.99),
        (1.145476, 5, 0.95),
        (20.515, 5, 0.001),
        (3.841459, 1, 0.05),
        (18.307, 10, 0.05),
    ],
)
def test_chi_square_table(value: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(tail, rel=2e-4)


def test_chi_square_closed_forms() -> None:
    """With two degrees of freedom the tail is exp(-x/2), with one it is erfc(sqrt(x/2))."""
    for tenth in range(1, 600):
        x = tenth / 10
        assert chi_square_tail(x, 2) == pytest.approx(math.exp(-x / 2), rel=1e-12)
        assert chi_square_tail(x, 1) == pytest.approx(math.erfc(math.sqrt(x / 2)), rel=1e-9)
    assert chi_square_tail(0, 5) == 1


def test_tally() -> None:
    total = tally([Throw("Germany", 3, (1, 3, 4)), Throw("Germany", 2, (2, 6)), Throw("USSR", 0, (1,))])
    assert total.dice == 6
    assert total.hits == 3
    assert total.expected == pytest.approx(1.5 + 2 / 3)
    assert total.variance == pytest.approx(0.75 + 4 / 9)
    assert total.luck == pytest.approx((3 - 1.5 - 2 / 3) / math.sqrt(0.75 + 4 / 9))
    assert total.faces == [2, 1, 1, 1, 0, 1]
    assert total.chi_square == pytest.approx(2)


def test_tally_of_nothing() -> None:
    total = tally([])
    assert (total.luck, total.chi_square, total.p_value) == (0, 0, 1)
    assert tally([Throw("a", 6, (1, 6))]).luck == 0


def test_tally_by() -> None:
    throws = [Throw("Germany", 3, (1,)), Throw("USSR", 2, (5,)), Throw("Germany", 1, (6,))]
    sums = tally_by(throws)
    assert sums["Germany"].dice == 2 and sums["USSR"].hits == 0
    assert set(tally_by(throws, lambda t: str(t.needed))) == {"1", "2", "3"}


def test_ipc_luck() -> None:
    battles = [
        BattleLuck("Ukraine", "Germany", "USSR", expected_swing=6, actual_swing=12),
        BattleLuck("Karelia", "USSR", "Germany", expected_swing=2, actual_swing=1),
    ]
    assert ipc_luck(battles) == {"Germany": 7, "USSR": -7}


def test_the_luck_of_a_battle_is_what_it_brought_less_what_its_odds_promised() -> None:
    game = build(
        read_case(
            {
                "id": "X", "game": "classic", "phase": "combat move", "power": "USSR", "setup": "empty",
                "units": {"Caucasus": {"USSR": "3 infantry"}, "Ukraine S.S.R.": {"Germany": "1 infantry"}},
            }
        )
    )  # fmt: skip
    for order in ("move 3 infantry: Caucasus > Ukraine S.S.R.", "done"):
        game.submit(order, ScriptedDice([]))
    promised = battle_odds(game.view, "Ukraine S.S.R.")
    before = game.hash
    game.submit("fight Ukraine S.S.R.", ScriptedDice([1, 6, 6, 6]))
    (found,) = battle_lucks(game.table, game.state, game.log)
    assert (found.attacker, found.defender, found.actual_swing) == ("USSR", "Germany", 3)
    assert found.expected_swing == promised.swing and found.deviation == promised.swing_deviation
    assert found.luck_of("USSR") == -found.luck_of("Germany") > 0 and game.hash != before


def test_luck_in_words() -> None:
    assert in_words(1 / 7) == "1 fair game in 7 is as uneven"
    assert in_words(chance_of(0, 9)) == in_words(1) and "ordinary" in in_words(1)
    assert chance_of(6, 9) == pytest.approx(0.0455, abs=1e-4)


def test_to_break_off_is_no_luck() -> None:
    """Both miss, and the attacker leaves: the battle stands as it did."""
    game = stand(
        "Germany", "move 2 infantry: Poland > Eastern Poland", "done", "fight Eastern Poland", "retreat to Poland",
        dice=(6, 6, 6, 6), units={"Poland": {"Germany": "2 infantry"}, "Eastern Poland": {"Soviet Union": "2 infantry"}},
        war=[["Germany", "Soviet Union"]],
    )  # fmt: skip
    (found,) = battle_lucks(game.table, game.state, game.log)
    assert found.actual_swing == 0 and found.rest == pytest.approx(found.expected_swing) != 0
    assert found.luck_of("Germany") == pytest.approx(0) and found.deviation == pytest.approx(0)


def test_what_was_taken_back_is_no_battle() -> None:
    """Neither the battle nor what came behind it, in a log that goes on over the end of the turn and back."""
    units = {"Caucasus": {"USSR": "3 infantry"}, "Ukraine S.S.R.": {"Germany": "1 infantry"}}
    attack = ("move 3 infantry: Caucasus > Ukraine S.S.R.", "done")
    game = stand("USSR", *attack, "fight Ukraine S.S.R.", dice=(1, 6, 6, 6), game="classic", units=units)
    fought = game.log[-1].number
    while game.state.turn.power == "USSR":
        assert isinstance(game.submit("done", ScriptedDice([])), Outcome)
    assert len(battle_lucks(game.table, game.state, game.log)) == 1
    assert isinstance(game.back(fought + 1, "back"), Outcome)
    assert [one.entry for one in battle_lucks(game.table, game.state, game.log)] == [fought]
    assert isinstance(game.back(fought, "back"), Outcome)
    assert battle_lucks(game.table, game.state, game.log) == []
    assert isinstance(game.submit("fight Ukraine S.S.R.", ScriptedDice([1, 6, 6, 6])), Outcome)
    assert [one.entry for one in battle_lucks(game.table, game.state, game.log)] == [game.log[-1].number]


def test_troops_whose_craft_is_lost_on_the_beach_are_not_counted_as_lost() -> None:
    game = stand(
        "United Kingdom", "ship 1 tank: United Kingdom > SZ 8 > France using 1 landing craft: United Kingdom", "done",
        "fight France", "casualties 1 landing craft",
        dice=(1, 1), game="edition1942", rules=["x4.landing-craft"],
        units={
            "United Kingdom": {"United Kingdom": "1 tank, 1 landing craft"}, "France": {"Germany": "1 infantry"}
        },
    )  # fmt: skip
    (luck,) = battle_lucks(game.table, game.state, game.log)
    assert (luck.place, luck.actual_swing) == ("France", 3 - 3)
