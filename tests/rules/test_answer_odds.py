"""What each answer would mean for its battle: as the odds have it once the answer is given."""

from __future__ import annotations

from typing import Any

import pytest

from rules.legal import decision_choices
from rules.odds import AnswerOdds, answer_odds, battle_odds
from rules.play import lines
from rules.play.game import Game
from tests.positions import Faces, stand

UK, US = "United Kingdom", "United States"


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
    stay, up = of(game).values()
    assert stay.without is up.without is None  # to pass has odds of its own
    assert stay.win == pytest.approx(1 - battle_odds(game.view, "SZ 110").win)
    assert up.place == "SZ 110" and not up.attacks and up.win > 1 - battle_odds(game.view, "SZ 110").win
    assert up.win > stay.win
    fleet = asked(
        "Germany", "move 2 battleship: SZ 112 > SZ 110", "done", "fight SZ 110", dice=(1, 6),
        units={"SZ 112": {"Germany": "2 battleship"}, "SZ 110": {UK: "1 cruiser", "France": "1 destroyer"}},
    )  # fmt: skip
    assert {one.text for one in of(fleet).values()} == set(decision_choices(fleet))


def test_who_has_sent_aircraft_against_a_landing_is_told_of_the_fight_at_sea() -> None:
    landing = asked(
        UK, "ship 2 infantry: Scotland > SZ 111 > SZ 112 > Denmark", "done", "scramble 1 fighter: Norway > SZ 112",
        units={
            "Scotland": {UK: "2 infantry"}, "SZ 111": {UK: "1 transport"}, "Denmark": {"Germany": "1 infantry"},
            "Norway": {"Germany": "2 fighter"},
        },
        facilities={"Norway": {"has": "air base"}},
    )  # fmt: skip
    assert {(one.text, one.place, one.win) for one in of(landing).values()} == {
        ("pass", "SZ 112", 1.0), ("scramble 1 fighter: Norway > SZ 112", "SZ 112", 1.0),
    }  # fmt: skip


BASES = "major industrial complex, air base, naval base"


def test_interceptors_rise_or_stay() -> None:
    game = asked(
        "Germany", "bomb major industrial complex: 2 strategic bomber: Western Germany > SZ 112 > SZ 110 > United Kingdom",
        "done", units={"Western Germany": {"Germany": "2 strategic bomber"}, UK: {UK: "3 fighter"}},
        facilities={UK: {"has": BASES}},
    )  # fmt: skip
    found = of(game)
    about = lines.at_stake(game.view, game.state.pending[0])
    assert about is not None and about.kind == "raid"
    stay, all_, one = found["pass"], found["intercept 3 fighter"], found["intercept 1 fighter"]
    assert stay.damage == pytest.approx(2 * 5.5 * 5 / 6) and stay.win == pytest.approx(1 / 36) and stay.exact
    assert stay.swing == pytest.approx(2 * 12 / 6 - stay.damage)
    assert all_.damage is not None and one.damage is not None and all_.damage < one.damage < stay.damage
    assert all_.win > one.win > stay.win and all_.swing > stay.swing and not all_.attacks


STRIKE = "launch 1 kamikaze: SZ 6 at 1 "


def test_kamikaze_at_a_fleet_that_attacks_ships() -> None:
    fleet = "1 battleship, 1 destroyer"
    game = asked(
        US, f"move {fleet}: SZ 25 > SZ 16 > SZ 6", "done",
        units={"SZ 25": {US: fleet}, "SZ 6": {"Japan": "1 battleship"}}, owner={"Japan": "Japan"},
    )  # fmt: skip
    found = of(game)
    stay, struck = found["pass"], found[f"{STRIKE}destroyer"]
    about = lines.at_stake(game.view, game.state.pending[0])
    assert about is not None and {one.place for one in found.values()} == {about.place} == {"SZ 6"}
    # One time in three the destroyer is gone before the battle, whose odds are then those of the battleship alone.
    alone = asked(
        US, "move 1 battleship: SZ 25 > SZ 16 > SZ 6", "done",
        units={"SZ 25": {US: "1 battleship"}, "SZ 6": {"Japan": "1 battleship"}}, owner={"Japan": "Japan"},
    )  # fmt: skip
    without = of(alone)["pass"]
    assert struck.win == pytest.approx(2 / 3 * stay.win + without.win / 3)
    assert struck.swing == pytest.approx(2 / 3 * stay.swing + (without.swing + 8) / 3)
    game.submit("launch 2 kamikaze: SZ 6 at 1 battleship", Faces(), "Japan")
    assert of(game)["pass"].win > stay.win  # what has been announced counts


def test_kamikaze_at_a_fleet_that_only_lands_troops() -> None:
    fleet = "1 battleship, 1 destroyer, 1 transport (cargo: 2 infantry)"
    game = asked(
        US, f"move {fleet}: SZ 25 > SZ 16 > SZ 6", "unload 2 infantry: SZ 6 > Japan", "done",
        units={"SZ 25": {US: fleet}, "Japan": {"Japan": "1 infantry, 1 armor"}}, owner={"Japan": "Japan"},
    )  # fmt: skip
    found = of(game)
    stay, struck = found["pass"], found[f"{STRIKE}destroyer"]
    assert stay.place == struck.place == "Japan" and struck.win > stay.win  # nobody bombards
    hit_once, twice = found[f"{STRIKE}battleship"], found["launch 2 kamikaze: SZ 6 at 1 battleship"]
    assert struck.swing == pytest.approx(hit_once.swing + 8 / 3) and twice.swing == pytest.approx(
        hit_once.swing + 20 / 9
    )


def test_a_scramble_over_two_zones_is_measured_against_staying_down() -> None:
    """Passing is about both zones; what each answer tells is its own zone with the aircraft and without."""
    game = asked(
        "Germany", "move 1 battleship: SZ 112 > SZ 110", "move 1 battleship: SZ 112 > SZ 109", "done",
        units={
            "SZ 112": {"Germany": "2 battleship"}, "SZ 110": {UK: "1 destroyer"}, "SZ 109": {UK: "1 destroyer"},
            UK: {UK: "3 fighter"},
        },
        facilities={UK: {"has": "air base"}},
    )  # fmt: skip
    found = of(game)
    assert set(found) == {f"scramble 3 fighter: {UK} > SZ {zone}" for zone in (109, 110)}
    for one in found.values():
        assert one.without is not None and one.without.place == one.place
        assert one.win > one.without.win and one.swing > one.without.swing
