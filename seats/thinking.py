"""A computer player's next move as one request: the orders it gives until dice fall, somebody is asked (it too: what
its owner left for that comes first), or a phase is to be closed. It is worked out on a copy; no dice are known to it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.play.game import Game, NoDice, Outcome
from seats.levels import LEVELS, RECRUIT
from seats.player import Player
from seats.turn.answer import answer

MOST = 120  # orders of one request
REFUSALS = 400  # in a row, after which a seat is given up


@dataclass(frozen=True, slots=True)
class Thought:
    """Orders to give, each with its reason, all in the given turn. phase: of the last of them.

    rolls: the last of them makes dice fall. memory: what the seat knows after them, JSON. stuck: why it cannot go on
    ("" it can).
    """

    orders: tuple[tuple[str, str], ...]
    rolls: bool
    memory: dict[str, Any]
    stuck: str = ""
    phase: str = ""


def think(game: Game, level: str, seed: int, memory: Mapping[str, Any] | None = None) -> Thought:
    """What whoever is to act does next, as a player of a level. Unknown levels play as the weakest."""
    twin = Game(game.table, game.state.copy(), game.log.copy())
    player = Player(LEVELS.get(level, RECRUIT), seed, copy.deepcopy(dict(memory or {})))
    power, turn, found, refused = twin.to_act, twin.state.turn, list[tuple[str, str]](), 0
    phase = turn.phase
    while len(found) < MOST and refused < REFUSALS:
        wish = player.next(twin)
        if wish.text == "done" and any(text != "done" for text, _ in found):
            break  # there is a pause before a phase is closed in which something was ordered
        dice, now = NoDice(), twin.state.turn.phase
        given = twin.submit(wish.text, dice)
        if not isinstance(given, Outcome):
            refused += 1
            continue
        refused, phase = 0, now
        found.append((wish.text, wish.why))
        if dice.used:
            return Thought(tuple(found), True, player.memory, "", phase)
        state = twin.state
        over = (state.turn.round, state.turn.power) != (turn.round, turn.power)
        if state.winner or state.pending or twin.to_act != power or over:
            break
    stuck = f"{REFUSALS} orders in a row were refused" if refused >= REFUSALS else ""
    return Thought(tuple(found), False, player.memory, stuck, phase)


def reply(game: Game) -> str:
    """The answer of whoever is asked first, by itself: it takes no plan and no memory."""
    return answer(game).text


def simplest(game: Game) -> Thought:
    """The recommended answer, or whatever closes the phase: for want of a better thought."""
    player = Player(
        RECRUIT, 1, {"phase": [game.state.turn.round, game.state.turn.power, game.state.turn.phase], "queue": []}
    )
    twin = Game(game.table, game.state.copy(), game.log.copy())
    wish, dice = player.next(twin), NoDice()
    given = twin.submit(wish.text, dice)
    if not isinstance(given, Outcome):
        return Thought((), False, {}, f"“{wish.text}” is refused: {given.message}")
    return Thought(((wish.text, wish.why),), dice.used > 0, {}, "", game.state.turn.phase)
