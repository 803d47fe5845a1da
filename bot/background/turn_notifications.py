"""How people are told that it is their move: a mention, a direct message, or not at all; never in quiet hours."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.game.deadlines import REMIND, Quiet
from bot.game.outbox_messages import direct
from bot.game.wishes import DIRECT, MENTION, NEVER
from bot.interface.components.panel import Panel
from bot.interface.text.words import until
from bot.store import Game, Message, SetTimer, Store
from bot.store.changes import Step


@dataclass(frozen=True, slots=True)
class Calls:
    """What a new panel does to notify: mentions in it, direct messages, timers for those asleep."""

    mention: tuple[int, ...]
    direct: tuple[Message, ...]
    steps: tuple[Step, ...]


async def calls_for(store: Store, row: Game, panel: Panel, now: Callable[[], float] = time.time) -> Calls:
    """Each of the people who have to act is notified once, in the way they chose."""
    mention, messages, steps = list[int](), list[Message](), list[Step]()
    for user in panel.people:
        wishes = await store.preferences("user", user)
        way, quiet = wishes.get("notify", MENTION), Quiet.from_json(wishes.get("quiet"))
        if way == NEVER:
            continue
        if quiet is not None and quiet.covers(now()):
            steps.append(_when_awake(row, user, quiet.awake(now()), panel.call))
        elif way == DIRECT:
            text = f"Your move in **{row.name}**: <#{row.place}>"
            if panel.due:
                text += f", until {until(panel.due)}"
            messages.append(direct(user, text, f"{row.id}:{panel.call}:{int(now())}", row.place))
        else:
            mention.append(user)
    return Calls(tuple(mention), tuple(messages), tuple(steps))


def _when_awake(row: Game, user: int, at: float, mark: str) -> SetTimer:
    payload = {"user": user, "mark": mark, "matter": "call"}
    return SetTimer(f"call:{user}", REMIND, at, payload, row.id)
