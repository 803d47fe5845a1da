"""Battles whose figure could be plainly wrong have none, and it is said why."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.features.odds.text import going_on_text, odds_line
from bot.processes import odds_jobs
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.dice import PracticeDice, ScriptedDice
from rules.model.refusals import Refused
from rules.odds import NoOdds, TypedError, Wishes, answer_odds, battle_odds, battles_due, typed_battle, typed_odds
from rules.play.game import Game, Outcome

LAST_FIRE = "No odds for SZ 110: a figure without transports that fire once more without protectors and are gone "


def convoy(auto_die: bool = True) -> Game:
    """Germans attack transports that an escort guards."""
    units = {"SZ 112": {"Germany": "1 cruiser, 1 destroyer"}, "SZ 110": {"United Kingdom": "1 escort, 2 transport"}}
    game = build(
        read_case(
            {
                "id": "X", "game": "global1940", "rules": ["x2.escorts"], "phase": "combat move", "power": "Germany",
                "options": {"x2.transports_auto_die": auto_die}, "round": 5, "setup": "empty", "war": "all", "units": units,
            }
        )
    )  # fmt: skip
    assert isinstance(game.submit("move 1 cruiser, 1 destroyer: SZ 112 > SZ 110", PracticeDice(1)), Outcome)
    return game


def told(game: Game, work: Any, *more: Any) -> Any:
    return work(game.head(), game.snapshot(), *more)


def test_transports_that_are_gone_without_protectors() -> None:
    game = convoy()
    (due,) = told(game, odds_jobs.due, 6)
    assert odds_line(due).startswith(LAST_FIRE)
    with pytest.raises(NoOdds, match="could be plainly wrong"):
        told(game, odds_jobs.battle, "SZ 110", Wishes(), None, "attacker", ("", ""))
    (plain,) = told(convoy(False), odds_jobs.due, 6)
    assert "% won" in odds_line(plain)
    game.submit("done", PracticeDice(1))
    assert isinstance(game.submit("fight SZ 110", ScriptedDice([6, 3, 2, 3, 4])), Outcome)
    assert [unit.type for unit in game.view.units("SZ 110", "United Kingdom")] == ["transport"] * 2
    assert going_on_text(told(game, odds_jobs.going_on, "SZ 110")).startswith(LAST_FIRE)
    assert answer_odds(game, ("press on",)) == ()


def test_only_a_guarded_convoy_is_such_a_battle() -> None:
    table: tuple[str, list[str], dict[str, Any]] = "global1940", ["x2.escorts"], {"x2.transports_auto_die": True}
    powers = "Germany", "United Kingdom"
    with pytest.raises(NoOdds):
        typed_odds("2 cruiser", "1 destroyer, 1 transport", *table, powers)
    with pytest.raises(TypedError, match="No odds: a figure without"):
        odds_jobs.least("2 cruiser", "1 destroyer, 1 transport", convoy().head(), 0.8)
    for defender in ("2 destroyer", "2 transport"):
        view, battle = typed_battle("2 cruiser", defender, *table, powers)
        assert battle_odds(view, battle) == typed_odds("2 cruiser", defender, *table, powers)


def test_an_atomic_bomb_that_falls_first() -> None:
    units = {
        "Low-Countries": {"United States": "1 heavy bomber, 1 atomic bomb, 2 infantry"},
        "Lorraine": {"Germany": "6 infantry"},
    }
    case = {"game": "europe1943", "rules": ["y43"], "phase": "combat move", "power": "United States", "setup": "empty"}
    game = build(read_case({"id": "X", "units": units, "owner": {"Low-Countries": "United States"}, **case}))
    for order in (
        "move 2 infantry: Low-Countries > Lorraine",
        "drop 1 atomic bomb at Lorraine: 1 heavy bomber: Low-Countries > Lorraine",
    ):
        assert isinstance(game.submit(order, PracticeDice(1)), Outcome), order
    view, (battle,) = battles_due(game.view)
    with pytest.raises(NoOdds, match="the atomic bomb that falls there first"):
        battle_odds(view, battle)


@pytest.mark.parametrize("attacker", ["1 armor (elit)", "1 transport (cargo: 1 armor (elit))"])
def test_what_no_rule_says_of_a_unit(attacker: str) -> None:
    with pytest.raises(Refused, match=r"“elit” is nothing .*known: \(damaged\) and \(elite\)"):
        typed_odds(attacker, "2 infantry", "classic", ["rw.elite-units"])
    with pytest.raises(Refused, match=r"“elite” is nothing"):
        typed_odds("1 armor (elite)", "2 infantry")
