"""Battles fought out by the engine, for tests of the odds."""

from __future__ import annotations

from rules.battle import casualties, losses
from rules.core.view import View
from rules.dice import PracticeDice
from rules.model.refusals import Refusal
from rules.play.game import Game


def fight_out(view: View, battle: str, dice: PracticeDice) -> tuple[str, View]:
    """Fight a battle to its end with recommended losses; its outcome and the position."""
    game = Game(view.table, view.state.copy())
    order = f"fight {battle}"
    for _ in range(1000):
        outcome = game.submit(order, dice)
        assert not isinstance(outcome, Refusal), (order, outcome)
        found = game.state.battles[battle]
        if found.status == "over":
            return found.outcome, game.view
        order = answer(game, battle)
    raise AssertionError("the battle does not end")


def answer(game: Game, battle: str) -> str:
    decision = game.state.pending[0]
    if decision.kind == "casualties":
        found = game.state.battles[battle]
        chosen = losses.default(game.view, found, decision.data["side"], decision.data["hits"])
        return casualties.text_of(game.view, found, chosen)
    return "press on" if decision.kind == "retreat" else "pass"


def owners(view: View) -> tuple[str, str]:
    one = view.state.turn.power
    return one, next(u.owner for u in view.state.units.values() if u.owner != one)
