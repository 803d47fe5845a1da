"""Standing orders: answers a power has given beforehand (README.md of bot/game)."""

from bot.game.standing.choose import plain
from bot.game.standing.foresee import Ahead, after_combat_move, ahead, tried
from bot.game.standing.given import Answer, kinds, made, over, standing_answer, told
from bot.game.standing.words import ASK, BATTLE, CLUB, vocabulary
from rules.legal import decision_choices
from rules.model.state import Decision
from rules.play import lines
from rules.play.game import Game

__all__ = [
    "ASK",
    "BATTLE",
    "CLUB",
    "Ahead",
    "Answer",
    "after_combat_move",
    "ahead",
    "default_answer",
    "kinds",
    "made",
    "over",
    "plain",
    "standing_answer",
    "told",
    "tried",
    "vocabulary",
]


def default_answer(game: Game, decision: Decision | None = None) -> str | None:
    """What is answered when a deadline has passed: the first choice the engine recommends."""
    if not game.state.pending:
        return None
    decision = decision or game.state.pending[0]
    choices = decision_choices(game.facing(decision))
    return lines.addressed(game.state, decision, choices[0]) if choices else None
