"""The event loop tries no orders: whatever does is done in a thread, on a copy of its own."""

from __future__ import annotations

import asyncio
import threading
import traceback
from typing import Any

import pytest
from asked import press
from desk import ANNA, BORIS, Desk
from test_computers import RECRUIT, Room
from test_timekeeper import DAILY, run_out, to_question

from bot.discord.features.orders import buttons as orders
from bot.discord.features.orders.stale import stale_reply
from bot.discord.features.panel import panel
from bot.discord.features.standing import buttons as standing
from rules.core.act import Act
from rules.play.game import Game
from seats import Thought, reply, think

ON_TIME = {**DAILY, "on_expiry": "done"}


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where the loop began to try an order."""
    found, begin = list[str](), Act.__init__

    def begun(act: Act, *values: Any, **more: Any) -> None:
        if threading.current_thread() is threading.main_thread():
            found.append("".join(traceback.format_stack(limit=12)))
        begin(act, *values, **more)

    monkeypatch.setattr(Act, "__init__", begun)
    return found


async def test_what_is_pressed_and_shown(desk: Desk, tried: list[str]) -> None:
    await desk.begin()
    tried.clear()
    await desk.ok("done", "buy 1 infantry")
    await press(desk, "done", orders.done)
    await desk.ok("done anyway")
    assert (await desk.state()).turn.phase == "combat move"
    await press(desk, "tryout", standing.tryout)
    await press(desk, "ahead", standing.ahead)
    await panel.compose(desk.services, await desk.situation())
    await stale_reply(desk.services, desk.game_id, ANNA)
    assert tried == []


async def test_a_question_and_its_answer(desk: Desk, tried: list[str]) -> None:
    await desk.begin({"Germany": BORIS})
    asked = await to_question(desk)
    tried.clear()
    await panel.compose(desk.services, await desk.situation())
    await press(desk, "tryout", standing.tryout, user=BORIS)
    mark = orders.mark_of(asked)
    await press(desk, "other", orders.other, mark, user=BORIS)
    with pytest.raises(Exception, match="moved on"):
        await press(desk, "pick", orders.pick, f"{mark}.00000000", user=BORIS)
    assert tried == []


async def test_what_a_deadline_orders(desk: Desk, tried: list[str]) -> None:
    await desk.begin({"Germany": BORIS}, settings=ON_TIME)
    await to_question(desk)
    tried.clear()
    await run_out(desk)
    assert tried == [] and (await desk.store.entries(desk.game_id))[-1].player in ("timer", "auto")


class Elsewhere:
    """Thinks in a thread, as another process would."""

    async def think(self, game: Game, level: str, seed: int, memory: dict[str, Any]) -> Thought:
        return await asyncio.to_thread(think, game.copy(), level, seed, memory)

    async def reply(self, game: Game) -> str:
        return await asyncio.to_thread(reply, game.copy())


async def test_what_a_computer_orders(desk: Desk, tried: list[str]) -> None:
    await desk.begin({"USSR": BORIS})
    room = Room(desk)
    room.seats.services.thinking = Elsewhere()  # type: ignore[assignment]
    await desk.master.set_computers(ANNA, desk.game_id, dict.fromkeys(("USSR", "Germany"), RECRUIT))
    tried.clear()
    for _ in range(12):
        desk.now += await room.step() or 0
    assert tried == [] and (await desk.game()).log[-1].number > 4
