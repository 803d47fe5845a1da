"""A desk for tests of the moderator."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from bench import Bench, at_work
from desk import Desk

from bot.processes import apart
from rules.play import game as engine
from tests.bot import shared_work
from tests.e2e.warm import FORKED

# What works apart begins without importing everything anew.
apart.HOW = FORKED
# Nobody may try orders on a game that others look at: each thread does so on a copy of its own.
engine.strict = True
shared_work.share()


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    """A moderator on a fresh store. The secret of its dice is no secret, so they fall alike in every run."""
    monkeypatch.setattr("secrets.token_bytes", lambda count: bytes([9]) * count)
    made = await Desk(tmp_path).open()
    yield made
    await made.store.close()


@pytest.fixture
async def bench(desk: Desk) -> AsyncIterator[Bench]:
    """The sender at work on a game of the desk's."""
    async with at_work(desk) as made:
        yield made
