"""Recommended losses keep a carrier's deck for the aircraft that need it, and the odds know that."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import pytest

from rules.battle import casualties, losses
from rules.core.hooks import Rule
from rules.dice import PracticeDice
from rules.model.profiles import UnitType
from rules.odds import assumed, typed_battle
from rules.play.game import Game
from tests.positions import stand
from tests.rules import random_battles
from tests.rules.hooks.proof import ID, known

# Zones without land beside them, and next to each other; and the power that attacks with what.
FAR = {
    "global1940": ("SZ 16", "SZ 15"),
    "anniversary": ("SZ 26", "SZ 24"),
    "classic": ("South Pacific Sea Zone", "East Pacific Sea Zone"),
}
ATLANTIC = ("SZ 12", "SZ 11")  # Japan has no land there
HITS = "any"


def fleet(
    attack: str,
    defence: str,
    game: str = "global1940",
    places: tuple[str, str] | None = None,
    **more: Mapping[str, str],
) -> Game:
    """Japan has moved against the United States, and its attack is due."""
    start, goal = places or FAR[game]
    units = {start: {"Japan": attack}, goal: {"United States": defence}, **more}
    return stand("Japan", f"move {attack}: {start} > {goal}", "done", game=game, units=units)


def usual(game: Game, side: str, number: int, kind: str = HITS) -> str:
    """The losses recommended for some hits."""
    battle = next(b for b in game.state.battles.values() if b.kind == "sea")
    return casualties.items_of(
        game.view, battle, losses.default(game.view, battle, side, {kind: number}), several=False
    )


@pytest.mark.parametrize(
    ("defence", "number", "lost"),
    [
        ("1 aircraft carrier, 2 fighter", 1, "1 fighter"),
        ("1 aircraft carrier, 2 fighter", 2, "2 fighter"),
        ("1 aircraft carrier, 2 fighter", 3, "1 aircraft carrier (damaged), 2 fighter"),
        ("1 aircraft carrier", 1, "1 aircraft carrier (damaged)"),
        ("1 aircraft carrier, 1 destroyer, 2 fighter", 1, "1 destroyer"),
        ("1 aircraft carrier, 1 battleship, 2 fighter", 2, "1 battleship (damaged), 1 fighter"),
        ("2 aircraft carrier, 2 fighter", 1, "1 aircraft carrier (damaged)"),  # one deck is enough
        ("2 aircraft carrier, 2 fighter", 2, "1 aircraft carrier (damaged), 1 fighter"),
        ("2 aircraft carrier, 3 fighter", 1, "1 fighter"),
        ("2 aircraft carrier, 3 fighter", 3, "1 aircraft carrier (damaged), 2 fighter"),
        ("1 aircraft carrier, 1 cruiser, 2 fighter", 3, "1 aircraft carrier (damaged), 2 fighter"),
    ],
)
def test_defenders_keep_the_deck(defence: str, number: int, lost: str) -> None:
    assert usual(fleet("4 cruiser", defence), "defender", number) == lost


def test_aircraft_that_could_come_down_on_land_need_no_deck() -> None:
    beside = fleet("4 cruiser", "1 aircraft carrier, 2 fighter", places=("SZ 16", "SZ 25"))  # Midway is there
    assert usual(beside, "defender", 1) == "1 aircraft carrier (damaged)"


@pytest.mark.parametrize(
    ("game", "defence", "lost"),
    [
        ("global1940", "1 aircraft carrier, 1 cruiser, 2 fighter", "1 cruiser"),
        ("global1940", "1 aircraft carrier, 1 battleship (damaged), 1 fighter", "1 aircraft carrier (damaged)"),
        ("global1940", "1 aircraft carrier, 1 cruiser", "1 aircraft carrier (damaged)"),
        ("anniversary", "1 aircraft carrier, 1 battleship (damaged), 2 fighter", "1 battleship"),
        ("anniversary", "1 aircraft carrier, 1 battleship (damaged)", "1 aircraft carrier"),
        ("classic", "1 aircraft carrier, 1 battleship, 1 fighter", "1 battleship"),
        ("classic", "1 aircraft carrier, 1 battleship", "1 aircraft carrier"),
    ],
)
def test_ships_that_a_submarine_may_hit_are_lost_before_a_deck_and_its_aircraft(
    game: str, defence: str, lost: str
) -> None:
    """A submarine cannot hit the aircraft, so they are lost with the deck: what is cheaper goes first."""
    assert usual(fleet("2 submarine", defence, game), "defender", 1, "submarine") == lost


def test_attackers_keep_the_deck_on_which_their_aircraft_come_home() -> None:
    attack = "1 aircraft carrier, 1 cruiser, 2 fighter"
    assert usual(fleet(attack, "2 destroyer", places=ATLANTIC), "attacker", 1) == "1 fighter"
    assert (
        usual(fleet(attack, "2 destroyer"), "attacker", 1) == "1 aircraft carrier (damaged)"
    )  # Wake Island is in reach


def test_another_deck_in_reach_is_as_good() -> None:
    other = fleet(
        "1 aircraft carrier, 2 fighter", "2 destroyer", places=ATLANTIC, **{"SZ 27": {"Japan": "1 aircraft carrier"}}
    )
    assert usual(other, "attacker", 1) == "1 aircraft carrier (damaged)"


def test_aircraft_over_an_island_nearby_need_the_deck_too() -> None:
    units = {
        "SZ 24": {"Japan": "1 aircraft carrier, 1 cruiser, 2 fighter"},
        "SZ 16": {"United States": "1 destroyer"},
        "Midway": {"United States": "1 infantry"},
    }
    away = ("move 2 fighter: SZ 24 > SZ 25 > Midway", "move 1 aircraft carrier, 1 cruiser: SZ 24 > SZ 16", "done")
    assert usual(stand("Japan", *away, units=units), "attacker", 1) == "1 cruiser"


def test_a_players_own_order_of_loss_comes_first() -> None:
    game = fleet("4 cruiser", "1 aircraft carrier, 2 fighter")
    battle = next(iter(game.state.battles.values()))
    for order, lost in (
        (("aircraft carrier (damaged)", "fighter"), "1 aircraft carrier (damaged)"),
        (("aircraft carrier", "fighter"), "1 aircraft carrier (damaged)"),
        (("fighter", "aircraft carrier"), "1 fighter"),
    ):
        chosen = losses.default(game.view, battle, "defender", {"any": 1}, order)
        assert casualties.items_of(game.view, battle, chosen, several=False) == lost


@pytest.mark.parametrize(
    ("attack", "defence"),
    [
        ("4 cruiser", "1 aircraft carrier, 1 cruiser, 2 fighter"),
        ("1 aircraft carrier, 1 cruiser, 2 fighter", "1 aircraft carrier, 1 destroyer, 2 fighter"),
        ("3 battleship", "2 aircraft carrier, 2 fighter"),
    ],
)
def test_the_odds_lose_as_is_recommended(attack: str, defence: str) -> None:
    game = fleet(attack, defence, places=ATLANTIC)
    battle = next(iter(game.state.battles))
    fight = random_battles.Fight(game.view, battle, f"{attack} - {defence}")
    off = random_battles.worst([random_battles.tally(fight, 50, PracticeDice(7))])
    assert max(off.values()) < random_battles.ERRORS, off


def test_of_typed_forces_the_odds_say_what_they_take_for_granted() -> None:
    def said(defence: str) -> str:
        return "; ".join(assumed(*typed_battle("2 submarine, 3 cruiser", defence, "global1940")))

    assert "aircraft carriers of the defender are damaged before it loses aircraft" in said(
        "1 aircraft carrier, 2 fighter"
    )
    assert "damaged" not in said("1 aircraft carrier, 1 destroyer") + said("1 aircraft carrier (damaged), 2 fighter")


def test_a_carrier_hit_in_this_round_is_no_deck_any_more() -> None:
    """The other's two places are needed, so a fighter is lost before it."""
    game = fleet("4 cruiser", "2 aircraft carrier, 2 fighter")
    id_, battle = next(iter(game.state.battles.items()))
    carriers = [u.id for u in game.view.units("SZ 15") if u.type == "aircraft carrier"]
    for hit in carriers:
        game.state.battles[id_] = dataclasses.replace(battle, hit={hit: 1})
        assert usual(game, "defender", 1) == "1 fighter"


def change_unit(self: Rule, unit: UnitType) -> UnitType:
    """A carrier that still has its deck when damaged."""
    if unit.name != "aircraft carrier":
        return unit
    return dataclasses.replace(unit, traits=unit.traits - {"no deck when damaged"})


def test_a_hit_that_takes_no_deck_costs_no_aircraft() -> None:
    with known(change_unit):
        units = {"SZ 16": {"Japan": "4 cruiser"}, "SZ 15": {"United States": "1 aircraft carrier, 2 fighter"}}
        game = stand("Japan", "move 4 cruiser: SZ 16 > SZ 15", "done", units=units, rules=[ID])
        assert usual(game, "defender", 1) == "1 aircraft carrier (damaged)"
        assert usual(game, "defender", 2) == "1 aircraft carrier (damaged), 1 fighter"
