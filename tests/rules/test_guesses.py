"""What a refused text may have meant: legal orders, never carried out by themselves."""

from __future__ import annotations

import pytest

from rules.legal import guesses
from rules.model.refusals import Refusal
from rules.play.game import Game
from tests.positions import stand


def germany() -> Game:
    """Germany before it attacks."""
    return stand(
        "Germany",
        units={"Poland": {"Germany": "3 infantry"}, "Germany": {"Germany": "3 infantry"}},
        phase="noncombat move",
    )


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("move 2 infntry: Poland > Germany", "move 2 infantry: Poland > Germany"),
        ("mvoe 2 infantry: Poland > Germany", "move 2 infantry: Poland > Germany"),
        ("move 2 infantry: Polnd > Germany", "move 2 infantry: Poland > Germany"),
        ("move 2 infantry to Slovakia Hungary", "move 2 infantry: "),
        ("mvoe 2 inf to Slovakia Hungary", "move 2 infantry: "),
    ],
)
def test_what_it_may_have_meant(text: str, first: str) -> None:
    game = germany()
    before, refusal = game.hash, game.trial(text, "Germany")
    assert isinstance(refusal, Refusal)
    found = guesses(game, text, refusal, "Germany")
    assert found and found[0].startswith(first) and len(found) <= 3
    assert all(game.trial(order, "Germany") is None for order in found) and game.hash == before


def test_what_is_only_not_possible_is_not_guessed_at() -> None:
    game, text = germany(), "move 9 infantry: Poland > Germany"
    refusal = game.trial(text, "Germany")
    assert refusal is not None and all("9" not in guess for guess in guesses(game, text, refusal, "Germany"))
