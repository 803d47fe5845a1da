"""How a game's dice fall: as they are, with less luck, or as cards from a deck. Options of every board."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import Final

from rules.model.board import Option

LOW_LUCK: Final = "low_luck"
MEDIUM_LUCK: Final = "medium_luck"
DECK: Final = "deck_of_dice"
POOLED: Final = "low luck"
"""What the one die of many is rolled for."""
FACES, EACH = 6, 6
OPTIONS = (
    Option(LOW_LUCK, False, "Low luck: the numbers of all dice are added, each 6 is a sure hit, one die for the rest"),
    Option(
        MEDIUM_LUCK, False, "Medium luck: full sets of dice of a number hit surely (three at 2: one), the rest roll"
    ),
    Option(
        DECK,
        False,
        "Deck of dice: each power draws from 36 cards, six of each face, shuffled when all are drawn",
        trial="the odds take each die as thrown, whatever the decks still hold",
    ),
)
"""At most one of them is on."""


def full_set(number: int) -> tuple[int, int]:
    """The least dice of a number that make a whole number of hits on average, and those hits: (3, 1) at 2."""
    dice = FACES // gcd(number, FACES)
    return dice, dice * number // FACES


def whole_deck() -> tuple[int, ...]:
    """Cards of each face, from 1 to 6, in a fresh deck."""
    return (EACH,) * FACES


def drawn(left: Iterable[int], faces: Iterable[int]) -> tuple[int, ...]:
    """What is left of a deck when some faces have been drawn; an empty one is shuffled anew before the next."""
    cards = list(left)
    for face in faces:
        if not any(cards):
            cards = list(whole_deck())
        cards[face - 1] = max(0, cards[face - 1] - 1)
    return tuple(cards)
