"""The health endpoint answers truly, and the command asks it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest

from bot.ops import health
from bot.ops.health import Health


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
    await store.outbox.put(Message(1, "say", {"content": "x"}, "k"))
    ORDERS.labels("accepted").inc()
    checks = Health(metrics=lambda: measured([store]))
    port = await checks.start("127.0.0.1", 0)
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        text = await answer.text()
    await checks.stop()
    await store.close()
    assert 'adjutant_orders_total{outcome="accepted"}' in text
    assert 'adjutant_outbox_messages{state="waiting"} 1.0' in text and "adjutant_shares 1.0" in text
