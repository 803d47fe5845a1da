"""The battle card: golden pictures, words, and what it must bear."""

from __future__ import annotations

import dataclasses
import pickle
from concurrent.futures import ProcessPoolExecutor
from io import BytesIO

import pytest
from golden import assert_golden, difference
from PIL import Image

from render.battle.model import ALT_LIMIT, BattleCard, Die, Odds, Side, UnitRow, describe
from render.battle.paint import WIDTH, battle_image, battle_picture
from render.examples import CARDS, land, row
from render.map.pieces import listed, percent


@pytest.mark.parametrize("name", CARDS)
def test_cards_look_as_they_should(name: str) -> None:
    assert_golden(battle_image(CARDS[name]()), name)


@pytest.mark.parametrize(("form", "head"), [("webp", b"RIFF"), ("png", b"\x89PNG")])
def test_both_formats_are_small_and_true(form: str, head: bytes) -> None:
    picture = battle_picture(land(), form)
    assert picture.data.startswith(head) and picture.format == form and len(picture.data) < 150_000
    assert Image.open(BytesIO(picture.data)).size == (picture.width, picture.height)
    assert picture.width == WIDTH


def test_unknown_format_is_an_error() -> None:
    with pytest.raises(ValueError, match="gif"):
        battle_picture(land(), "gif")


def test_a_card_can_be_drawn_in_another_process() -> None:
    card = land()
    assert pickle.loads(pickle.dumps(card)) == card
    with ProcessPoolExecutor(1) as pool:
        assert pool.submit(battle_picture, card).result() == battle_picture(card)


def test_description_tells_sides_dice_losses_and_odds() -> None:
    text = describe(land())
    for part in (
        "Land battle: Ukraine, round 2.",
        "Attacker Germany, 6 of 15 dice hit",
        "Defender Soviet Union, United Kingdom, 4 of 16 dice hit",
        "; 3 tanks at 3 rolled 3 6 1",
        "United Kingdom 1 fighter at 4 rolled 4",
        "12 infantry at 2 rolled 2 6 1 5 3 3 5 4 6 3 5 4 5 lost",
        "1 antiaircraft artillery",
        "Odds: attacker 81%",
    ):
        assert part in text


def test_description_fits_a_message() -> None:
    rows = tuple(row("Germany", 1, f"unit number {i}", 1, "123456") for i in range(60))
    card = dataclasses.replace(land(), attacker=Side(("Germany",), rows))
    assert len(describe(card)) <= ALT_LIMIT
    assert battle_image(card).height > 1000


def test_a_raid_that_nobody_meets_has_no_empty_band() -> None:
    bomber = UnitRow("bomber", "Germany", 2, 0)
    bare = BattleCard("London", "raid", Side(("Germany",), (bomber,)), Side(()))
    met = dataclasses.replace(bare, defender=Side(("United Kingdom",)))
    assert battle_image(bare).height == battle_image(met).height
    assert battle_image(bare).height < battle_image(dataclasses.replace(bare, defender=bare.attacker)).height - 100
    assert "Defender" not in describe(bare)


def test_hits_and_expectation_leave_out_dice_that_do_not_count() -> None:
    side = Side(("Germany",), (UnitRow("heavy bomber", "Germany", 1, 4, (Die(2, True), Die(6, False, counted=False))),))
    assert (side.dice, side.hits, side.expected) == (1, 1, pytest.approx(4 / 6))


@pytest.mark.parametrize("kind", ["land", "sea", "raid"])
def test_cards_with_nothing_on_them_are_drawn(kind: str) -> None:
    bare = BattleCard("X" * 80, kind, Side(()), Side(()))  # type: ignore[arg-type]
    assert battle_image(bare).width == WIDTH


@pytest.mark.parametrize("odds", [Odds(1, 0, 0), Odds(0, 0, 1), Odds(0, 1, 0), Odds(0, 0, 0), Odds(0.9999, 0.0001, 0)])
def test_any_odds_can_be_shown(odds: Odds) -> None:
    assert battle_image(dataclasses.replace(land(), odds=odds)).width == WIDTH


def test_moments_in_words() -> None:
    assert CARDS["battle-before"]().moment == "before the battle"
    assert CARDS["battle-raid"]().moment == ""
    assert dataclasses.replace(CARDS["battle-sea"](), round=0).moment == "opening fire"


def test_chances_never_claim_what_is_not_certain() -> None:
    assert [percent(p) for p in (0, 0.001, 0.5, 0.999, 1)] == ["0%", "under 1%", "50%", "over 99%", "100%"]


def test_lists_in_words() -> None:
    assert [listed(n) for n in ((), ("A",), ("A", "B"), ("A", "B", "C"))] == ["", "A", "A and B", "A, B and C"]


def test_a_golden_picture_notices_a_single_changed_die() -> None:
    card = land()
    first = card.attacker.rows[3]
    changed = dataclasses.replace(first, dice=(Die(4, False), *first.dice[1:]))
    rows = (*card.attacker.rows[:3], changed, *card.attacker.rows[4:])
    image = battle_image(dataclasses.replace(card, attacker=Side(card.attacker.powers, rows)))
    assert difference(image, "battle-land")
