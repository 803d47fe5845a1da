"""The clocks of a game: which deadline begins or ends when an order changes who has to act.

Each question that another power has to answer is a matter of its own, several at a time; without any it is the turn. A
question to the power whose turn it is belongs to its turn. While others answer, the turn's clock stands still.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.game.clock import deadlines, excuses, vacations
from bot.game.clock.deadlines import HOUR, RECORD, PendingAction, Profile, Quiet, begin, end, profile_of
from bot.game.clock.free_time import between
from bot.game.computers.computers import computers
from bot.game.moderator.situation import called_of
from bot.store import DropTimers, SetTimer, Store
from bot.store.changes import Step
from bot.store.records import Facts
from bot.store.records import Game as GameRow
from rules.model.state import Decision
from rules.play import lines
from rules.play.game import Game

TURN, DECISION = "turn", "decision"


@dataclass(frozen=True, slots=True)
class What:
    """What has to be done: kind ("turn" or "decision"), key of its timers, power, the question."""

    kind: str
    key: str
    power: str
    decision: Decision | None = None


def matters(game: Game) -> tuple[What, ...]:
    """What has to be done now."""
    state = game.state
    asked = [(d, p) for d in lines.shown(state) for p in lines.askers(d) if p != state.turn.power]
    if not asked:
        return (What(TURN, f"{TURN}:{state.turn.round}", state.turn.power),)
    return tuple(What(DECISION, f"{DECISION}:{d.kind}:{d.place}:{p}", p, d) for d, p in asked)


async def steps(store: Store, row: GameRow, before: Game, after: Game, now: float) -> list[Step]:
    """Steps that keep the clocks right when the game goes from one position to another."""
    if after.state.winner:
        return [DropTimers(row.id), SetTimer(RECORD, RECORD, now, {}, row.id)]
    old, new = matters(before), matters(after)
    if old == new:
        return []
    profile = profile_of(row.settings)
    if profile.turn is None and profile.decision is None:
        return []
    left = await _turn_left(store, row, now)
    same_turn = before.state.turn.power == after.state.turn.power and before.state.turn.round == after.state.turn.round
    found = [step for what in old if what not in new for step in end(row.id, what.key)]
    kept: dict[str, float] = {}
    if not same_turn:
        found += await excuses.ended(store, row, before.state.turn.power, profile)
        kept = await _put_by(store, row, before.state.turn.power, profile, left)
        found += [step for who, rest in kept.items() for step in excuses.put_by(row.id, who, rest)]
    for what in new:
        if what not in old:
            found += await begun(store, row, what, profile, now, left if same_turn else None, kept)
    return found


async def _put_by(store: Store, row: GameRow, power: str, profile: Profile, left: float | None) -> dict[str, float]:
    """What a turn that is over leaves on a live clock, with its increment."""
    if not profile.live or left is None:
        return {}
    who = excuses.holder(profile, power, called_of((await store.facts(row.id)).seats, power))
    return {who: max(0.0, left) + profile.increment}


async def begun(
    store: Store,
    row: GameRow,
    what: What,
    profile: Profile,
    now: float,
    left: float | None = None,
    kept: Mapping[str, float] | None = None,
) -> list[Step]:
    """Steps that start a matter's clock. left: what remained of the turn before it was interrupted. kept: what has just been
    put by on live clocks."""
    kind, key, power = what.kind, what.key, what.power
    if power in computers(row):
        return []
    facts = await store.facts(row.id)
    people = {user: quiet_of(facts, user) for user in called_of(facts.seats, power)}
    payload: dict[str, Any] = {"left": left} if kind == DECISION and left is not None else {}
    if kind == TURN and left is not None and profile.turn is not None:
        profile = replace(profile, turn=left if profile.live else max(left, min(HOUR, profile.turn)))
    elif kind == TURN and profile.live:
        who = excuses.holder(profile, power, people)
        rest = (kept or {}).get(who, await excuses.bank(store, row.id, who))
        profile = profile if rest is None else replace(profile, turn=rest)
    away = await vacations.away(store, row, people)
    return begin(PendingAction(kind, key, row.id, power, people, payload, away), profile, now)


async def _turn_left(store: Store, row: GameRow, now: float) -> float | None:
    facts = await store.facts(row.id)
    for timer in facts.timers:
        if timer.kind == "deadline":
            if (left := timer.payload.get("left")) is not None:
                return float(left)
            if not timer.key.startswith(TURN):
                return None
            away = await vacations.away(store, row, called_of(facts.seats, timer.payload["power"]))
            return between(now, timer.due, profile_of(row.settings).weekends, away)
    return None


async def resumed(store: Store, row: GameRow, now: float) -> list[Step]:
    """Steps that let a game's clocks go on after a pause."""
    facts = await store.facts(row.id)
    powers = {str(timer.payload["power"]) for timer in facts.timers if "power" in timer.payload}
    away = {power: await vacations.away(store, row, called_of(facts.seats, power)) for power in sorted(powers)}
    return deadlines.resumed(facts.timers, profile_of(row.settings), row.id, now, away)


def quiet_of(facts: Facts, user_id: int) -> Quiet | None:
    """A person's quiet hours."""
    return Quiet.from_json(facts.people.get(user_id, {}).get("quiet"))


async def anew(store: Store, row: GameRow, game: Game, power: str, now: float) -> list[Step]:
    """Steps that give a power all the time there is for what it has to do now: somebody has just sat down there."""
    profile = profile_of(row.settings)
    if (profile.turn is None and profile.decision is None) or game.state.winner:
        return []
    mine = [what for what in matters(game) if what.power == power]
    begins = [step for what in mine for step in await begun(store, row, what, profile, now)]
    return [*(step for what in mine for step in end(row.id, what.key)), *begins]


async def started(store: Store, row: GameRow, game: Game, now: float) -> list[Step]:
    """Steps that start the clock of what has to be done now."""
    profile = profile_of(row.settings)
    if (profile.turn is None and profile.decision is None) or game.state.winner:
        return []
    return [step for what in matters(game) for step in await begun(store, row, what, profile, now)]
