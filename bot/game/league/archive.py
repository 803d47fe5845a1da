"""The finished games of leagues in memory, and what is reckoned of them: ratings, tables, fair bids.

Records are read and decoded once, in a thread; when records or rulings are added, only those are read. Fits run in a thread
too, one for each format and state of the archive, however many ask at once. Each begins from nothing but the games, so that
what is told never depends on what was told before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from operator import is_
from typing import Any, TypeVar

from bot.game.league import formats
from bot.store import Store
from league import codec
from league.archive import Row, exported, table
from league.finished import Finished
from league.ratings import (
    FairBid,
    Held,
    Prior,
    RatedGame,
    Ratings,
    fair_bid,
    fit,
    held,
    history,
    points,
    rated_game,
    rated_games,
)
from league.results import Ruling, ruled

MONTH = 30 * 86400.0
STEPS = 12
MANY = 500  # games that take a tenth of a second to read
T = TypeVar("T")


@dataclass
class _League:
    """One league as it was stored at a time. records: game -> its record as it was made. games: as they count, those that
    ended first first, with what ratings see of each. told: what has been reckoned of them. seen: format -> its rated games
    and their arrays, perhaps of an earlier time."""

    records: dict[str, Finished] = field(default_factory=dict)
    games: dict[str, tuple[Finished, RatedGame | None]] = field(default_factory=dict)
    rulings: int = 0
    told: dict[Hashable, asyncio.Task[Any]] = field(default_factory=dict)
    seen: dict[str, tuple[list[RatedGame], Held]] = field(default_factory=dict)

    def has(self, mark: tuple[int, int]) -> bool:
        """Whether so many records and rulings are known: they are only ever added."""
        return len(self.records) >= mark[0] and self.rulings >= mark[1]

    def of_format(self, format: str) -> list[Finished]:
        """The games by one format."""
        return [game for game, _ in self.games.values() if game.format == format]

    async def held(self, format: str) -> Held:
        """The rated games by one format as ratings see them: those seen before followed by what is new, if none changed."""

        def work() -> Held:
            rated = [seen for game, seen in self.games.values() if seen is not None and game.format == format]
            before, known = self.seen.get(format, ([], None))
            as_before = known is not None and len(rated) >= len(before) and all(map(is_, rated, before))
            found = known.followed_by(rated[len(before) :]) if known is not None and as_before else held(rated)
            self.seen[format] = rated, found
            return found

        return await self._once(("held", format), work)

    async def ratings(self, format: str, prior: Prior) -> Ratings:
        """The ratings at the end of the last game of a format."""
        known = await self.held(format)
        return await self._once(("ratings", format, prior), lambda: at_the_end(known, prior))

    async def table(self, format: str, prior: Prior) -> list[Row]:
        """The table of a format, with what changed in a month."""
        known, now = await self.held(format), await self.ratings(format, prior)

        def work() -> list[Row]:
            return table(self.of_format(format), now, points(known, now.at - MONTH, prior))

        return await self._once(("table", format, prior), work)

    async def history(self, format: str, prior: Prior) -> list[Ratings]:
        """The ratings of a format at some times from its first game to its last."""
        known = await self.held(format)
        first, last = (float(known.ends[0]), float(known.ends[-1])) if len(known.ends) else (0.0, 0.0)
        times = [first + (last - first) * n / STEPS for n in range(STEPS + 1)] if len(known.ends) else []
        return await self._once(("history", format, prior), lambda: list(history(known, times, prior)))

    async def fair_bid(self, format: str, prior: Prior) -> FairBid | str:
        """The fair bid on the ground of the last game of a format, or why nobody can say."""
        ground = next((game.ground for game in reversed(self.of_format(format)) if not game.unrated), "")
        slow = await self.ratings(format, prior.slow)
        return await self._once(("bid", format, prior), lambda: fair_bid(slow, ground))

    async def _once(self, key: Hashable, work: Callable[[], T]) -> T:
        """What some work gives, in a thread; once however many ask for it."""
        if key not in self.told:
            self.told[key] = asyncio.ensure_future(asyncio.to_thread(work))
        try:
            found: T = await asyncio.shield(self.told[key])
        except BaseException:
            self.told.pop(key, None)
            raise
        return found


class Archive:
    """The finished games of all leagues."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._leagues: dict[int, _League] = {}
        self._reading = asyncio.Lock()

    async def games(self, league: int) -> tuple[Finished, ...]:
        """All games of a league as they count, those that ended first first."""
        return tuple(game for game, _ in (await self._now(league)).games.values())

    async def of_format(self, league: int, format: str) -> list[Finished]:
        """Those of one format."""
        return (await self._now(league)).of_format(format)

    async def played(self, league: int) -> list[str]:
        """The formats by which rated games were played, that with most games first."""
        counts: dict[str, int] = {}
        for game in await self.games(league):
            counts[game.format] = counts.get(game.format, 0) + (not game.unrated)
        return sorted((name for name, number in counts.items() if number), key=lambda name: (-counts[name], name))

    async def ratings(self, league: int, format: str) -> Ratings:
        """The ratings of a format as its games stand."""
        return await (await self._now(league)).ratings(format, await self.prior(league, format))

    async def prior(self, league: int, format: str) -> Prior:
        """What is thought before any game: how far skills move, as the format says."""
        known = await formats.every(self.store, league)
        return Prior(drift=float(known[format][1].rating.drift)) if format in known else Prior()

    async def table(self, league: int, format: str) -> list[Row]:
        """The table of a format, with what changed in a month."""
        return await (await self._now(league)).table(format, await self.prior(league, format))

    async def history(self, league: int, format: str) -> list[Ratings]:
        """The ratings of a format at some times from its first game to its last."""
        return await (await self._now(league)).history(format, await self.prior(league, format))

    async def fair_bid(self, league: int, format: str) -> FairBid | str:
        """The fair bid of a format, or why nobody can say."""
        return await (await self._now(league)).fair_bid(format, await self.prior(league, format))

    async def export(self, league: int, format: str) -> bytes:
        """All rated games of a format with the table made of them, as anybody can check it."""
        one, prior = await self._now(league), await self.prior(league, format)
        now, rows = await one.ratings(format, prior), await one.table(format, prior)
        games = [game for game in one.of_format(format) if not game.unrated]
        text = await asyncio.to_thread(lambda: "\n".join([*exported(games, now, rows, format), ""]))
        return text.encode()

    async def read_ahead(self) -> None:
        """At the start: have the tables ready that are asked for most, of leagues that would make the first one wait."""
        for league in await self.store.league.large(MANY):
            for format in (await self.played(league))[:1]:
                await self.table(league, format)

    # --- kept ---------------------------------------------------------------------------------------------------------

    async def _now(self, league: int) -> _League:
        """A league as it is stored."""
        mark = await self.store.league.mark(league)
        one = self._leagues.setdefault(league, _League())
        if one.has(mark):
            return one
        async with self._reading:
            one = self._leagues[league]  # of two who waited here the second finds it read
            if not one.has(mark):
                self._leagues[league] = one = await self._read(league, one, mark)
        return one

    async def _read(self, league: int, before: _League, mark: tuple[int, int]) -> _League:
        """A league with what was added. As a rule that ended last; where the number of records says otherwise all are looked
        through."""
        last = max((game.ended for game in before.records.values()), default=None)
        stored = await self.store.league.finished(league, before.records, last)
        if last is not None and len(before.records) + len(stored) < mark[0]:
            stored = await self.store.league.finished(league, before.records)
        rulings = await self.store.league.rulings(league)
        return await asyncio.to_thread(_decoded, before, stored, rulings)


def _decoded(before: _League, stored: Sequence[Any], rulings: Sequence[tuple[str, Any]]) -> _League:
    records = dict(before.records)
    for one in stored:
        game: Finished = codec.loaded(Finished, one)
        records[game.id] = game
    said: dict[str, list[Ruling]] = {}
    for game_id, one in rulings:
        said.setdefault(game_id, []).append(codec.loaded(Ruling, one))
    games = dict[str, tuple[Finished, RatedGame | None]]()
    for game in sorted(ruled(records.values(), said), key=lambda game: (game.ended, game.id)):
        known = before.games.get(game.id)
        games[game.id] = known if known is not None and known[0] is game else (game, rated_game(game))
    return _League(records, games, len(rulings), seen=dict(before.seen))


def fitted(games: Sequence[Finished], prior: Prior) -> Ratings:
    """The ratings at the end of the last of some games."""
    return at_the_end(held(rated_games(games)), prior)


def at_the_end(known: Held, prior: Prior) -> Ratings:
    """The ratings at the end of the last of some rated games."""
    return fit(known, float(known.ends[-1]) if len(known.ends) else 0.0, prior)
