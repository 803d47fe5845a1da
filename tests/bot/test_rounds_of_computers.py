"""How many messages and presses a round of Global takes one person among eight computers.

At the trial of 2026-11-22 it was 58 messages and 78 presses of Next a round; `pytest -s` of this file prints both."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from desk import ANNA, Desk
from test_computers import Room

from bot.game.computers.computers import Computer
from bot.workers import computer_seats
from rules.legal import decision_choices
from rules.model.board import load
from rules.play import lines

MOST_MESSAGES, MOST_ACTIONS = 12, 10
MINE = "Germany"


async def test_a_round_of_global_is_ten_actions_and_twelve_messages(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person gives one form of orders a phase, ends phases, answers, and lets the others play to the next decision."""

    async def nothing(*_: Any) -> list[str]:
        return []

    monkeypatch.setattr(computer_seats, "odds_lines", nothing)
    await desk.begin(board="global1940")
    powers = load("global1940").order
    await desk.master.set_computers(
        ANNA, desk.game_id, dict.fromkeys((p for p in powers if p != MINE), Computer("recruit"))
    )
    room, done = Room(desk), Counter[str]()
    while (state := await desk.state()).turn.round == 1:
        asked = [d for d in lines.shown(state) if d.power == MINE]
        if asked:
            choices = decision_choices((await desk.game()).facing(asked[0]))
            await desk.ok(lines.addressed(state, asked[0], choices[0]))
            done["answers"] += 1
        elif not state.pending and state.turn.power == MINE:
            fights = [f"fight {b.place}" for b in state.battles.values() if b.status == "due"]
            await desk.ok(*(fights[:1] or ["done"]))
            done["fights" if fights else "phases ended"] += 1
        else:
            desk.moderator.wakes.play_on(desk.game_id, ANNA)
            done["played on"] += 1
            for _ in range(300):
                if await room.step() is None:
                    break
    posted = Counter(text.split("\n")[0] for text in room.texts)
    for text in room.texts:
        print(f"\n{text}")
    print(f"\n{sum(posted.values())} messages {dict(posted)}; {sum(done.values())} actions {dict(done)}")
    # Behind an answer of one's own the message begins anew: it has to be the last thing in the channel.
    assert sum(posted.values()) - done["answers"] <= MOST_MESSAGES
    assert done["played on"] + done["answers"] + done["fights"] <= MOST_ACTIONS
