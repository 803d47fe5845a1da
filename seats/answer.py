"""Answers to questions: the recommended one, but whether to press on or to retreat is reckoned out."""

from __future__ import annotations

from collections.abc import Sequence

from rules.legal import decision_choices
from rules.model.orders import PRESS_ON
from rules.model.state import Decision
from rules.odds import NoOdds
from rules.play.game import Game
from seats.estimate import cheap_odds
from seats.values import Values
from seats.wish import Wish


def answer(game: Game) -> Wish:
    """The answer to the question that is open."""
    decision, choices = game.state.pending[0], decision_choices(game)
    if not choices:
        return Wish("pass")
    if decision.kind == "retreat" and len(choices) > 1:
        return _press_on_or_retreat(game, decision, choices)
    return Wish(choices[0], offered=True)


def _press_on_or_retreat(game: Game, decision: Decision, choices: Sequence[str]) -> Wish:
    """Go on for as long as that is expected to gain something."""
    battle = game.state.battles.get(decision.data.get("battle", ""))
    leave = next((c for c in choices if c.startswith("retreat")), "")
    go_on = str(PRESS_ON)
    if battle is None or not leave or go_on not in choices:
        return Wish(choices[0], offered=True)
    try:
        odds = cheap_odds(game.view, battle.id)
    except NoOdds:
        return Wish(choices[0], offered=True)
    land = game.view.place(battle.place).is_land
    worth = Values(game.view, decision.power).of(battle.place) if land else 0.0
    takes = odds.takes if land else odds.win
    gain = odds.swing + takes * worth
    figures = f"{battle.place}: {takes:.0%} to win, {odds.swing:+.1f} IPC to be expected"
    if gain > 0:
        return Wish(go_on, f"{figures}: on.", offered=True)
    return Wish(leave, f"{figures}: not worth it.", offered=True)
