"""What goes on by itself after an order: standing orders answer questions, empty phases are closed, and where an attacker
can only press on he does."""

from __future__ import annotations

from typing import Protocol

from bot.game import standing
from bot.game.computers.computers import computers, due
from bot.store.records import Game as GameRow
from bot.store.records import Policy
from rules.legal import complete, decision_choices
from rules.model.orders import DONE, PRESS_ON, Order
from rules.model.refusals import Refusal
from rules.model.state import Turn
from rules.play import lines
from rules.play.game import Game, NoDice
from seats import reply

# Phases that may pass without a word where they hold nothing for their power.
EMPTY = ("research", "conduct combat", "mobilize")
# And these, for a power that has nothing on the board.
NOTHING = ("purchase", "combat move", "noncombat move")
MOST = 200


class Copy(Protocol):
    """A copy of a game that takes orders. used: the standing orders that have answered in it. answers_of_computers: whether
    computers that are asked answer in it, at once."""

    game: Game

    @property
    def answers_of_computers(self) -> bool: ...

    used: list[Policy]

    def submit(self, order: Order, by: str, giver: str, why: str = "") -> Refusal | None:
        """Carry out one order of a power. why: a word about it for the log."""


def go_on(copy: Copy, row: GameRow, policies: list[Policy]) -> list[Turn]:
    """Answer by standing orders and close empty phases, until somebody has to do something; gives those phases."""
    closed = list[Turn]()
    for _ in range(MOST):
        turn = copy.game.state.turn
        if _closed(copy, row):
            closed.append(turn)
        elif not (_answered(copy, policies) or _by_computer(copy, row) or _pressed_on(copy, row)):
            break
    return closed


def _answered(copy: Copy, policies: list[Policy]) -> bool:
    found = standing.standing_answer(copy.game, policies)
    if found is None:
        return False
    why = f"{found.power} answers by standing order ({found.why})."
    if copy.submit(copy.game.parse(found.text), found.power, "policy", why) is not None:
        return False
    copy.used.append(found.policy)
    return True


def _by_computer(copy: Copy, row: GameRow) -> bool:
    """A computer that is asked answers at once, where the dice of whoever ordered may go on falling."""
    found = due(copy.game, computers(row)) if copy.answers_of_computers else None
    power, asked = found or ("", None)
    if asked is None:
        return False
    text = lines.addressed(copy.game.state, asked, reply(copy.game.facing(asked).copy()))
    return copy.submit(copy.game.parse(text), power, "computer") is None


def _pressed_on(copy: Copy, row: GameRow) -> bool:
    """An attacker who cannot leave is not asked whether he goes on."""
    game = copy.game
    if not row.settings.get("auto_done", True) or not game.state.pending or game.state.pending[0].kind != "retreat":
        return False
    if list(decision_choices(game)) != [str(PRESS_ON)]:
        return False
    return copy.submit(PRESS_ON, game.to_act, "auto") is None


def _closed(copy: Copy, row: GameRow) -> bool:
    if not row.settings.get("auto_done", True) or not nothing_to_do(copy.game):
        return False
    return copy.submit(DONE, copy.game.to_act, "auto") is None


def nothing_to_do(game: Game) -> bool:
    """Whether the phase holds nothing for its power but its end."""
    state = game.state
    bare = state.turn.phase in NOTHING and not any(u.owner == state.turn.power for u in state.units.values())
    if state.winner or state.pending or not (bare or state.turn.phase in EMPTY):
        return False
    if state.turn.phase != "conduct combat" and game.log[-1].turn == state.turn:
        return False  # something was ordered in it, which may yet be taken back
    if state.turn.phase == "conduct combat" and any(b.status != "over" for b in state.battles.values()):
        return False
    if state.turn.phase == "mobilize" and state.pool.get(state.turn.power):
        return False
    return game.trial("done", by=state.turn.power) is None and set(complete(game, game.to_act)) <= {"done", "undo"}


def idle(game: Game) -> bool:
    """Whether the rest of the turn holds nothing for its power: it burns no time and no excuse."""
    power, copy = game.state.turn.power, game.copy()
    for _ in game.table.phases:
        if copy.state.winner or copy.state.pending:
            return False
        if copy.state.turn.power != power:
            return True
        dice = NoDice()
        if (
            set(complete(copy, power)) - {"done", "undo"}
            or isinstance(copy.submit(DONE, dice, power), Refusal)
            or dice.used
        ):
            return False
    return copy.state.turn.power != power
