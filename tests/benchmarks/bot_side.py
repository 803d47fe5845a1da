"""The bot beside a bare echo bot, both as processes of their own on local channels of this process."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Answer, Driver, Player
from tests.benchmarks.clock import Goal, Row, middle, once
from tests.e2e.play import Play
from tests.e2e.process import BotProcess

AT_ONCE = {1: 60, 10: 12, 100: 4}
"""Commands at once -> how often."""
ECHO = "bare echo"
Act = Callable[[], Awaitable[object]]


class EchoProcess(BotProcess):
    """The bot that is compared with."""

    module = "tests.benchmarks.echo_bot"


class WatchedProcess(BotProcess):
    """The bot with a clock on its event loop."""

    module = "tests.benchmarks.watched_bot"

    @property
    def stalls_file(self) -> Path:
        """Where the delays will stand."""
        return self.folder / "stalls.json"

    async def watched_start(self) -> None:
        """Start it."""
        await self.start(BENCH_STALLS=str(self.stalls_file), ADJUTANT_PICTURES="on")

    def worst(self, since: float, until: float) -> list[float]:
        """The delays between two times, in ms, after the end of the process."""
        seen = json.loads(self.stalls_file.read_text("utf-8"))
        return [late for when, late in seen if since <= when <= until]


@dataclass(frozen=True)
class Two:
    """The bot's game and the echo bot, side by side."""

    play: Play
    anna: Player
    echo: Player


async def rows() -> list[Row]:
    """All rows of the bot."""
    with tempfile.TemporaryDirectory() as folder:
        return [*await _beside_echo(Path(folder)), *await _stalls(Path(folder))]


@asynccontextmanager
async def _running(kind: type[BotProcess], folder: Path) -> AsyncIterator[tuple[BotProcess, Driver]]:
    folder.mkdir()
    async with TestChannel() as channel:
        process = kind(channel, folder)
        await (process.watched_start() if isinstance(process, WatchedProcess) else process.start())
        try:
            yield process, Driver(channel)
        finally:
            await process.stop()


async def _beside_echo(folder: Path) -> list[Row]:
    async with (
        _running(BotProcess, folder / "bot") as (_, driver),
        _running(EchoProcess, folder / "echo") as (_, echo_driver),
    ):
        play = await Play.started(driver)
        two = Two(play, play.master, await echo_driver.player("Anna"))
        return [*await _texts(two), *await _completions(two), *await _orders(two)]


# --- text commands -----------------------------------------------------------------------------------------


async def _texts(two: Two) -> list[Row]:
    commands: dict[str, Act] = {
        "/game seats": lambda: two.anna.slash("game seats"),
        "/rules": lambda: two.anna.slash("rules", about="submarine"),
        "/dice show": lambda: two.anna.slash("dice show"),
    }
    found = []
    for number in AT_ONCE:
        bare = lambda: two.echo.slash("echo", text="hello " * 20)  # noqa: E731
        base, times = await _alternating(number, bare, commands)
        found.append(Row(f"{ECHO}, {number} at once", base))
        found += [Row(f"{n}, {number} at once", t, ECHO, middle(base), Goal(2, times=True)) for n, t in times.items()]
    return found


async def _alternating(number: int, bare: Act, others: dict[str, Act]) -> tuple[list[float], dict[str, list[float]]]:
    """Times of acts, so many at once, with each round of one followed by a round of the others."""
    base: list[float] = []
    times: dict[str, list[float]] = {name: [] for name in others}
    for turn in range(AT_ONCE[number] + 1):
        told = {name: await _together(number, act) for name, act in {"": bare, **others}.items()}
        if turn:  # the first warms up
            base += told.pop("")
            for name, found in told.items():
                times[name] += found
    return base, times


async def _together(number: int, act: Act) -> list[float]:
    return list(await asyncio.gather(*(once(act) for _ in range(number))))


# --- completion and orders ---------------------------------------------------------------------------------


async def _completions(two: Two) -> list[Row]:
    await two.anna.slash("done")
    await two.play.panel("Purchase")
    bare = lambda: two.echo.autocomplete("echo", text="2 inf")  # noqa: E731
    buying: dict[str, Act] = {"complete /buy units": lambda: two.anna.autocomplete("buy", units="2 inf")}
    found = [await _completion(number, bare, buying) for number in AT_ONCE]
    await two.anna.slash("done", sure=True)
    await two.play.panel("Combat move")
    way: dict[str, Any] = {"from": "Karelia S.S.R.", "units": "1 infantry", "to": ""}
    moving: dict[str, Act] = {"complete /move to": lambda: two.anna.autocomplete("move", **way)}
    return [*found, await _completion(1, bare, moving)]


async def _completion(number: int, bare: Act, other: dict[str, Act]) -> Row:
    base, times = await _alternating(number, bare, other)
    name, found = next(iter(times.items()))
    return Row(f"{name}, {number} at once", found, "bare completion", middle(base), Goal(2, times=True))


async def _orders(two: Two) -> list[Row]:
    """Moving and taking it back: orders that are durable before they are answered."""
    way: dict[str, Any] = {"from": "Karelia S.S.R.", "units": "1 infantry", "to": "Ukraine S.S.R."}
    turns = iter(range(1000))

    async def order() -> Answer:
        if next(turns) % 2:
            return await two.anna.slash("undo")
        return await two.anna.slash("move", **way)

    bare = lambda: two.echo.slash("echo", text="hello")  # noqa: E731
    base, times = await _alternating(1, bare, {"/move and /undo": order})
    return [Row("/move and /undo, durable", times["/move and /undo"], ECHO, middle(base))]


# --- the event loop ----------------------------------------------------------------------------------------


async def _stalls(folder: Path) -> list[Row]:
    """How late the bot's event loop is, with text commands alone and while pictures are drawn."""
    async with _running(WatchedProcess, folder / "watched") as (process, driver):
        play = await Play.started(driver)
        await play.master.slash("map")
        quiet = await _window(lambda: _texts_only(play.master))
        drawing = await _window(lambda: _with_maps(play.master))
    assert isinstance(process, WatchedProcess)
    return [
        Row("event loop late by, text commands alone", process.worst(*quiet)),
        Row("event loop late by, while maps are drawn", process.worst(*drawing), goal=Goal(50)),
    ]


async def _window(act: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    start = time.monotonic()
    await act()
    return start, time.monotonic()


async def _texts_only(anna: Player) -> None:
    for _ in range(100):
        await anna.slash("game seats")


async def _with_maps(anna: Player) -> None:
    """Maps of several places one after the other, and text commands all the while."""
    places = ["Germany", "Karelia S.S.R.", "Ukraine S.S.R.", "India", "Japan", "Brazil", "Egypt", "Alaska"]

    async def maps() -> None:
        for place in places:
            await anna.slash("map", around=place)

    drawing = asyncio.create_task(maps())
    while not drawing.done():
        await anna.slash("game seats")
    await drawing
