"""After a start, and after a kill, each game has its panel once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from bench import Bench
from desk import ANNA

from bot.discord import delivery as d
from bot.game.moderator.outbox_messages import panel
from bot.store import DropPost
from bot.workers.outbox_worker import Sender
from bot.workers.watch import Watch


async def test_every_running_game_is_redrawn_at_a_start(bench: Bench) -> None:
    """Who was not answered before a kill sees on the panel what came of his order."""
    await bench.watch.stop()
    edits = (await bench.shown()).edits
    await bench.go(5)
    again = Sender(bench.sender.services, bench.transport, lambda: bench.desk.now)
    watch = Watch("sender", again.run, bench.desk.store, first_pause=0.05)
    watch.start()
    await bench.until(lambda: any(m.edits > edits for m in bench.transport.messages.values()))
    await watch.stop()
    await again.finish(1)


async def start_anew(bench: Bench) -> None:
    """Another sender on the same store, as after a kill, until it has nothing left to do."""
    await bench.go(5)
    again = Sender(bench.sender.services, bench.transport, lambda: bench.desk.now)
    watch = Watch("sender", again.run, bench.desk.store, first_pause=0.05)
    watch.start()
    await bench.until(lambda: again._redrawn)
    await bench.quiet()
    await watch.stop()
    await again.finish(1)


async def test_a_panel_posted_before_a_kill_is_not_posted_again(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed before it was noted where the panel stands: after the start there is one, and nobody is called twice."""
    row, posted, never = await bench.desk.row(), len(bench.transport.nonces), asyncio.Event()
    real = bench.desk.store.claim
    with monkeypatch.context() as killed:
        killed.setattr(bench.desk.store, "claim", lambda limit, *steps: never.wait() if steps else real(limit))
        await bench.desk.store.queue(panel(row, "down", down=True), game_id=row.id)
        await bench.until(lambda: len(bench.transport.nonces) == posted + 1)
        await bench.watch.stop()
    bench.sender._ended.clear()
    bench.sender.services.answering.left.clear()
    await bench.sender.finish(0)
    await bench.desk.store.queue(panel(row, "an order meanwhile"), game_id=row.id)
    await start_anew(bench)
    assert len(bench.transport.nonces) == posted + 1
    assert [m.buttons for m in bench.transport.messages.values()].count(True) == 1


async def test_a_panel_whose_answer_was_lost_is_not_posted_again(bench: Bench) -> None:
    """Posted, but the line broke before Discord had said so; then comes the next order."""
    row, posted, real = await bench.desk.row(), len(bench.transport.nonces), bench.transport.send
    lost = [d.NotDelivered("connection reset")]

    async def send(*given: Any, **named: Any) -> int:
        sent = await real(*given, **named)
        if lost:
            raise lost.pop()
        return sent

    bench.transport.send = send  # type: ignore[method-assign]
    await bench.desk.store.queue(panel(row, "down", down=True), game_id=row.id)

    async def put_off() -> bool:
        return any(m.attempts for m in await bench.desk.store.outbox.listed(("waiting",)))

    await bench.until(put_off)
    await bench.desk.store.queue(panel(row, "the next order"), game_id=row.id)
    await bench.go(10)
    await bench.quiet()
    assert len(bench.transport.nonces) == posted + 1
    assert [m.buttons for m in bench.transport.messages.values()].count(True) == 1


async def test_a_lobby_has_its_panel_whatever_is_killed(bench: Bench) -> None:
    """The panel is queued with the game; and one that was lost all the same comes at the next start."""
    values = {"guild_id": 9, "channel_id": 20, "name": "Second", "board": "classic", "master": ANNA}
    await bench.watch.stop()  # else it may be posted before it is looked for
    second = await bench.desk.lobby.create("new 2", values)
    assert [m.channel_id for m in await bench.desk.store.outbox.listed() if m.game_id == second.id] == [20]
    bench.watch.start()
    await bench.quiet()
    post = (await bench.desk.store.posts(second.id))["panel"]
    await bench.watch.stop()
    await bench.desk.store.apply(DropPost(second.id, "panel"))
    del bench.transport.messages[post.message_id]
    await bench.go(30 * 86400.0)
    await start_anew(bench)
    assert "panel" in await bench.desk.store.posts(second.id)
    assert [m.place for m in bench.transport.messages.values()].count(20) == 1
