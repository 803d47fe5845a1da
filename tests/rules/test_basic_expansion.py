"""The Basic Expansion as a document: its common rule, its sections alone and in mixtures."""

from __future__ import annotations

import itertools

import pytest

from rules.core.documents import TableError, house_rules
from rules.core.table import Table
from rules.dice.prng import Prng
from rules.legal import legal
from rules.library.library import for_table
from rules.model.refusals import Refusal
from rules.odds import typed_odds
from rules.play.game import Game
from rules.soak import Report, play
from tests.positions import stand

SECTIONS = tuple(r for r in house_rules() if r.startswith("bx."))


def test_twelve_sections_and_what_they_share() -> None:
    """The common rule is in force with any section, once, and is none of the chosen ones."""
    assert len(SECTIONS) == 12
    for chosen in (["bx"], [SECTIONS[0]], list(SECTIONS)):
        table = Table("global1940", chosen)
        assert [r.id for r in table.common] == ["bx.document"]
        assert "bx.document" not in [r.id for r in table.house]
        assert sum(r in table.common for r in table.rules) == 1
        assert table.units["tank"].cost == 5 and table.blame["tank", "cost"] == "bx.document"
    assert Table("global1940").units["tank"].cost == 6
    with pytest.raises(TableError):
        Table("global1940", ["bx.document"])
    with pytest.raises(TableError):
        Table("classic", ["bx.guards"])


def test_the_look_up_tells_the_new_way_to_win() -> None:
    """Entries that no longer hold are replaced."""
    library = for_table(Table("global1940", ["bx.guards"]))
    assert library.get("bx.document") and not library.get("global1940.axis-victory")
    assert "10 IPC for 3" in str(library.unit("guard infantry"))


@pytest.mark.parametrize("pair", list(itertools.combinations(SECTIONS, 2))[::5])
def test_any_two_sections_start_a_game(pair: tuple[str, str]) -> None:
    """Every mixture can be set up, surveyed and ordered in."""
    game = Game.new("global1940", pair)
    found = legal(game, "Germany")
    assert found.sale and all(game.trial(text, by="Germany") is None for text in found.offers)
    assert not isinstance(game.submit("done", Prng(1)), Refusal)


def test_a_random_round_with_all_sections() -> None:
    """No invariant is broken."""
    report = Report()
    play("global1940", 11, report, rules=["bx"], rounds=1)
    assert [str(v) for v in report.violations] == []


def test_odds_know_the_first_round_of_a_drop() -> None:
    """3 in the first round, then 1: worked out by hand for one against one."""
    found = typed_odds(
        "1 paratrooper (by air)", "1 infantry", "global1940", ["bx.paratroopers"], powers=("Germany", "Soviet Union")
    )
    assert found.win == pytest.approx(1 / 3 + 1 / 3 * 1 / 4)


def test_a_standing_order_to_destroy_ends_with_the_loss() -> None:
    """What is built there later is mined anew."""
    game = stand(
        "Germany", "move 1 tank: Bessarabia > Ukraine", "done", "done",
        rules=["bx.factories"], owner={"Bessarabia": "Germany"}, units={"Bessarabia": {"Germany": "1 tank"}},
        flags={"bx.demolish on loss": ["Ukraine", "Russia"]},
    )  # fmt: skip
    assert game.state.flags["bx.demolish on loss"] == ("Russia",)


def test_a_capital_that_fell_before_the_game_counts_from_the_first_turn() -> None:
    held = {"United Kingdom": "Germany"}
    game = stand("Germany", "done", rules=["bx.guards"], phase="mobilize", owner=held, money={"Germany": 0})
    assert game.state.flags["bx.capitals"] == {"United Kingdom": {"by": "Germany", "round": 1}}
