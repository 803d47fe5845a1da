"""Long works after a restart: begun anew in the same message, given up after some times, forgotten when they are over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest
from asked import Asked
from desk import ANNA, BORIS, Desk
from fake_transport import FakeTransport

from bot.discord.features.analysis import adjudicate, analyse
from bot.discord.features.analysis.taking_up import take_up
from bot.discord.features.analysis.telling import Telling
from bot.game.analysis.works import MOST_STARTS, Begun, note, noted
from bot.processes.apart import Apart
from bot.services import Services


async def here(apart: Apart, work: Callable[..., Any], *arguments: Any) -> Any:
    """Carried out at once."""
    return work(*arguments)


async def never(apart: Apart, work: Callable[..., Any], *arguments: Any) -> Any:
    await asyncio.Event().wait()


async def begun(desk: Desk, transport: FakeTransport, kind: str = analyse.ANALYSIS, games: int = 0) -> Begun:
    await desk.begin({"Germany": BORIS})
    await desk.ok("done", "done")
    row = await desk.row()
    sent = await transport.send(row.place, analyse._progress(row, "reading its log"))
    one = Begun(kind, row.id, ANNA, sent, row.revision, games)
    await note(desk.store, one)
    return one


async def over(services: Services, one: Begun) -> None:
    work = services.analysis.under_way(one.name)
    assert work and work.task
    await work.task


async def test_what_a_stop_broke_off_begins_anew_in_its_message(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    transport = FakeTransport()
    one = await begun(desk, transport)
    await desk.ok("done")  # the game went on meanwhile
    monkeypatch.setattr(Apart, "run", never)
    stopped = desk.services
    assert await take_up(stopped, cast(Any, transport)) == 1
    assert await take_up(stopped, cast(Any, transport)) == 0  # it goes on already
    stopped.analysis.close()
    await asyncio.sleep(0)
    assert [known.starts for known in await noted(desk.store)] == [2]
    monkeypatch.setattr(Apart, "run", here)
    services = desk.services
    assert await take_up(services, cast(Any, transport)) == 1
    await over(services, one)
    assert one.message and transport.messages[one.message].text.startswith("**What decided Test**")
    assert await noted(desk.store) == []


async def test_positions_are_played_out_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    transport = FakeTransport()
    one = await begun(desk, transport, adjudicate.ADJUDICATE, games=7)
    monkeypatch.setattr(Apart, "run", never)
    services = desk.services
    assert await take_up(services, cast(Any, transport)) == 1
    work = services.analysis.under_way(one.name)
    assert work and work.task and work.by == ANNA
    work.stop()
    await work.task
    assert one.message and "not played out" in transport.messages[one.message].text and await noted(desk.store) == []


async def test_what_was_begun_too_often_is_left(desk: Desk) -> None:
    transport = FakeTransport()
    one = await begun(desk, transport)
    await note(desk.store, replace(one, starts=MOST_STARTS))
    assert await take_up(desk.services, cast(Any, transport)) == 0
    assert one.message and "leave it now" in transport.messages[one.message].text and await noted(desk.store) == []


async def test_a_game_that_is_gone_is_forgotten(desk: Desk) -> None:
    await note(desk.store, Begun(analyse.ANALYSIS, "gone", ANNA, 1, 3))
    assert await take_up(desk.services, cast(Any, FakeTransport())) == 0 and await noted(desk.store) == []


async def test_a_command_notes_its_work_and_forgets_it_when_it_is_over(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.begin({"Germany": BORIS})
    await desk.ok("done")
    monkeypatch.setattr(Apart, "run", never)
    monkeypatch.setattr(Telling, "end", lambda telling, reply: asyncio.sleep(0))
    services = desk.services
    await analyse.start(services, cast(Any, Asked(5, ANNA)), await desk.row())
    [one] = await noted(desk.store)
    assert (one.kind, one.by, one.revision) == (analyse.ANALYSIS, ANNA, 1)
    work = services.analysis.under_way(one.name)
    assert work and work.task
    work.stop()
    await work.task
    assert await noted(desk.store) == []
