"""Long runs in small: they keep their place, and what failed is not passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.cases.file import read_text
from rules.cases.setup import build
from rules.dice.prng import Prng
from rules.legal import consistency
from rules.model.refusals import Refusal
from rules.soak import invariants
from tests.soak import late, plans, record, run, tables
from tests.soak.plans import Plan, Result


def test_a_sample_of_mixtures_keeps_the_invariants() -> None:
    """A few of the 2,048 subsets of Rules of Warfare, a round each; `make soak` plays them all."""
    for number in range(0, 2048, 700):
        assert plans.game("classic", tables.subsets()[number], number, 1).wrong == []


MIXED = [
    ("classic", ("rw", "bx", "x2", "x4", "y43")),
    ("global1940", ("bx",)),
    ("global1940", ("x2",)),
    ("global1940", ("bx", "x2", "x4")),
    ("europe1943", ("y43",)),
]


@pytest.mark.parametrize(("board", "documents"), MIXED)
def test_mixtures_can_be_played(board: str, documents: tuple[str, ...]) -> None:
    """Every mixture that a plan draws is a set of rules that go together, and they are not all alike."""
    drawn = [tables.mixture(board, documents, number) for number in range(14)]
    assert all(tables.fits(board, rules) for rules in drawn)
    assert len({frozenset(rules) for rules in drawn}) > 7
    assert len(drawn[0]) > len(tables.of_board(board, documents)) / 2, "every seventh takes all that go together"


def _here(monkeypatch: pytest.MonkeyPatch, plan: Plan) -> None:
    monkeypatch.setattr(run, "PLANS", (plan,))
    monkeypatch.setattr(run, "_in_order", lambda p, first, end, limits: map(run.piece, run._jobs(p, first, end, None)))


def test_a_run_goes_on_where_the_last_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What failed is played again, and then the rest."""
    bad = {3}
    plan = Plan("made-up", 6, "numbers", lambda n: Result(1, ["bad"] if n in bad else [], 2.0 * n))
    _here(monkeypatch, plan)
    assert run.go_on(plan, run.Limits(), tmp_path).wrong == ["made-up 3: bad"]
    assert record.again(record.read(tmp_path), "made-up") == [3]
    assert "| made-up | numbers | 6 | 5 games | 6 orders | 1 |" in (tmp_path / "soaks.md").read_text()
    bad.clear()
    assert run.go_on(plan, run.Limits(), tmp_path).done == 1
    rows = record.read(tmp_path)
    assert [(r.first, r.last, r.failed) for r in rows if r.last >= r.first] == [(0, 5, (3,)), (3, 3, ())]
    assert [r.longest for r in rows] == [10.0, 6.0] and "| 10 s | 1 (3) |" in (tmp_path / "soaks.md").read_text()
    assert "| made-up | numbers | 6 | 6 games | 7 orders | 0 |" in (tmp_path / "soaks.md").read_text()


LATE = [
    ("classic", ("rw",)),
    ("global1940", ("bx", "x2", "x4")),
    ("global1940", ("bm",)),
    ("europe1943", ("y43",)),
    ("pacific1940", ("x2", "x4")),
]


@pytest.mark.parametrize(("board", "documents"), LATE)
def test_late_positions_are_sound(board: str, documents: tuple[str, ...]) -> None:
    """Whatever their number makes of them, nothing stands where it cannot; the same number makes the same."""
    for number in range(2):
        rules = tables.mixture(board, documents, 7 * number)
        game = late.game(board, rules, number)
        assert consistency.oddities(game.view) == []
        assert late.FIRST <= game.state.turn.round <= late.LAST
        assert game.hash == late.game(board, rules, number).hash


def test_an_atomic_bomb_aboard_its_bomber_is_no_oddity() -> None:
    """One bomb a bomber; two, or anything else, would be too much."""
    head = """
        id = "X"
        game = "europe1943"
        rules = ["y43"]
        power = "United States"
        phase = "combat move"
        setup = "empty"
        units.Paris."United States" = "1 heavy bomber, 1 atomic bomb"
        owner.Paris = "United States"
        units.Rhineland.Germany = "1 infantry"
    """
    game = build(read_text(head)[0])
    order = "drop 1 atomic bomb at Rhineland: 1 heavy bomber: Paris > Rhineland"
    assert not isinstance(answer := game.submit(order, Prng(1)), Refusal), answer
    assert list(invariants.position(game.view)) == []


@pytest.mark.parametrize(
    ("said", "size", "numbers"), [("50", 200, 50), ("50", 20, 20), ("10%", 240, 24), ("10%", 2, 1), ("100%", 7, 7)]
)
def test_numbers_played_afresh_are_a_count_or_a_part_of_the_plan(said: str, size: int, numbers: int) -> None:
    assert run.Limits(afresh=said).anew(size) == numbers
