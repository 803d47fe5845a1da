"""A league of ten thousand games and a thousand players: tables, cards, searches, noticeboard, the fit. Times of the
processor, of all threads, but for how late the event loop is."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from bot.discord.features.league import board, tables
from bot.game import Moderator
from bot.game.league.archive import Archive
from bot.ops.memory import calm
from bot.services import Services
from bot.settings import Settings
from bot.store import AddFinished, CreateGame, Game, Step, Store
from league import codec
from league.archive import Query, card, openings, search
from league.finished import Finished, Opening
from league.formats import built_in
from league.ratings import fit, rated_games
from tests.benchmarks.clock import Goal, Row, worked
from tests.league.games import season

GAMES, PEOPLE, LEAGUE, FORMAT, TIMES = 10_000, 1_000, 9, "classic-league", 15
MORE = 5
QUICK, FIT = Goal(200), Goal(300)


async def rows() -> list[Row]:
    """All rows of leagues."""
    calm()  # as the bot does
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{folder}/league.sqlite3", check="off")
        try:
            return await _rows(store, Path(folder))
        finally:
            await store.close()


async def _rows(store: Store, folder: Path) -> list[Row]:
    games = [_told(game, number) for number, game in enumerate(season(GAMES + MORE, PEOPLE))]
    await _fill(store, games[:GAMES])
    services = Services.over(Settings(data_dir=folder, pictures=False), store, Moderator(store))
    built_in()  # checked against all boards once, whoever asks for a format first
    late, took = await _lateness(services.archive.read_ahead)
    note = f"whoever asks meanwhile waits for it; the event loop is late by {late:.0f} ms at most"
    found = [Row(f"read ahead after a start, in threads: {GAMES:,} records and their table", [took], note=note)]
    found += await _fits(store, services.archive, games)
    found += await _answers(services, games)
    return found


def _told(game: Finished, number: int) -> Finished:
    """A game of six years, in a format, with first turns."""
    at = number * 6 * 365 * 86400.0 / GAMES
    bought = (Opening("Germany", {"infantry": number % 9, "armor": number % 4}, ("Karelia S.S.R.",)),)
    return replace(game, id=f"{number:08x}", format=FORMAT, started=at, ended=at + 86400.0, openings=bought)


async def _fill(store: Store, games: list[Finished]) -> None:
    for at in range(0, len(games), 500):
        steps: list[Step] = []
        for game in games[at : at + 500]:
            steps.append(CreateGame(Game(game.id, LEAGUE, 10, game.id, "classic", 1, status="over")))
            steps.append(AddFinished(game.id, LEAGUE, game.ended, codec.dumped(game)))
        await store.apply(*steps)


async def _fits(store: Store, archive: Archive, games: list[Finished]) -> list[Row]:
    """The fit, the first table, and tables behind games that have just ended."""
    rated = rated_games(games[:GAMES])
    alone = worked(lambda: fit(rated, games[GAMES - 1].ended), 5)
    first = await _worked(lambda: archive.table(LEAGUE, FORMAT))
    found = [
        Row("one joint fit", alone, goal=FIT),
        Row("the first table, read ahead", [first], goal=QUICK),
    ]
    again, longest = list[float](), 0.0
    for number in range(GAMES, len(games)):
        await _fill(store, games[number : number + 1])
        late, took = await _lateness(lambda: archive.table(LEAGUE, FORMAT))
        again, longest = [*again, took], max(late, longest)
    note = f"the event loop is late by {longest:.0f} ms at most"
    return [
        *found,
        Row("the table again, as a game has ended: its record read, all reckoned", again, goal=QUICK, note=note),
    ]


async def _answers(services: Services, games: list[Finished]) -> list[Row]:
    """What people ask for, without pictures, which other processes draw."""
    archive, person = services.archive, games[5].seats[0].person

    async def table() -> None:
        await tables.table_reply(services, "Classic", await archive.table(LEAGUE, FORMAT), person)

    async def one_card() -> None:
        found = card([game for game in await archive.games(LEAGUE) if game.public], person)
        await tables.card_reply(services, found, [])

    async def found_games() -> None:
        tables.games_text(search(await archive.games(LEAGUE), Query((person,), by="upset")))

    async def first_turns() -> None:
        openings(await archive.games(LEAGUE), "classic", "Germany")

    async def noticeboard() -> None:
        await board.compose(services, LEAGUE)

    asked = {
        "the table of a format": table,
        "a player's card": one_card,
        "a search of the archive": found_games,
        "first turns of a power": first_turns,
        "the noticeboard": noticeboard,
    }
    return [Row(what, [await _worked(ask) for _ in range(TIMES)], goal=QUICK) for what, ask in asked.items()]


async def _worked(work: Callable[[], Awaitable[object]]) -> float:
    """What something awaited takes of the processor, in ms."""
    start = time.process_time()
    await work()
    return (time.process_time() - start) * 1000


async def _lateness(work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """How late the event loop was at most while something was done, and what that took of the processor, in ms."""
    late = 0.0

    async def look() -> None:
        nonlocal late
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.005)
            late = max(late, (time.perf_counter() - before - 0.005) * 1000)

    watch = asyncio.create_task(look())
    took = await _worked(work)
    watch.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await watch
    return late, took
