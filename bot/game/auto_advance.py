"""What goes on by itself after an order: standing orders answer questions, empty phases are closed."""

from __future__ import annotations

from bot.game import standing_orders
from bot.game.session import Draft
from bot.store.records import Game as GameRow
from bot.store.records import Policy
from rules.legal import complete
from rules.model.orders import DONE
from rules.play.game import Game

# Phases that may pass without a word where they hold nothing for their power.
EMPTY = ("research", "conduct combat", "mobilize")
MOST = 200


def go_on(draft: Draft, row: GameRow, policies: list[Policy]) -> None:
    """Answer by standing orders and close empty phases, until somebody has to do something."""
    for _ in range(MOST):
        if not (_answered(draft, policies) or _closed(draft, row)):
            return


def _answered(draft: Draft, policies: list[Policy]) -> bool:
    text = standing_orders.standing_answer(draft.game, policies)
    return text is not None and draft.submit(draft.game.parse(text), draft.game.to_act, "policy") is None


def _closed(draft: Draft, row: GameRow) -> bool:
    if not row.settings.get("auto_done", True) or not nothing_to_do(draft.game):
        return False
    return draft.submit(DONE, draft.game.to_act, "auto") is None


def nothing_to_do(game: Game) -> bool:
    """Whether the phase holds nothing for its power but its end."""
    state = game.state
    if state.winner or state.pending or state.turn.phase not in EMPTY:
        return False
    if state.turn.phase != "conduct combat" and game.log[-1].turn == state.turn:
        return False  # something was ordered in it, which may yet be taken back
    if state.turn.phase == "conduct combat" and any(b.status != "over" for b in state.battles.values()):
        return False
    if state.turn.phase == "mobilize" and state.pool.get(state.turn.power):
        return False
    return game.trial("done", by=state.turn.power) is None and set(complete(game, game.to_act)) <= {"done", "undo"}
