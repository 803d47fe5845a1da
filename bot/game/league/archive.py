"""The finished games of leagues in memory, and what is reckoned of them: ratings, tables, fair bids.

Records are decoded once, in a thread, and kept as long as no record and no ruling is added. Fits run in a thread too, one for
each format and state of the archive, however many ask at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.game.league import formats
from bot.store import Store
from league import codec
from league.archive import Row, exported, table
from league.finished import Finished
from league.ratings import FairBid, Prior, Ratings, fair_bid, fit, history, rated_games
from league.results import Ruling, ruled

MONTH = 30 * 86400.0
STEPS = 12


@dataclass
class _League:
    """One league. records: game -> its record as it was made. mark: how many records and rulings there are. told: what has
    been reckoned at that mark."""

    records: dict[str, Finished] = field(default_factory=dict)
    games: tuple[Finished, ...] = ()
    mark: tuple[int, int] = (0, 0)
    told: dict[Hashable, asyncio.Task[Any]] = field(default_factory=dict)


class Archive:
    """The finished games of all leagues."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._leagues: dict[int, _League] = {}
        self._reading = asyncio.Lock()

    async def games(self, league: int) -> tuple[Finished, ...]:
        """All games of a league as they count, those that ended first first."""
        return (await self._now(league)).games

    async def of_format(self, league: int, format: str) -> list[Finished]:
        """Those of one format."""
        return [game for game in await self.games(league) if game.format == format]

    async def played(self, league: int) -> list[str]:
        """The formats by which rated games were played, that with most games first."""
        counts: dict[str, int] = {}
        for game in await self.games(league):
            counts[game.format] = counts.get(game.format, 0) + (not game.unrated)
        return sorted((name for name, number in counts.items() if number), key=lambda name: (-counts[name], name))

    async def ratings(self, league: int, format: str) -> Ratings:
        """The ratings of a format as its games stand."""
        games, prior = await self.of_format(league, format), await self.prior(league, format)
        found: Ratings = await self._once(league, ("ratings", format), lambda: fitted(games, prior))
        return found

    async def prior(self, league: int, format: str) -> Prior:
        """What is thought before any game: how far skills move, as the format says."""
        known = await formats.every(self.store, league)
        return Prior(drift=float(known[format][1].rating.drift)) if format in known else Prior()

    async def table(self, league: int, format: str) -> list[Row]:
        """The table of a format, with what changed in a month."""
        games, prior = await self.of_format(league, format), await self.prior(league, format)
        now = await self.ratings(league, format)

        def work() -> list[Row]:
            earlier = [game for game in games if game.ended <= now.at - MONTH]
            return table(games, now, fitted(earlier, prior) if earlier else None)

        found: list[Row] = await self._once(league, ("table", format), work)
        return found

    async def history(self, league: int, format: str) -> list[Ratings]:
        """The ratings of a format at some times from its first game to its last."""
        games, prior = await self.of_format(league, format), await self.prior(league, format)
        rated = rated_games(games)
        first, last = min((g.at for g in rated), default=0.0), max((g.at for g in rated), default=0.0)
        times = [first + (last - first) * n / STEPS for n in range(STEPS + 1)] if rated else []
        found: list[Ratings] = await self._once(league, ("history", format), lambda: list(history(rated, times, prior)))
        return found

    async def fair_bid(self, league: int, format: str) -> FairBid | str:
        """The fair bid of a format, or why nobody can say."""
        games, prior = await self.of_format(league, format), (await self.prior(league, format)).slow
        ground = next((game.ground for game in reversed(games) if not game.unrated), "")
        found: FairBid | str = await self._once(league, ("bid", format), lambda: fair_bid(fitted(games, prior), ground))
        return found

    async def export(self, league: int, format: str) -> bytes:
        """All rated games of a format with the table made of them, as anybody can check it."""
        now, rows = await self.ratings(league, format), await self.table(league, format)
        games = [game for game in await self.of_format(league, format) if not game.unrated]
        text = await asyncio.to_thread(lambda: "\n".join([*exported(games, now, rows, format), ""]))
        return text.encode()

    # --- kept ---------------------------------------------------------------------------------------------------------

    async def _once(self, league: int, key: Hashable, work: Any) -> Any:
        """What work gives, in a thread; once for each state of the league."""
        kept = (await self._now(league)).told
        if key not in kept:
            kept[key] = asyncio.ensure_future(asyncio.to_thread(work))
        try:
            return await asyncio.shield(kept[key])
        except BaseException:
            kept.pop(key, None)
            raise

    async def _now(self, league: int) -> _League:
        """A league as it is stored."""
        mark = await self.store.league.mark(league)
        one = self._leagues.setdefault(league, _League())
        if one.mark == mark:
            return one
        async with self._reading:
            if one.mark != mark:
                self._leagues[league] = one = await self._read(league, one, mark)
        return one

    async def _read(self, league: int, before: _League, mark: tuple[int, int]) -> _League:
        stored = await self.store.league.finished(league, but=before.records)
        rulings = await self.store.league.rulings(league)
        return await asyncio.to_thread(_decoded, before, stored, rulings, mark)


def _decoded(
    before: _League, stored: Sequence[Any], rulings: Sequence[tuple[str, Any]], mark: tuple[int, int]
) -> _League:
    records = dict(before.records)
    for one in stored:
        game: Finished = codec.loaded(Finished, one)
        records[game.id] = game
    said: dict[str, list[Ruling]] = {}
    for game_id, one in rulings:
        said.setdefault(game_id, []).append(codec.loaded(Ruling, one))
    games = sorted(ruled(records.values(), said), key=lambda game: (game.ended, game.id))
    return _League(records, tuple(games), mark)


def fitted(games: Sequence[Finished], prior: Prior) -> Ratings:
    """The ratings at the end of the last of some games."""
    rated = rated_games(games)
    return fit(rated, max((game.at for game in rated), default=0.0), prior)
