"""Where odds are only wanted, their absence is forgiven; an error in them is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.dice import PracticeDice, ScriptedDice
from rules.odds import NoOdds, answer_odds, battle_lucks, typed_battle
from rules.odds.ask import answers, swings
from rules.play.game import Game, Outcome
from seats.position import estimate
from seats.turn import answer as seat
from tests.rules.engine_fights import answer


def asked() -> Game:
    """A battle after its first round: press on, or retreat to where one came from."""
    view, battle = typed_battle("4 infantry", "3 infantry")
    game = Game(view.table, view.state)
    for unit in view.get(view.state.battles[battle].attackers):
        home = next(p for p in view.board.near(battle) if view.friendly_land(p, unit.owner))
        game.state.units[unit.id] = unit.but(route=(home, battle))
    assert game.submit(f"fight {battle}", ScriptedDice([6] * 7))
    return game


def hit() -> Game:
    """The defender chooses."""
    view, battle = typed_battle("2 infantry, 1 armor", "1 infantry, 1 fighter")
    game = Game(view.table, view.state)
    assert isinstance(game.submit(f"fight {battle}", ScriptedDice([6, 6, 1])), Outcome)
    return game


def fought_out() -> Game:
    """A battle that is over, with its log."""
    view, battle = typed_battle("4 infantry", "3 infantry")
    game, order, dice = Game(view.table, view.state), f"fight {battle}", PracticeDice(3)
    while game.state.battles[battle].status != "over":
        assert isinstance(game.submit(order, dice), Outcome)
        order = answer(game, battle) if game.state.pending else ""
    return game


def _odds_cache(game: Game) -> object:
    view, battle = typed_battle("2 infantry", "1 infantry")
    found = view.state.battles[battle]
    return estimate.OddsCache().ask(view, battle, view.get(found.attackers), view.get(found.defenders))


WANTED: tuple[tuple[Any, str, Callable[[Game], object]], ...] = (
    (answers, "ready", lambda game: answer_odds(game, ["casualties 1 infantry"])),
    (swings, "battle_odds", lambda game: battle_lucks(game.table, game.state, list(game.log))),
    (seat, "cheap_odds", seat.answer),
    (estimate, "cheap_odds", _odds_cache),
)


@pytest.mark.parametrize(("module", "name", "ask"), WANTED, ids=["answers", "swings", "answer", "odds cache"])
@pytest.mark.parametrize("error", [KeyError("a bug"), ValueError("a bug"), NoOdds("Poland", "nobody knows.")])
def test_only_the_absence_of_odds_is_forgiven(
    module: Any, name: str, ask: Callable[[Game], object], error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*about: object, **more: object) -> object:
        raise error

    game = asked()
    if module is swings:
        game = fought_out()
    elif module is answers:
        game = hit()
    monkeypatch.setattr(module, name, fails)
    if isinstance(error, NoOdds):
        ask(game)
    else:
        with pytest.raises(type(error), match="a bug"):
            ask(game)
