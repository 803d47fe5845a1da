"""How people are told that it is their move: a mention, a direct message with what is new for them, or not at all; never
in quiet hours."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.discord.features.panel.panel import Panel
from bot.discord.text.words import until
from bot.game.clock.deadlines import REMIND, Quiet
from bot.game.moderator.outbox_messages import direct, say
from bot.game.moderator.situation import DIRECT, MENTION, NEVER
from bot.store import Facts, Game, Message, SetTimer
from bot.store.changes import Step

CALL = "call"


@dataclass(frozen=True, slots=True)
class Calls:
    """What a new panel does to notify: mentions in it, direct messages, timers for those asleep."""

    mention: tuple[int, ...]
    direct: tuple[Message, ...]
    steps: tuple[Step, ...]


def calls_for(facts: Facts, panel: Panel, now: Callable[[], float] = time.time) -> Calls:
    """Each of the people who have to act is notified once, in the way they chose."""
    row, mention, messages, steps = facts.game, list[int](), list[Message](), list[Step]()
    for user in panel.people:
        wishes = facts.people.get(user, {})
        way, quiet = wishes.get("notify", MENTION), Quiet.from_json(wishes.get("quiet"))
        if way == NEVER:
            continue
        if quiet is not None and quiet.covers(now()):
            steps.append(_when_awake(row, user, quiet.awake(now()), panel.call))
        elif way == DIRECT:
            messages.append(_direct(row, user, f"{panel.call}:{int(now())}", panel.due))
        else:
            mention.append(user)
    return Calls(tuple(mention), tuple(messages), tuple(steps))


def woken(facts: Facts, user: int, key: str, due: float | None) -> Message:
    """The call of somebody who was asleep when it came to be their move."""
    row = facts.game
    if facts.people.get(user, {}).get("notify") == DIRECT:
        return _direct(row, user, key, due)
    return say(row, f"<@{user}>: it is your move{_until(due)}.", key, [user])


def _direct(row: Game, user: int, key: str, due: float | None) -> Message:
    text = f"Your move in **{row.name}**: <#{row.place}>{_until(due)}"
    return direct(user, text, f"{row.id}:{key}", row.place, news_of=row.id)


def _until(due: float | None) -> str:
    return f", until {until(due)}" if due else ""


def _when_awake(row: Game, user: int, at: float, mark: str) -> SetTimer:
    return SetTimer(f"{CALL}:{user}", REMIND, at, {"user": user, "mark": mark, "matter": CALL}, row.id)
