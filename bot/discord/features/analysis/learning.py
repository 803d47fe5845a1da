"""Learning from a league's finished games: done behind an analysis, for those that come after it."""

from __future__ import annotations

from typing import Any

from bot.game.analysis import people
from bot.game.record import history
from bot.processes import analysis_jobs as jobs
from bot.processes.analysis_service import Work
from bot.services import Services
from bot.store import Game, UnknownGame
from league.finished import Finished


async def learn(services: Services, work: Work, row: Game) -> bool:
    """Fit the league's own models of a game's board anew, if there are games enough; whether that was done. Raises what a
    piece of work raises."""
    board = row.board
    games = await people.wanted(services.store, services.archive, row.guild_id, board)
    known = [found for game in games if (found := await _sample(services, work, game)) is not None]
    if len(known) < people.FROM:
        return False
    fitted = await work.piece(jobs.fitted, known)
    await people.keep_models(services.store, row.guild_id, board, fitted, len(games))
    return True


async def _sample(services: Services, work: Work, game: Finished) -> Any:
    """What a game teaches, worked out once; None where its log is no longer there."""
    if kept := await people.sample(services.store, game.id):
        return kept
    try:
        row = await services.store.game(game.id)
        position = await history.position_after(services.store, row, row.revision)
    except (UnknownGame, LookupError):
        return None
    async with history.whole(services.store, row, position) as all_of_it:
        given = (all_of_it.head(), all_of_it.snapshot(), tuple(all_of_it.log))
    found = await work.piece(jobs.sample, *given, game.id, game.winner)
    await people.keep_sample(services.store, game.id, found)
    return found
