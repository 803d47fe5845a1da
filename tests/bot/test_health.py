"""The health endpoint answers truly, and the command asks it."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest

from bot.fleet import Fleet
from bot.ops import health
from bot.ops.health import Health, Unwell
from bot.settings import Settings
from bot.store import ShareWatch, Store, Unavailable
from tests.postgres import close, cut
from tests.ready_stores import ready_database


async def fine() -> str:
    return "fine"


async def broken() -> str:
    raise ConnectionError("postgresql://user:password@host")


async def stuck() -> str:
    await asyncio.Event().wait()
    return "never"


async def ask(port: int) -> tuple[int, dict[str, object]]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/health") as answer:
        return answer.status, await answer.json()


async def test_a_taken_port_names_its_setting() -> None:
    first, second = Health(), Health()
    port = await first.start("127.0.0.1", 0)
    with pytest.raises(OSError, match=f"{port}.*ADJUTANT_HEALTH_PORT"):
        await second.start("127.0.0.1", port)
    await second.stop()
    await first.stop()


async def test_well_and_unwell(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(health, "PATIENCE", 0.01)
    state = Health(clock=lambda: now[0])
    state.add("store", fine)
    port = await state.start("127.0.0.1", 0)
    now[0] += 61
    status, shown = await ask(port)
    assert status == 200 and shown["ok"] is True
    assert shown["uptime_seconds"] == 61 and shown["checks"] == {"store": "fine"}
    state.add("gateway", broken)
    state.add("loop", stuck)
    status, shown = await ask(port)
    await state.stop()
    assert status == 503 and shown["ok"] is False
    assert shown["checks"] == {
        "store": "fine",
        "gateway": "failing: ConnectionError",
        "loop": "failing: no answer in time",
    }


async def test_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    state = Health()
    port = await state.start("127.0.0.1", 0)
    monkeypatch.setenv("ADJUTANT_HEALTH_PORT", str(port))
    assert await asyncio.to_thread(health.main) == 0
    state.add("store", broken)
    assert await asyncio.to_thread(health.main) == 1
    assert "ConnectionError" in capsys.readouterr().err
    await state.stop()
    assert await asyncio.to_thread(health.main) == 1
    assert "no answer" in capsys.readouterr().err
    monkeypatch.setenv("ADJUTANT_HEALTH_PORT", "0")
    assert await asyncio.to_thread(health.main) == 0


async def test_figures_for_prometheus(tmp_path: Path) -> None:
    from bot.ops.metrics import ORDERS, measured
    from bot.store import Message, Store

    store = await Store.open(str(tmp_path / "g.sqlite3"), check="off")
    await store.queue(Message(1, "say", {"content": "x"}, "k"))
    ORDERS.labels("accepted").inc()
    checks = Health(metrics=lambda: measured([store]))
    port = await checks.start("127.0.0.1", 0)
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        text = await answer.text()
    await checks.stop()
    await store.close()
    assert 'adjutant_orders_total{outcome="accepted"}' in text
    assert 'adjutant_outbox_messages{state="waiting"} 1.0' in text and "adjutant_shares 1.0" in text


@pytest.fixture
async def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    """A store that waits for nobody."""
    monkeypatch.setattr("bot.store.database.BUSY_MS", 50)
    opened = await Store.open(str(tmp_path / "g.sqlite3"), check="off")
    await opened.probe()
    yield opened
    await opened.close()


async def test_a_locked_database_is_not_well(store: Store, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "g.sqlite3") as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            await store.probe()
    other.close()
    await store.probe()


async def test_a_database_that_may_only_be_read_is_not_well(store: Store) -> None:
    await store._database.write(lambda c: c.exec_driver_sql("PRAGMA query_only=1"))
    with pytest.raises(Unavailable, match="readonly"):
        await store.probe()


async def test_a_full_disk_is_not_well(store: Store, tmp_path: Path) -> None:
    """No file may grow: a commit has to be written somewhere."""
    had = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "g.sqlite3-wal").stat().st_size, had[1]))
    try:
        with pytest.raises(Unavailable):
            await store.probe()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, had)
    await store.probe()


def _fleet(folder: Path, url: str, now: list[float]) -> Fleet:
    settings = Settings(data_dir=folder, database_url=url, _env_file=None)  # type: ignore[call-arg]
    fleet = Fleet(settings, "", lambda: now[0])
    fleet._watch = ShareWatch.over(url)
    return fleet


async def test_who_stands_by_is_well_while_another_has_the_share(tmp_path: Path) -> None:
    url, now = ready_database(), [0.0]
    fleet, other = _fleet(tmp_path, url, now), await Store.open(url)
    assert fleet._watch is not None and (await fleet.health().state())[0]
    await other.close()
    fleet._free_since = {0: now[0]}
    assert "1 about to be taken" in await fleet._check_shares()
    now[0] += 61
    with pytest.raises(Unwell, match="belongs to no process"):
        await fleet._check_shares()
    close(url)
    well, shown = await fleet.health().state()
    assert not well and "failing" in str(shown["checks"])
    await fleet._watch.close()


async def test_who_has_not_begun_is_not_well(tmp_path: Path) -> None:
    """The file is being checked, or brought to this version."""
    fleet = Fleet(Settings(data_dir=tmp_path, _env_file=None), "")  # type: ignore[call-arg]
    well, shown = await fleet.health().state()
    assert not well and shown["checks"]["shares"] == "failing: not yet begun"  # type: ignore[index]


async def test_who_has_lost_the_lock_is_not_well(tmp_path: Path) -> None:
    url = ready_database()
    fleet, store = _fleet(tmp_path, url, [0.0]), await Store.open(url)
    fleet.cells[0] = cast(Any, SimpleNamespace(store=store))
    assert "1 of 1 here" in await fleet._check_shares()
    cut(url, locks_only=True)
    with pytest.raises(Unwell, match="lost its lock"):
        await fleet._check_shares()
    with pytest.raises(Unavailable):
        await store.probe()
    assert fleet._watch is not None
    await fleet._watch.close()
    await store.close()
