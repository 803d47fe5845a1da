"""A game played through the moderator on PostgreSQL: opened, ordered, edited, paused, put down and taken up again."""

from __future__ import annotations

import asyncio
from pathlib import Path

from desk import ANNA, BORIS, Desk
from test_timekeeper import DAILY, deadline, keeper

from bot.game import Accepted
from bot.game.files import transfer
from bot.workers.scheduler import Scheduler
from rules.cases import edits
from tests.ready_stores import ready_database

WHERE = {"guild_id": 9, "channel_id": 77, "thread_id": None, "master": ANNA}


async def test_a_game_on_a_server(tmp_path: Path) -> None:
    desk = await Desk(tmp_path, url=ready_database()).open()
    try:
        await desk.begin({"Germany": BORIS}, settings=DAILY)
        await desk.ok("research 1")
        await desk.ok("done")
        outcomes = await asyncio.gather(*(desk.give("buy 1 infantry") for _ in range(4)))
        assert all(isinstance(outcome, Accepted) for outcome in outcomes)
        await desk.ok("undo")
        await desk.master.edit(ANNA, desk.game_id, "40", edits.add_units("USSR", "2 armor", "Russia"), "forgot")
        before = await desk.row()
        await desk.open()
        table = await desk.moderator.table(desk.game_id)
        assert table.game.hash == before.state_hash and table.revision == before.revision
        desk.now = (await deadline(desk)).due + 1
        assert await Scheduler(desk.store, keeper(desk).fire, lambda: desk.now).fire_due()
        copy = await transfer.restore(
            desk.lobby, asyncio.to_thread, "71", WHERE, await transfer.dump(desk.store, before), "Anna"
        )
        assert copy.state_hash == before.state_hash
        await desk.master.set_status(ANNA, desk.game_id, "over")
    finally:
        await desk.store.close()
