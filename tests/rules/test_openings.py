"""Openings: what was bought and attacked in the first turn."""

from __future__ import annotations

from rules.legal import decision_choices
from rules.play.game import Game, Outcome
from rules.play.openings import Opening, openings


class Ones:
    """Everything hits."""

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        return [1] * count


def played(*orders: str) -> Game:
    game = Game.new("classic", options={"research_and_development": False}, dice=Ones())
    for order in orders:
        answer = game.submit(order, Ones())
        assert isinstance(answer, Outcome), answer
    return game


def test_what_was_given_back_or_taken_back_was_not_bought() -> None:
    game = played("buy 3 infantry", "unbuy 1 infantry", "buy 1 armor", "buy 1 fighter", "undo", "done")
    assert openings(game.log) == [Opening("USSR", {"armor": 1, "infantry": 2}, ())]


def test_where_it_fought_was_attacked_and_what_stayed_a_plan_was_not() -> None:
    game = played(
        "done",
        "move 3 infantry: Karelia S.S.R. > Ukraine S.S.R.",
        "move 1 infantry: Caucasus > Ukraine S.S.R.",
        "undo",
        "done",
    )
    assert openings(game.log) == [Opening("USSR", {}, ())], "nobody has fought yet"
    while game.state.turn.power == "USSR":
        order = decision_choices(game)[0] if game.state.pending else "done"
        if not game.state.pending and any(battle.status != "over" for battle in game.state.battles.values()):
            order = "fight Ukraine S.S.R."
        assert isinstance(game.submit(str(order), Ones()), Outcome), order
    assert openings(game.log) == [Opening("USSR", {}, ("Ukraine S.S.R.",))]
