"""What a process held when it died is taken over in time, whatever it held: with a clock that the test moves."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.fleet import LOOK, Cell, Fleet
from bot.settings import Settings
from bot.store import InUse, Share, Store, StoreError

# What is promised, and how much of it is left for opening the store and the line to Discord.
WITHIN, LEFT = 30.0, 9.0


class Machines:
    """Processes that look around in turn every few seconds; what they hold, they hold at once. now: the clock."""

    def __init__(self, folder: Path, processes: int, shares: int) -> None:
        self.now, self.shares = 0.0, shares
        settings = Settings(data_dir=folder, shards=shares, _env_file=None)
        self.alive = [Fleet(settings, "", lambda: self.now) for _ in range(processes)]
        for fleet in self.alive:
            fleet._take = lambda number, fleet=fleet: self._take(fleet, number)  # type: ignore[method-assign,misc]

    async def taken(self) -> set[int]:
        """The shares that somebody holds."""
        return {number for fleet in self.alive for number in fleet.cells}

    async def free_silent(self) -> set[int]:
        """None of them is stopped."""
        return set()

    async def _take(self, fleet: Fleet, number: int) -> None:
        if number in await self.taken():
            raise InUse("taken")
        fleet.cells[number] = cast(Any, SimpleNamespace())

    async def whole(self) -> float:
        """Let time go by until every share is held; gives how long that took."""
        begun = self.now
        while len(await self.taken()) < self.shares:
            assert self.now < begun + 1000
            for number, fleet in enumerate(self.alive):
                self.now += LOOK / len(self.alive)
                await self.alive[number]._look_around(cast(Any, self))
                assert len({n for f in self.alive for n in f.cells}) == sum(len(f.cells) for f in self.alive), fleet
        return self.now - begun


async def test_a_database_that_is_away_ends_a_start_and_is_waited_for_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fleet = Fleet(Settings(data_dir=tmp_path, shards=1, _env_file=None), "", lambda: 0.0)
    taken, looks = list[int](), [StoreError("away"), set[int](), StoreError("away"), set[int]()]

    async def look() -> set[int]:
        found = looks.pop(0)
        if isinstance(found, StoreError):
            raise found
        return found

    async def nobody() -> set[int]:
        return set()

    async def opened(url: str, key: object, check: str, share: Share, aside: Path) -> Any:
        if taken and len(taken) < 3:
            taken.append(-1)
            raise StoreError("not yet accepting connections")
        taken.append(share.number)
        return None

    monkeypatch.setattr(Store, "open", opened)
    monkeypatch.setattr(Cell, "start", lambda cell, token: None)
    monkeypatch.setattr("bot.fleet.App", lambda settings, store: None)
    watch = cast(Any, SimpleNamespace(taken=look, free_silent=nobody))
    with pytest.raises(StoreError):
        await fleet._look_around(watch)
    await fleet._look_around(watch)
    fleet.cells.clear()  # its connection broke
    await fleet._look_around(watch)
    looks[:0] = [set(), set()]
    for _ in range(3):
        await fleet._look_around(watch)
    assert taken == [0, -1, -1, 0] and list(fleet.cells) == [0]


@pytest.mark.parametrize(("processes", "shares"), [(2, 1), (2, 3), (3, 3), (2, 16), (3, 48), (4, 64)])
async def test_a_process_that_dies_is_followed_within_half_a_minute(
    tmp_path: Path, processes: int, shares: int
) -> None:
    machines = Machines(tmp_path, processes, shares)
    await machines.whole()
    held = [len(fleet.cells) for fleet in machines.alive]
    assert max(held) <= 2 * max(1, min(held)) or shares < processes, held
    while len(machines.alive) > 1:
        machines.alive.remove(max(machines.alive, key=lambda fleet: len(fleet.cells)))
        took = await machines.whole()
        assert took <= WITHIN - LEFT, took
