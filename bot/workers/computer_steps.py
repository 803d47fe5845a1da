"""What a computer's orders leave behind: what it remembers, seats that it gives back."""

from __future__ import annotations

from dataclasses import replace

from bot.game import Accepted
from bot.game.clock import clock
from bot.game.computers.computers import computers, over, seat, seated
from bot.services import Services
from bot.store import SetPreference, Step
from bot.store.records import Game as Row
from rules.model.orders import DONE
from rules.play.game import Game
from seats import Thought


def turn_of(game: Game) -> tuple[int, str]:
    """Round and power of the turn that goes on."""
    return game.state.turn.round, game.state.turn.power


def phase_of(outcome: Accepted) -> str:
    """The phase in which the last orders were given that did more than end one."""
    given = [entry for entry in outcome.entries if entry.text != str(DONE)]
    return (given or outcome.entries)[-1].turn.phase


async def afterwards(
    services: Services, row: Row, power: str, before: Game, after: Game, thought: Thought
) -> list[Step]:
    """What is stored with a computer's orders: what it remembers, and that it leaves what it stood in for; its player's
    clock begins anew then."""
    steps: list[Step] = []
    if thought.memory:
        steps.append(SetPreference("seat", f"{row.id}/{power}", "mind", thought.memory))
    until, old, new = computers(row)[power].until, before.state.turn, after.state.turn
    if over(until, power, old, new):
        steps += seat(row, "computer", {power: None}, f"the {until} is over")
        if new.power == power:
            left = replace(row, settings=seated(row, {power: None}))
            steps += await clock.started(services.store, left, after, services.games.now())
    return steps
