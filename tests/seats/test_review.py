"""What a strong player counts: each count with a position that has it and one that has not."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from test_sanity import position

from rules.dice.prng import Prng
from rules.legal import decision_choices
from rules.play.game import Game
from seats.measure import review as module
from seats.measure.review import Course, Line, Reviewer, review, table
from seats.position.faults import EMPTY, PLANE, SHIP, STACK, TRANSPORT, faults
from seats.position.world import ThreatMap
from seats.wish import Wish

TANKS = {"Ukraine S.S.R.": {"Germany": "9 infantry, 6 armor"}}
FAR_AWAY = {"Western Europe": {"Germany": "9 infantry, 6 armor"}}


def found(power: str, units: Mapping[str, Any], came: str = "", **more: Any) -> list[str]:
    view = position(power, "collect income", units, **more).view
    came_from = {u.id: came or u.place for u in view.forces(power)}
    return [f"{f.kind} {f.place}" for f in faults(view, power, ThreatMap().threats(view, power), came_from)]


@pytest.mark.parametrize(
    ("foes", "came", "hangs"),
    [(TANKS, "Russia", True), (TANKS, "", False), (FAR_AWAY, "Russia", False)],
    ids=["in reach", "it stood there", "out of reach"],
)
def test_a_stack_hangs_that_was_moved_into_reach(foes: dict[str, Any], came: str, hangs: bool) -> None:
    units = {"Caucasus": {"USSR": "4 infantry, 1 armor"}, "Russia": {"USSR": "12 infantry"}, **foes}
    assert (f"{STACK} Caucasus" in found("USSR", units, came, owner={"Ukraine S.S.R.": "Germany"})) is hangs


def test_ground_is_empty_where_anybody_may_walk_in() -> None:
    for garrison, empty in (({}, True), ({"Karelia S.S.R.": {"USSR": "1 infantry"}}, False)):
        units = {"Eastern Europe": {"Germany": "1 infantry"}, "Russia": {"USSR": "9 infantry"}, **garrison}
        assert (f"{EMPTY} Karelia S.S.R." in found("USSR", units)) is empty


@pytest.mark.parametrize(("escort", "had"), [("", True), (", 2 battleship", False)], ids=["naked", "escorted"])
def test_ships_count_that_an_attack_would_probably_sink(escort: str, had: bool) -> None:
    units = {
        "North Sea Zone": {"United Kingdom": f"2 transport, 1 aircraft carrier{escort}"},
        "Western Europe": {"Germany": "3 fighter"},
        "United Kingdom": {"United Kingdom": "6 infantry"},
    }
    told = found("United Kingdom", units)
    assert told.count(f"{TRANSPORT} North Sea Zone") == 2 * had
    assert (f"{SHIP} North Sea Zone" in told) is had


def test_an_aircraft_alone_on_land_counts() -> None:
    for guard, alone in (("", True), (", 8 infantry", False)):
        units = {"Karelia S.S.R.": {"USSR": f"1 fighter{guard}"}, "Eastern Europe": {"Germany": "4 infantry"}}
        assert (f"{PLANE} Karelia S.S.R." in found("USSR", units)) is alone


def reviewed(game: Game, *orders: str) -> Reviewer:
    """What is counted while some orders are given."""
    reviewer, dice = Reviewer(["Axis", "Allies"]), Prng(1)
    reviewer.begins(game)
    for text in orders:
        turn = game.state.turn
        reviewer.before(game, Wish(text))
        game.submit(text, dice)
        reviewer.after(game, turn)
    return reviewer


@pytest.mark.parametrize(
    ("force", "foes", "what"),
    [
        ("2 infantry", "8 infantry", "begun below 50 % at a loss"),
        ("12 infantry", "1 infantry", "3 too many"),
        ("3 infantry", "1 infantry", ""),
    ],
)
def test_battles_count_that_should_not_be_fought_so(force: str, foes: str, what: str) -> None:
    game = position("Germany", "combat move", {"Eastern Europe": {"Germany": force}, "Karelia S.S.R.": {"USSR": foes}})
    counts = reviewed(game, f"move {force}: Eastern Europe > Karelia S.S.R.", "done", "fight Karelia S.S.R.").counts
    assert counts["battles"] == 1
    assert {w for w in ("begun below 50 % at a loss", "3 too many") if counts[w]} == ({what} if what else set())


def test_pressing_on_against_the_odds_counts() -> None:
    for force, poor in (("7 infantry", 1), ("40 infantry", 0)):
        units = {"Eastern Europe": {"Germany": force}, "Karelia S.S.R.": {"USSR": "9 infantry"}}
        game = position("Germany", "combat move", units)
        orders = (f"move {force}: Eastern Europe > Karelia S.S.R.", "done", "fight Karelia S.S.R.")
        reviewer = reviewed(game, *orders)
        for _ in range(9):
            if game.state.pending[0].kind == "retreat":
                break
            game.submit(decision_choices(game)[0], Prng(1))
        assert game.state.pending[0].kind == "retreat"
        reviewer.before(game, Wish("press on"))
        assert reviewer.counts["rounds with a choice"] == 1
        assert reviewer.counts["pressed on below 30 %"] == poor


def test_pressing_on_where_nobody_may_retreat_does_not() -> None:
    """A landing: nothing else is legal, so it is no choice."""
    units = {"Baltic Sea Zone": {"Germany": "4 transport"}, "Germany": {"Germany": "8 infantry"}}
    game = position("Germany", "combat move", {**units, "Karelia S.S.R.": {"USSR": "9 infantry"}})
    landing = "ship 8 infantry: Germany > Baltic Sea Zone > Karelia S.S.R."
    reviewer = reviewed(game, landing, "done", "fight Karelia S.S.R.")
    for _ in range(9):
        if game.state.pending[0].kind == "retreat":
            break
        game.submit(decision_choices(game)[0], Prng(1))
    assert decision_choices(game) == ("press on",)
    reviewer.before(game, Wish("press on"))
    assert not reviewer.counts["rounds with a choice"] and not reviewer.counts["pressed on below 30 %"]


def test_what_was_left_is_punished_when_the_enemy_takes_it() -> None:
    units = {"Eastern Europe": {"Germany": "3 infantry"}, "Russia": {"USSR": "9 infantry"}}
    game, dice, reviewer = position("USSR", "collect income", units), Prng(1), Reviewer(["Allies"])
    reviewer.begins(game)
    for text in ("done", "done", "done", "move 1 infantry: Eastern Europe > Karelia S.S.R.", *["done"] * 30):
        turn = game.state.turn
        game.submit(text, dice)
        reviewer.after(game, turn)
        if game.state.turn.power == "USSR" and game.state.turn.round == 2:
            break
    assert game.view.owner("Karelia S.S.R.") == "Germany"
    assert reviewer.counts[f"{EMPTY}, punished"] == 1
    assert reviewer.counts[f"{EMPTY}, IPC"] == game.view.value("Karelia S.S.R.")


def test_a_review_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    played: list[int] = []

    def watched(course: Course, seed: int) -> tuple[Reviewer, None]:
        played.append(seed)
        reviewer = Reviewer([])
        reviewer.counts.update({"turns": 5, STACK: 2, f"{STACK}, punished": 1, f"{STACK}, IPC": 20})
        return reviewer, None

    monkeypatch.setattr(module, "watched", watched)
    course, log = Course("classic", 2, 3), tmp_path / "build" / "review.jsonl"
    assert list(review([course], 7, log, minutes=1e-9)) == []
    next(review([course], 7, log))
    found = list(review([course], 7, log))
    assert played == [7, 8, 9]
    assert [line.seed for _, line in found] == [7, 8, 9]
    assert f"| {STACK} | 6 (3, 60 IPC) |" in table(found)
    log.write_text(log.read_text().replace('"version": "', '"version": "x'))
    assert not list(review([course], 7, log, minutes=1e-9))
    assert isinstance(found[0][1], Line)
