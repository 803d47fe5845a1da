"""The words of profiles: each is documented, read by something, and a misspelt one is an error."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from rules.boards.global1940.situation import situation_of
from rules.core.table import Table
from rules.model import board, edition, options
from rules.model.profiles import UnitType, profile
from rules.model.vocabulary import NUMBERS, TRAITS, Number, Trait, said

ROOMS = [Path(__file__).parents[2] / room for room in ("rules", "render")]


def test_every_word_is_documented() -> None:
    """The tables tell what each word does, and no other."""
    assert set(TRAITS) == set(get_args(Trait))
    assert set(NUMBERS) == set(get_args(Number))


@pytest.fixture(scope="module")
def source() -> str:
    """All code that reads profiles but the vocabulary itself."""
    files = [
        f
        for room in ROOMS
        for f in room.rglob("*.py")
        if f.name not in ("vocabulary.py", "options.py") or f.parent.name != "model"
    ]
    return "\n".join(f.read_text("utf-8") for f in files)


@pytest.mark.parametrize("word", [*get_args(Trait), *get_args(Number)])
def test_every_word_is_read(source: str, word: str) -> None:
    """A word that no code names does nothing."""
    assert f'"{word}"' in source


def test_misspelt_words_are_refused() -> None:
    """In code and in a board's data alike."""
    with pytest.raises(ValueError, match="max_bord"):
        UnitType("tank", "land", numbers={"max_bord": 3})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="blitzes"):
        profile({"name": "tank", "domain": "land", "traits": ["blitzes"]})


def test_facts_of_an_edition() -> None:
    """Each is documented; an unknown one and a value it cannot have are errors of the board."""
    assert set(edition.FACTS) == set(get_args(edition.Key))
    with pytest.raises(ValueError, match="raid"):
        edition.check("some board", {"raid": "money"})
    with pytest.raises(ValueError, match="may be money"):
        edition.check("some board", {"raids": "nothing"})


def test_options_are_a_closed_vocabulary() -> None:
    """Each stands on some board; what a board says beyond them, and what nobody has, is an error and no default."""
    known = {name for each in (*board.BOARDS, *board.DRAFTS) for name in Table(each).known_options}
    assert set(get_args(options.OptionName)) == known
    assert set(options.ABSENT) < known
    with pytest.raises(ValueError, match="bombarded_units_fire_bak"):
        board._options("some board", {"bombarded_units_fire_bak": {"default": True, "title": "?"}})
    with pytest.raises(KeyError):
        Table("classic").option("bombarded_units_fire_bak")  # type: ignore[arg-type]


@pytest.mark.parametrize("word", get_args(options.OptionName))
def test_every_option_is_read(source: str, word: str) -> None:
    """By code, or by what a board says of who begins at peace."""
    peace = {option for each in board.BOARDS for option, _ in situation_of(board.load(each)).peace}
    assert f'"{word}"' in source or word in peace


def test_one_is_no_many() -> None:
    assert said("raid_dice", 1) == "raid damage: 1 die" and said("raid_dice", 2) == "raid damage: 2 dice"
    assert said("round1_dice", 1) == "1 more die in the first round" and said("range", 1) == "fires 1 space far"
    assert said("produces", 1).startswith("places up to 1 unit a turn")
    assert said("supports", 1) == "supports 1 infantry or mechanized infantry on attack"
