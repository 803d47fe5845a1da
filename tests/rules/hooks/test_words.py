"""Words and facts that a rule may use and hooks alone do not show: proved by made-up units and rules."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battle import sides
from rules.cases.run import run_table
from rules.core import moments
from rules.core.hooks import Rule
from rules.mechanics.units.standing import StandingStill
from rules.model.profiles import LAND, SEA, UnitType
from rules.model.state import TYPED, Battle, Unit
from rules.model.vocabulary import Trait
from rules.odds import assumed
from rules.play.game import Game
from tests.rules.hooks.proof import ID, Method, known

NORWAY, NORTH_SEA = "Finland-Norway", "North Sea Zone"
MARINE = UnitType("sea soldier", LAND, attack=1, defense=2, move=1, cost=4, cargo=1, numbers={"landed_attack": 4})


def wrong(
    *steps: Any,
    hooks: tuple[Method, ...] = (),
    brings: tuple[UnitType, ...] = (),
    parts: tuple[Rule, ...] = (),
    **case: Any,
) -> str:
    """What is wrong with a British case under a made-up rule; "" when it holds."""
    whole = {
        "id": "made up", "game": "classic", "rules": [ID], "power": "United Kingdom", "phase": "combat move",
        "setup": "empty", **case, "step": list(steps),
    }  # fmt: skip
    with known(*hooks, units=brings, parts=parts):
        return run_table(whole, "made up").why


def order(text: str, *dice: int) -> dict[str, Any]:
    """A step with its dice."""
    return {"order": text, **({"dice": list(dice)} if dice else {})}


def cruiser(*traits: Trait) -> UnitType:
    """A ship that carries a soldier and has guns for his landing."""
    words = frozenset[Trait]({"transport", *traits})
    return UnitType(
        "light cruiser", SEA, attack=3, defense=3, move=2, cost=12, capacity=1, traits=words, numbers={"bombard": 3}
    )


def test_what_has_landed_attacks_at_its_own_number() -> None:
    units = {NORTH_SEA: {"United Kingdom": "1 transport (cargo: 1 sea soldier)"}, NORWAY: {"Germany": "1 infantry"}}
    landing = (order(f"unload 1 sea soldier: {NORTH_SEA} > {NORWAY}"), order("done"), order(f"fight {NORWAY}", 4, 6))
    assert not wrong(*landing, brings=(MARINE,), units=units, expect={"owner": {NORWAY: "United Kingdom"}})
    overland = {"Karelia S.S.R.": {"United Kingdom": "1 sea soldier"}, NORWAY: {"Germany": "1 infantry"}}
    march = (order(f"move 1 sea soldier: Karelia S.S.R. > {NORWAY}"), order("done"), order(f"fight {NORWAY}", 2, 6))
    assert not wrong(*march, brings=(MARINE,), units=overland, expect={"pending": "retreat"})


@pytest.mark.parametrize(("traits", "dice"), [((), (6, 6)), (("bombards with cargo",), (3, 6, 6))])
def test_a_ship_bombards_for_its_own_cargo_where_its_profile_says_so(traits: tuple[Trait, ...], dice: Any) -> None:
    units = {NORTH_SEA: {"United Kingdom": "1 light cruiser (cargo: 1 infantry)"}, NORWAY: {"Germany": "1 infantry"}}
    landing = (order(f"unload 1 infantry: {NORTH_SEA} > {NORWAY}"), order("done"), order(f"fight {NORWAY}", *dice))
    assert not wrong(*landing, brings=(cruiser(*traits),), units=units)


def test_a_ship_that_has_fought_at_sea_bombards_for_nobody() -> None:
    units = {
        NORTH_SEA: {"United Kingdom": "1 light cruiser (cargo: 1 infantry)", "Germany": "1 transport"},
        NORWAY: {"Germany": "1 infantry"},
    }
    landing = (
        order(f"unload 1 infantry: {NORTH_SEA} > {NORWAY}"),
        order("done"),
        order(f"fight {NORWAY}", 1, 6, 6, 6),  # the ship and the transport, then the two on land
    )
    assert not wrong(*landing, brings=(cruiser("bombards with cargo"),), units=units)


def test_from_where_the_attackers_came() -> None:
    def battle_facts(self, view, battle, facts):  # type: ignore[no-untyped-def]
        return {**facts, "from": {place: len(units) for place, units in sides.origins(view, battle).items()}}

    @moments.battle_begins
    def battle_begins(self, act, battle):  # type: ignore[no-untyped-def]
        act.note(str(act.battle(battle).fact("from")))

    units = {
        NORTH_SEA: {"United Kingdom": "1 transport (cargo: 2 infantry)"},
        "Karelia S.S.R.": {"United Kingdom": "1 infantry"},
        NORWAY: {"Germany": "1 infantry"},
    }
    steps = (
        order(f"unload 2 infantry: {NORTH_SEA} > {NORWAY}"),
        order(f"move 1 infantry: Karelia S.S.R. > {NORWAY}"),
        order("done"),
        order(f"fight {NORWAY}", 6, 6, 6, 6),
    )
    told = {"log": [f"'{NORTH_SEA}': 2", "'Karelia S.S.R.': 1"]}
    assert not wrong(*steps, hooks=(battle_facts, battle_begins), units=units, expect=told)


DIGS = StandingStill(id=ID, mark="dug in", kind="infantry")


def test_who_stands_still_for_a_turn_is_marked() -> None:
    units = {"Karelia S.S.R.": {"United Kingdom": "2 infantry"}, NORWAY: {"United Kingdom": "1 infantry"}}
    move = (order(f"move 1 infantry: {NORWAY} > Karelia S.S.R."), order("done"), order("done"))
    case = {"phase": "noncombat move", "units": units, "owner": {NORWAY: "United Kingdom"}}
    there = {"power": "Japan", "units": {"Karelia S.S.R.": {"United Kingdom": "2 infantry (dug in), 1 infantry"}}}
    assert not wrong(*move, parts=(DIGS,), expect=there, **case)


def test_the_mark_of_standing_still_counts_in_a_battle() -> None:
    def battle_number(self, view, battle, unit, attacking, number):  # type: ignore[no-untyped-def]
        return number + 1 if "dug in" in unit.marks and not attacking else number

    units = {
        "Karelia S.S.R.": {"United Kingdom": "1 infantry, 1 infantry (dug in)"},
        "Ukraine S.S.R.": {"Germany": "2 armor"},
    }
    fight = (
        order("move 2 armor: Ukraine S.S.R. > Karelia S.S.R."),
        order("done"),
        order("fight Karelia S.S.R.", 6, 6, 3, 3),
    )
    left = {"units": {"Karelia S.S.R.": {"Germany": "1 armor"}}}
    assert not wrong(*fight, parts=(DIGS,), hooks=(battle_number,), power="Germany", units=units, expect=left)


def test_the_mark_of_standing_still_goes_with_the_first_step() -> None:
    case = {
        "phase": "noncombat move",
        "owner": {NORWAY: "United Kingdom"},
        "units": {"Karelia S.S.R.": {"United Kingdom": "1 infantry (dug in)"}},
        "expect": {"units": {NORWAY: {"United Kingdom": "1 infantry"}}},
    }
    assert not wrong(order(f"move 1 infantry: Karelia S.S.R. > {NORWAY}"), parts=(DIGS,), **case)


def test_typed_odds_say_who_is_taken_to_have_stood_still() -> None:
    def told(*marks: str) -> tuple[str, ...]:
        battle = Battle("Poland", "land", "Poland", "USSR", attackers=(1,), defenders=(2,), facts={TYPED: True})
        units = {
            1: Unit(1, "armor", "USSR", "Poland"),
            2: Unit(2, "infantry", "Germany", "Poland", marks=frozenset(marks)),
        }
        with known(parts=(DIGS,)):
            game = Game.new("classic", [ID], setup=False, begin=False)
        game.state.units = units
        game.state.battles = {"Poland": battle}
        return assumed(game.view, "Poland")

    assert told() == ("nobody is dug in but those that are typed so",)
    assert told("dug in") == ()
