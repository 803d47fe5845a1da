"""Statistics of dice."""

from __future__ import annotations

import math

import pytest

from rules.play.luck import BattleLuck, Throw, chi_square_tail, ipc_luck, tally, tally_by


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
