"""Battle cards under the dice modes: sure hits, the one die of many, cards that are left."""

from __future__ import annotations

import pytest
from engine_scenes import events, play, position

from render.battle.from_game import battle_card
from render.battle.model import BattleCard, describe
from render.battle.paint import battle_image

KARELIA = """options = {{ {mode} = true }}
[units."Eastern Europe"]
Germany = "{attackers}"
[units."Karelia S.S.R."]
USSR = "3 infantry, 2 armor"
"""


def fought(mode: str, attackers: str, *dice: int) -> BattleCard:
    """A battle of Classic after its first dice."""
    game = position("classic", "Germany", KARELIA.format(mode=mode, attackers=attackers))
    play(game, f"move {attackers}: Eastern Europe > Karelia S.S.R.", "done")
    play(game, "fight Karelia S.S.R.", dice=dice)
    return battle_card(game.view, "Karelia S.S.R.", events(game))


def test_low_luck_tells_sure_hits_and_the_die_for_the_rest() -> None:
    card = fought("low_luck", "4 infantry, 3 armor", 1)
    side = card.attacker
    assert (side.sure, [(need, die.face) for need, die in side.pool]) == (2, [(1, 1)])
    assert side.summary == "3 hits: 2 sure, 1 of 1 die" and side.expected == pytest.approx(13 / 6)
    assert "Attacker Germany, 3 hits: 2 sure, 1 of 1 die: 4 infantry at 1" in describe(card)
    assert battle_image(card).width == 1100


def test_hits_that_are_all_sure_need_no_die() -> None:
    side = fought("low_luck", "3 infantry, 3 armor").attacker
    assert (side.hits, side.dice, side.summary) == (2, 0, "2 hits, all sure")


def test_medium_luck_has_dice_of_units_too() -> None:
    side = fought("medium_luck", "1 infantry, 3 armor", 6, 3).attacker
    assert (side.sure, side.dice, side.hits) == (1, 2, 2) and not side.pool


def test_a_deck_shows_what_is_left_of_it() -> None:
    card = fought("deck_of_dice", "4 infantry, 1 armor", 1, 1, 2, 6, 3)
    assert card.decks == (("Germany", (4, 5, 5, 6, 6, 5)),)
    assert "Cards left to Germany: 4 of 1, 5 of 2, 5 of 3, 6 of 4, 6 of 5, 5 of 6." in describe(card)
    assert battle_image(card).height > battle_image(fought("low_luck", "4 infantry, 1 armor", 1)).height
