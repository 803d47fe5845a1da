"""What rules remember of earlier turns, where no case of one turn shows it."""

from __future__ import annotations

from rules.economy import prices
from rules.play.game import Outcome
from tests.positions import Faces, stand


def test_a_complex_that_falls_is_remembered() -> None:
    """By option no T-34 is made there any more (X4-1.3)."""
    units = {"Bessarabia": {"Germany": "1 tank"}}
    game = stand("Germany", "move 1 tank: Bessarabia > Ukraine", "done", "done", rules=["x4.t34"], units=units)
    assert game.state.flags["x4.lost complexes"] == ("Ukraine",)


def test_a_neutral_has_one_army() -> None:
    """What has come onto the board does not come again (Y43-5.2)."""
    units = {"Southern Norway": {"Germany": "1 infantry, 4 fighter"}}
    orders = ("move 1 infantry, 4 fighter: Southern Norway > Sweden", "done", "pass")
    game = stand("Germany", *orders, game="europe1943", rules=["y43"], units=units)
    assert game.state.flags["y43.garrisons called"] == ("Sweden",)


def test_what_comes_out_of_a_warehouse_is_like_any_other() -> None:
    """Nothing of its storage stays with it (RW-12.1)."""
    orders = ("buy 1 infantry", "done", "done", "done", "done", "done")
    game = stand("Germany", *orders, game="classic", rules=["rw.warehouses"], phase="purchase")
    while (game.state.turn.round, game.state.turn.power, game.state.turn.phase) != (2, "Germany", "mobilize"):
        assert isinstance(game.submit("done", Faces()), Outcome)
    assert isinstance(game.submit("place 1 infantry: Germany", Faces()), Outcome)
    assert [unit.marks for unit in game.view.units("Germany")] == [frozenset()]


def test_the_printed_price_names_the_rule_that_set_it() -> None:
    game = stand("Germany", rules=["bx.guards"])
    assert prices.explain(game.view, "Germany", "tank")[0] == (5, "bx.document")


def test_a_border_without_mines_is_none() -> None:
    """The last mine of a border blows up."""
    game = stand(
        "Germany", "move 2 infantry: Poland > Eastern Poland", "done",
        rules=["x4"], owner={"Eastern Poland": "Soviet Union"}, dice=(1,), units={"Poland": {"Germany": "2 infantry"}},
        borders={"Eastern Poland | Poland": {"Soviet Union": "1 landmine"}},
    )  # fmt: skip
    assert game.state.borders == {}
