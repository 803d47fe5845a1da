"""What a lenient case is forgiven: forms that a player would not notice.

A `pass` too many or too few behind an answer that was complete already, and an order meant for the question after the
one that is still open (`lenient = true` in a case, `--lenient` for a run).
"""

from __future__ import annotations

from rules.cases.file import Step
from rules.core.act import Dice
from rules.model.refusals import Refusal
from rules.play.game import Game, Outcome

Answers = list[tuple[str, Outcome | Refusal]]


def superfluous(game: Game, step: Step) -> bool:
    """Whether a step is a `pass` behind an answer that was complete already."""
    last = game.log[-1].text.split()[0] if len(game.log) > 1 else ""
    plain = step.order.strip().lower() == "pass" and not step.refuse and not step.dice
    return plain and not game.state.pending and last in ("scramble", "intercept", "launch", "submerge")


def submit(game: Game, step: Step, dice: Dice, by: str) -> Answers:
    """Submit a step's order, then what it leaves out: each order with its answer."""
    asked = bool(game.state.pending) and bool(game.state.pending[0].data.get("open"))
    rolled = game.state.rolls
    answer = game.submit(step.order, dice, "" if asked and not step.by else by)
    if isinstance(answer, Refusal) and answer.code == "not-your-decision" and not (step.by or step.refuse):
        answer = game.submit(step.order, dice, game.state.turn.power)  # meant for the next question
    answers: Answers = [(step.order, answer)]
    if isinstance(answer, Outcome) and step.dice and game.state.rolls == rolled and _unfinished(game):
        answers.append(("pass", game.submit("pass", dice, game.to_act)))
    return answers


def _unfinished(game: Game) -> bool:
    """Whether an answer leaves room for more of its kind; with dice it was meant as the last."""
    return bool(game.state.pending) and bool(game.state.pending[0].data.get("open"))
