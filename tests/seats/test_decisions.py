"""What is decided from figures beside attacks and purchases: research, wars, offers of rules."""

from __future__ import annotations

from dataclasses import replace

from test_sanity import position

from rules.legal import legal
from seats import OFFICER, Player, war, worth


def test_research_is_bought_where_a_technology_is_worth_its_dice() -> None:
    few = position("United States", "research", {"Western United States": {"United States": "3 bomber"}})
    many = position("United States", "research", {"Western United States": {"United States": "120 bomber"}})
    assert not worth.research(Player(OFFICER, 1).situation(few, "United States"))
    (wish,) = worth.research(Player(OFFICER, 1).situation(many, "United States"))
    assert wish.text.startswith("research ") and many.trial(wish.text) is None


def test_war_is_declared_where_it_pays() -> None:
    army = "8 infantry, 6 tank"
    near = {"Poland": {"Germany": army}, "Baltic States": {"Soviet Union": "1 infantry"}}
    far = {"Western Germany": {"Germany": army}, "Russia": {"Soviet Union": "20 infantry"}}
    for units, declared in ((near, ["declare war on Soviet Union"]), (far, [])):
        game = position("Germany", "combat move", units, "global1940")
        game.state.turn = replace(game.state.turn, round=4)
        game.kept.forget()
        wishes = war.declarations(Player(OFFICER, 1).situation(game, "Germany"))
        assert [w.text for w in wishes] == declared


def test_what_rules_offer_is_not_bought_for_its_own_sake() -> None:
    game = position("United Kingdom", "purchase", {}, rules=["rw.monetary-aid"], money={"United Kingdom": 20})
    assert any(text.startswith("give") for text in legal(game, "United Kingdom").offers)
    assert worth.offers(Player(OFFICER, 1).situation(game, "United Kingdom"), game) == []
