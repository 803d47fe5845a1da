"""The clocks of a game: which deadline begins or ends when an order changes who has to act.

There is one matter at a time: a question that another power has to answer, else the turn. A question to the
power whose turn it is belongs to its turn. While another answers, the turn's clock stands still.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.game.authorization import players_of
from bot.game.computers import computers
from bot.game.deadlines import HOUR, Matter, Profile, Quiet, begin, end, profile_of
from bot.store import DropTimers, Store
from bot.store.changes import Step
from bot.store.records import Game as GameRow
from rules.play.game import Game

TURN, DECISION = "turn", "decision"


def matter_of(game: Game) -> tuple[str, str, str]:
    """What has to be done now: kind, key of its timers, power."""
    state = game.state
    if state.pending and state.pending[0].power != state.turn.power:
        asked = state.pending[0]
        return DECISION, f"{DECISION}:{asked.kind}:{asked.place}", asked.power
    return TURN, f"{TURN}:{state.turn.round}", state.turn.power


async def steps(store: Store, row: GameRow, before: Game, after: Game, now: float) -> list[Step]:
    """Steps that keep the clocks right when the game goes from one position to another."""
    profile = profile_of(row.settings)
    if after.state.winner:
        return [DropTimers(row.id)]
    if profile.turn is None and profile.decision is None:
        return []
    old, new = matter_of(before), matter_of(after)
    if old == new and old[0] == TURN:
        return []
    left = await _turn_left(store, row, now)
    same_turn = before.state.turn.power == after.state.turn.power and before.state.turn.round == after.state.turn.round
    return [
        *end(row.id, old[1]),
        *await begun(store, row, new, profile, now, left if same_turn else None),
    ]


async def begun(
    store: Store, row: GameRow, what: tuple[str, str, str], profile: Profile, now: float, left: float | None = None
) -> list[Step]:
    """Steps that start a matter's clock. left: what remained of the turn before it was interrupted."""
    kind, key, power = what
    if power in computers(row):
        return []
    people = {user: await quiet_of(store, user) for user in players_of(await store.seats(row.id), power)}
    payload: dict[str, Any] = {"left": left} if kind == DECISION and left is not None else {}
    if kind == TURN and left is not None and profile.turn is not None:
        profile = replace(profile, turn=max(left, min(HOUR, profile.turn)))
    return begin(Matter(kind, key, row.id, power, people, payload), profile, now)


async def _turn_left(store: Store, row: GameRow, now: float) -> float | None:
    for timer in await store.timers.of_game(row.id):
        if timer.kind == "deadline":
            left = timer.payload.get("left")
            return float(left) if left is not None else (timer.due - now if timer.key.startswith(TURN) else None)
    return None


async def quiet_of(store: Store, user_id: int) -> Quiet | None:
    """A person's quiet hours."""
    return Quiet.from_json((await store.preferences("user", user_id)).get("quiet"))


async def started(store: Store, row: GameRow, game: Game, now: float) -> list[Step]:
    """Steps that start the clock of what has to be done now."""
    profile = profile_of(row.settings)
    if (profile.turn is None and profile.decision is None) or game.state.winner:
        return []
    return await begun(store, row, matter_of(game), profile, now)
