"""The answer that the odds recommend stands first in the menu of a question."""

from __future__ import annotations

from bot.game.record.answers import label
from bot.processes import odds_service
from rules.legal import decision_choices
from rules.odds import answer_odds
from rules.play.game import Game
from tests.positions import stand

UK = "United Kingdom"


def told(game: Game) -> list[str]:
    """The answers to the first question as its menu has them, once their odds are known."""
    asked = game.state.pending[0]
    texts = decision_choices(game)
    game.memo.elsewhere[odds_service._about(asked)] = answer_odds(game, texts)
    return [label(game, text, asked) for text in odds_service.best_first(game, asked, texts)]


def over_two_zones(attackers: str, fighters: str) -> Game:
    return stand(
        "Germany", f"move {attackers}: SZ 112 > SZ 110", f"move {attackers}: SZ 112 > SZ 109", "done",
        units={
            "SZ 112": {"Germany": attackers.replace("1 ", "2 ")}, "SZ 110": {UK: "1 destroyer"},
            "SZ 109": {UK: "1 destroyer"}, UK: {UK: fighters},
        },
        facilities={UK: {"has": "air base"}},
    )  # fmt: skip


def test_a_scramble_that_pays_stands_before_no_scramble() -> None:
    assert told(over_two_zones("1 cruiser", "3 fighter"))[0].startswith("Scramble 3 fighters")


def test_no_scramble_stands_first_where_none_pays() -> None:
    assert told(over_two_zones("1 battleship, 1 cruiser, 1 submarine", "1 fighter"))[0] == "No scramble"
