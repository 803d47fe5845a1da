"""Cards made from the engine: who stands where, whose dice are whose, what was lost."""

from __future__ import annotations

import pytest
from engine_scenes import events, play, position, take_default_losses

from render.battle.from_game import battle_card, battle_ids, card_odds
from render.battle.model import BattleCard, Die, UnitRow, describe
from render.battle.paint import battle_image
from rules.dice.prng import Prng
from rules.model.events import BattleChanged, DiceRolled
from rules.odds import battle_odds
from rules.play.game import Game, Outcome
from rules.soak.player import Player
from tests.positions import stand

KARELIA = """
[units."Eastern Europe"]
Germany = "3 infantry, 2 armor, 1 fighter"
[units."Karelia S.S.R."]
USSR = "2 infantry, 1 antiaircraft gun, 1 fighter"
"""
OVER_THE_BORDER = "move 3 infantry, 2 armor, 1 fighter: Eastern Europe > Karelia S.S.R."
PLACE = "Karelia S.S.R."
MINED = """rules = ["rw.sea-mines"]
[units."Baltic Sea Zone"]
"United Kingdom" = "1 sea mine"
[units."North Sea Zone"]
Germany = "2 transport, 1 battleship"
"""


def karelia() -> Game:
    return play(position("classic", "Germany", KARELIA), OVER_THE_BORDER, "done")


def card_of(game: Game, battle: str = PLACE) -> BattleCard:
    return battle_card(game.view, battle, events(game))


def row(card: BattleCard, type_: str, owner: str) -> UnitRow:
    found = [r for r in (*card.attacker.rows, *card.defender.rows) if (r.type, r.owner) == (type_, owner)]
    assert len(found) == 1, found
    return found[0]


def faces(unit_row: UnitRow) -> list[int]:
    return [die.face for die in unit_row.dice]


def test_before_the_battle_units_stand_at_their_numbers() -> None:
    game = karelia()
    card = battle_card(game.view, PLACE, odds=battle_odds(game.view, PLACE))
    assert card.moment == "before the battle" and card.kind == "land"
    assert [(r.type, r.count, r.need) for r in card.attacker.rows] == [
        ("infantry", 3, 1),
        ("armor", 2, 3),
        ("fighter", 1, 3),
    ]
    assert row(card, "antiaircraft gun", "USSR").need == 0
    assert card.odds and card.odds.attacker + card.odds.draw + card.odds.defender == pytest.approx(1)
    assert "Worth 3 IPC" in card.terrain


def test_first_round_shows_the_gun_and_every_die_with_its_unit() -> None:
    game = play(karelia(), f"fight {PLACE}", dice=[6, 1, 5, 6, 2, 3, 4, 2, 6, 4])
    card = card_of(game)
    assert card.round == 1
    gun = card.special[0]
    assert (gun.title, gun.owner, gun.type, gun.need, gun.effect) == (
        "Antiaircraft fire",
        "USSR",
        "antiaircraft gun",
        1,
        "no hit",
    )
    assert [die.face for die in gun.dice] == [6]
    assert faces(row(card, "infantry", "Germany")) == [1, 5, 6]
    assert faces(row(card, "armor", "Germany")) == [2, 3] and faces(row(card, "fighter", "Germany")) == [4]
    assert faces(row(card, "infantry", "USSR")) == [2, 6] and faces(row(card, "fighter", "USSR")) == [4]
    assert (card.attacker.hits, card.defender.hits) == (3, 2)
    assert "Germany chooses where 2 hits fall" in card.result


def test_losses_show_as_soon_as_they_are_chosen() -> None:
    game = play(karelia(), f"fight {PLACE}", dice=[6, 1, 5, 6, 2, 3, 4, 2, 6, 4])
    play(game, "casualties 2 infantry")
    assert row(card_of(game), "infantry", "Germany").lost == 2


def test_the_end_of_a_battle_tells_losses_and_capture() -> None:
    game = take_default_losses(play(karelia(), f"fight {PLACE}", dice=[6, 1, 1, 6, 2, 6, 1, 2, 6, 4]))
    card = card_of(game)
    assert game.state.battles[PLACE].status == "over"
    assert (row(card, "infantry", "USSR").lost, row(card, "fighter", "USSR").lost) == (2, 1)
    assert "by Germany" in card.result


def test_a_closing_card_sums_the_battle_up() -> None:
    game = play(karelia(), f"fight {PLACE}", dice=[6, 1, 1, 6, 2, 6, 1, 2, 6, 4])
    assert not card_of(game).accounts
    attacker, defender = card_of(take_default_losses(game)).accounts
    assert (attacker.powers, attacker.lost, attacker.cost) == (("Germany",), "2 infantry", 6)
    assert (defender.lost, defender.left, defender.cost) == ("2 infantry, 1 fighter", "", 18)
    assert "Germany lost 2 infantry (6 IPC), has 1 infantry, 2 armor, 1 fighter left" in describe(card_of(game))


def test_a_side_that_lost_nothing_and_has_nothing_left_has_no_account() -> None:
    """A gun that stood alone changes hands: nobody is left of its side, nor was anything of it lost. The card is drawn."""
    gun = """
    [units."Eastern Europe"]
    Germany = "1 infantry, 1 fighter"
    [units."Karelia S.S.R."]
    USSR = "1 antiaircraft gun"
    """
    attack = "move 1 infantry, 1 fighter: Eastern Europe > Karelia S.S.R."
    game = play(position("classic", "Germany", gun), attack, "done", f"fight {PLACE}", dice=[6])
    card = card_of(game)
    assert game.state.battles[PLACE].status == "over"
    assert [account.powers for account in card.accounts] == [("Germany",)]
    assert battle_image(card).height > 0 and "Germany lost nothing" in describe(card)


def test_the_second_round_begins_with_the_survivors() -> None:
    game = take_default_losses(play(karelia(), f"fight {PLACE}", dice=[6, 1, 6, 6, 6, 6, 6, 2, 6, 6]))
    play(game, "press on", dice=[6] * 12)
    card = card_of(game)
    assert card.round == 2 and not card.special
    assert row(card, "infantry", "Germany").count == 2 and row(card, "infantry", "USSR").count == 1


def test_a_later_look_at_a_finished_battle_is_the_same() -> None:
    game = take_default_losses(play(karelia(), f"fight {PLACE}", dice=[6, 1, 1, 6, 2, 6, 1, 2, 6, 4]))
    then = card_of(game)
    play(game, "done")
    assert describe(card_of(game)) == describe(then)


def test_a_plane_shot_down_is_lost_and_named() -> None:
    game = play(karelia(), f"fight {PLACE}", dice=[1, 6, 6, 6, 6, 6, 6, 6, 6])
    card = card_of(game)
    assert card.special[0].effect == "1 fighter shot down"
    assert (row(card, "fighter", "Germany").lost, row(card, "fighter", "Germany").dice) == (1, ())


ATLANTIC = """
[units."SZ 110"]
"United Kingdom" = "1 battleship, 1 transport"
France = "1 cruiser"
[units."SZ 112"]
Germany = "2 submarine, 1 battleship"
"""


def test_sea_battle_with_a_surprise_strike_and_two_defenders() -> None:
    game = position("global1940", "Germany", ATLANTIC)
    play(game, "move 2 submarine, 1 battleship: SZ 112 > SZ 110", "done")
    while game.state.pending:
        play(game, "pass")
    play(game, "fight SZ 110", "pass", dice=[2, 6])
    card = card_of(game, "SZ 110")
    strike = card.special[0]
    assert (strike.title, strike.type, strike.count, [d.face for d in strike.dice]) == (
        "Surprise strike",
        "submarine",
        2,
        [2, 6],
    )
    assert strike.effect == "1 hit"
    assert card.result == "United Kingdom or France chooses where 1 hit falls."
    take_default_losses(game)
    card = card_of(game, "SZ 110")
    assert row(card, "battleship", "United Kingdom").damaged == 1
    assert set(card.defender.powers) == {"United Kingdom", "France"}
    assert battle_image(card).width == 1100


RAID = """
[units."United Kingdom"]
"United Kingdom" = "2 strategic bomber"
[facilities."Western Germany"]
has = "major industrial complex (damaged 2)"
"""


def test_a_raid_shows_the_fire_of_the_facility_and_the_damage() -> None:
    game = position("global1940", "United Kingdom", RAID)
    play(game, "bomb major industrial complex: 2 strategic bomber: United Kingdom > Western Germany", "done")
    before = battle_card(game.view, "raid Western Germany")
    assert before.moment == "before the raid" and before.attacker.rows[0].count == 2
    play(game, "fight Western Germany", dice=[1, 6, 4])
    card = card_of(game, "raid Western Germany")
    assert [(fire.title, fire.owner) for fire in card.special] == [
        ("Antiaircraft fire", "Germany"),
        ("Raid damage", "United Kingdom"),
    ]
    assert card.special[0].effect == "1 strategic bomber shot down"
    assert card.special[1].effect == "major industrial complex +6 damage, now 8"
    assert card.special[1].dice == (Die(4, False),)
    assert card.attacker.rows[0].lost == 1
    assert "Defender" not in describe(card), "nobody defends where a facility fires"


def test_unknown_battles_are_an_error() -> None:
    with pytest.raises(KeyError):
        battle_card(karelia().view, "Atlantis")


def test_battles_going_on_come_first() -> None:
    game = karelia()
    assert battle_ids(game.view) == (PLACE,)


def test_odds_of_the_engine_become_three_chances() -> None:
    game = karelia()
    odds = battle_odds(game.view, PLACE, rounds=1)
    shown = card_odds(odds)
    assert shown.draw == pytest.approx(odds.draw + odds.retreat) and "swing" in shown.note


def test_no_die_of_a_battle_is_missing_from_its_card() -> None:
    """A round of random play: every card holds all dice of its order, and no row loses more than it has."""
    prng = Prng(78)
    game, cards = Game.new("classic", dice=prng), 0
    player = Player(prng)
    while game.state.turn.round == 1:
        wish = player.next(game)
        outcome = game.submit(wish.text, prng, wish.by)
        if not isinstance(outcome, Outcome):
            continue
        changed = {e.id for e in outcome.events if isinstance(e, BattleChanged)} & set(game.state.battles)
        for battle in changed:
            cards += 1
            card = card_of(game, battle)
            rows = (*card.attacker.rows, *card.defender.rows)
            shown = sum(len(r.dice) for r in rows) + sum(len(fire.dice) for fire in card.special)
            rolled = [e for e in outcome.events if isinstance(e, DiceRolled) and e.place == card.place]
            assert shown >= sum(len(e.dice) for e in rolled)
            assert all(r.lost <= r.count for r in rows)
    assert cards > 10


def test_fire_outside_of_battles() -> None:
    """Mines have a card of their own: the dice, and the units that they have met."""
    game = play(
        position("classic", "Germany", MINED), "move 2 transport, 1 battleship: North Sea Zone > Baltic Sea Zone",
        dice=[1, 2, 6],
    )  # fmt: skip
    card = card_of(game, "fire Baltic Sea Zone")
    assert (card.kind, card.moment) == ("fire", "")
    assert [(s.title, s.owner, s.effect) for s in card.special] == [("Mine", "United Kingdom", "1 battleship lost")]
    assert [(r.type, r.count, r.lost) for r in card.attacker.rows] == [("transport", 2, 0), ("battleship", 1, 1)]
    assert describe(card).startswith("Under fire: Baltic Sea Zone.")
    assert battle_image(card).width
    assert battle_ids(game.view) == ()


def test_an_atomic_attack_says_how_its_bomb_hit() -> None:
    units = {
        "Low-Countries": {"United States": "1 heavy bomber, 1 atomic bomb"},
        "Lorraine": {"Germany": "12 infantry"},
    }
    game = stand(
        "United States", "drop 1 atomic bomb at Lorraine: 1 heavy bomber: Low-Countries > Lorraine", "done",
        "fight Lorraine", dice=(4, 5, 1), game="europe1943", rules=["y43"], owner={"Low-Countries": "United States"},
        units=units,
    )  # fmt: skip
    card = battle_card(game.view, "atomic attack Lorraine", [e for entry in game.log for e in entry.events])
    told = [(fire.title, fire.type, fire.effect) for fire in card.special]
    assert card.title == "Atomic attack"
    assert told == [("Atomic bomb", "atomic bomb", "indirect"), ("Atomic hits", "atomic bomb", "6 in all")]
