"""A desk for tests of the moderator."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from desk import Desk


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """A moderator on a fresh store."""
    made = await Desk(tmp_path).open()
    yield made
    await made.store.close()
