"""What each answer would mean for its battle: as the odds have it once the answer is given."""

from __future__ import annotations

from typing import Any

import pytest

from rules.legal import decision_choices
from rules.odds import AnswerOdds, answer_odds, battle_odds
from rules.play.game import Game
from tests.positions import stand

UK = "United Kingdom"


def asked(power: str, *orders: str, dice: tuple[int, ...] = (), **case: Any) -> Game:
    """An empty Global with some units, after some orders; somebody is asked then."""
    game = stand(power, *orders, dice=dice, **case)
    assert game.state.pending
    return game


def of(game: Game) -> dict[str, AnswerOdds]:
    """The odds of all answers; the position stays as it is."""
    before = game.hash
    found = {one.text: one for one in answer_odds(game, decision_choices(game))}
    assert game.hash == before
    return found


def defenders_of_france() -> Game:
    return asked(
        "Germany", "move 4 infantry: Western Germany > France", "done", "fight France", dice=(1,),
        units={"Western Germany": {"Germany": "4 infantry"}, "France": {"France": "1 infantry, 1 fighter"}},
    )  # fmt: skip


def test_losses_of_a_defender() -> None:
    game = defenders_of_france()
    found, now = of(game), battle_odds(game.view, "France")
    infantry, fighter = found["casualties 1 infantry"], found["casualties 1 fighter"]
    assert not infantry.attacks and infantry.exact and infantry.place == "France"
    assert infantry.win == pytest.approx(1 - now.win)
    assert infantry.swing == pytest.approx(-now.swing - 3)
    assert fighter.win < infantry.win and fighter.swing < infantry.swing - 3


def test_losses_of_an_attacker() -> None:
    game = asked(
        "Germany", "move 4 infantry, 2 tank: Western Germany > France", "done", "fight France",
        dice=(6, 6, 6, 6, 6, 6, 1, 1, 6),
        units={"Western Germany": {"Germany": "4 infantry, 2 tank"}, "France": {"France": "3 infantry"}},
    )  # fmt: skip
    found, now = of(game), battle_odds(game.view, "France")
    best, worst = found["casualties 2 infantry"], found["casualties 2 tank"]
    assert best.attacks and best.win == pytest.approx(now.win) and best.swing == pytest.approx(now.swing - 6)
    assert worst.win < best.win and worst.swing < best.swing


def test_submarines_that_dive_or_stay() -> None:
    game = asked(
        "Germany", "move 2 cruiser: SZ 112 > SZ 110", "done", "fight SZ 110",
        units={"SZ 112": {"Germany": "2 cruiser"}, "SZ 110": {UK: "2 submarine, 1 cruiser"}},
    )  # fmt: skip
    found = of(game)
    stay, dive = found["press on"], found["submerge 2 submarine"]
    assert stay.win == pytest.approx(1 - battle_odds(game.view, "SZ 110").win)
    assert dive.win < found["submerge 1 submarine"].win < stay.win and dive.swing < stay.swing


def test_aircraft_that_scramble_and_one_owner_of_several() -> None:
    game = asked(
        "Germany", "move 1 battleship, 1 cruiser: SZ 112 > SZ 110", "done",
        units={
            "SZ 112": {"Germany": "1 battleship, 1 cruiser"}, "SZ 110": {UK: "1 destroyer"}, UK: {UK: "3 fighter"}
        },
    )  # fmt: skip
    (up,) = of(game).values()
    assert up.place == "SZ 110" and not up.attacks and up.win > 1 - battle_odds(game.view, "SZ 110").win
    fleet = asked(
        "Germany", "move 2 battleship: SZ 112 > SZ 110", "done", "fight SZ 110", dice=(1, 6),
        units={"SZ 112": {"Germany": "2 battleship"}, "SZ 110": {UK: "1 cruiser", "France": "1 destroyer"}},
    )  # fmt: skip
    assert {one.text for one in of(fleet).values()} == set(decision_choices(fleet))
