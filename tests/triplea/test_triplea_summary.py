"""A turn as the summary that forums know."""

from __future__ import annotations

from rules.dice.protocol import ScriptedDice
from rules.play.game import Game, Outcome
from tests.triplea.tellers import played
from triplea import turn_summary


def _ordered(game: Game, *orders: tuple[str, list[int]]) -> None:
    for text, dice in orders:
        done = game.submit(text, ScriptedDice(dice))
        assert isinstance(done, Outcome), (text, done)


def test_a_turn_is_told_step_by_step() -> None:
    game = Game.new("classic")
    _ordered(
        game,
        ("done", []),
        ("buy 2 infantry, 1 armor", []),
        ("undo", []),
        ("buy 3 infantry, 1 armor", []),
        ("done", []),
        ("move 3 infantry, 1 armor: Karelia S.S.R. > Ukraine S.S.R.", []),
        ("done", []),
    )
    told = turn_summary(game.table, list(game.log)[1:])
    assert "Round: 1" in told and "Purchase Units - Russians" in told
    assert "Russians buy 3 infantry and 1 armour; Remaining resources: 10 PUs;" in told
    assert "3 infantry and 1 armour moved from Karelia S.S.R. to Ukraine S.S.R." in told
    assert "2 infantry" not in told


def test_random_turns_are_told() -> None:
    """Battles, losses, placements and income are in it."""
    game = played("global1940")
    told = "".join(turn_summary(game.table, [e for e in game.log if e.turn.power == p]) for p in game.table.board.order)
    for words in (
        "moved from",
        "Sea Zone",
        "placed in",
        "collect",
        "Battle in",
        "Casualties for",
        "Germans",
        "Japanese",
    ):
        assert words in told, words
    in_words = [line for line in told.splitlines() if not line.strip().startswith("[")]
    assert not any("SZ " in line for line in in_words)
