"""What games of people teach: a league's finished games as samples, and the models that are fitted to them."""

from __future__ import annotations

from typing import Any

from analysis import chance
from analysis.chance import Model
from analysis.features import NAMES
from bot.game.league.archive import Archive
from bot.store import SetPreference, Store
from league.finished import Finished

FROM = 30
"""Finished games of a board from which on a league's own outcomes are used: fewer say nothing that computers' do not."""
MORE = 1.1
"""They are used anew when there are so many times as many."""
SCOPE, SAMPLE, MODELS, NUMBER = "analysis", "sample", "models", "games"


async def games_of(archive: Archive, league: int, board: str) -> list[Finished]:
    """The rated games of a board that people have finished in a league."""
    return [game for game in await archive.games(league) if game.board == board and not game.unrated]


async def models(store: Store, league: int, board: str) -> dict[str, Model] | None:
    """A league's own models of a board; None as long as it has none, or they are of another version's figures."""
    kept = (await store.preferences(SCOPE, _of(league, board))).get(MODELS)
    return chance.read(kept) if kept and tuple(kept["figures"]) == NAMES else None


async def wanted(store: Store, archive: Archive, league: int, board: str) -> list[Finished]:
    """The games that models should be fitted to now; none where there are too few, or hardly more than last time."""
    games = await games_of(archive, league, board)
    last = (await store.preferences(SCOPE, _of(league, board))).get(NUMBER) or 0
    return games if len(games) >= max(FROM, MORE * last) else []


async def sample(store: Store, game_id: str) -> Any:
    """What was kept of a game; None if that is nothing."""
    return (await store.preferences(SCOPE, game_id)).get(SAMPLE)


async def keep_sample(store: Store, game_id: str, found: Any) -> None:
    """Keep what a game teaches."""
    await store.apply(SetPreference(SCOPE, game_id, SAMPLE, found))


async def keep_models(store: Store, league: int, board: str, found: Any, games: int) -> None:
    """Keep a league's models of a board. games: how many they were fitted to."""
    subject = _of(league, board)
    await store.apply(SetPreference(SCOPE, subject, MODELS, found), SetPreference(SCOPE, subject, NUMBER, games))


def _of(league: int, board: str) -> str:
    return f"league {league} {board}"
