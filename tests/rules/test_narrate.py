"""Entries in words."""

from __future__ import annotations

from rules.dice.prng import Prng
from rules.model.events import DiceRolled
from rules.play.game import Game, Outcome
from rules.play.narrate import dice_text, narrate


def said(game: Game, order: str) -> list[str]:
    """The lines of an order that must be accepted."""
    answer = game.submit(order, Prng(1))
    assert isinstance(answer, Outcome), answer
    return narrate(game.table, answer.entry)


def test_dice_stand_beside_the_numbers_they_needed() -> None:
    """Grouped by unit; hits are marked by a sign, not by colour."""
    roll = DiceRolled("USSR", "attack", "Ukraine S.S.R.", (1, 4, 3), (1, 1, 3), ("infantry", "infantry", "armor"))
    assert dice_text(roll) == "infantry at 1: 1✓ 4, armor at 3: 3✓ → 2 hits"
    assert dice_text(DiceRolled("UK", "raid damage", "Germany", (6, 2), (0, 0))) == "6 2"


def test_a_turn_in_words() -> None:
    """Purchases, moves and the turn's changes are told."""
    game = Game.new("classic")
    said(game, "done")
    assert any("3 infantry" in line for line in said(game, "buy 3 infantry"))
    said(game, "done")
    assert "USSR: 2 infantry: Caucasus → Ukraine S.S.R." in said(game, "move 2 infantry: Caucasus > Ukraine S.S.R.")
    assert said(game, "undo") == ["Order 4 is taken back."]
    lines = [line for _ in range(3) for line in said(game, "done")]
    assert "USSR: mobilize" in lines
    said(game, "place 3 infantry: Russia")
    lines = said(game, "done")
    assert any("24 IPC" in line for line in lines)
    assert "Turn of Germany, round 1 (Early 1942)" in lines
