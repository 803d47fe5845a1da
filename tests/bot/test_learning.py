"""A league's own outcomes: used from so many finished games on, as people settled them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from desk import BORIS, Desk

from analysis.chance import model_for, models
from bot.discord.features.analysis.learning import learn
from bot.discord.features.analysis.report_text import grounds_text
from bot.game.analysis import people
from bot.processes.analysis_service import Work
from bot.processes.apart import Apart
from bot.services import Services
from bot.store import AddFinished, CreateGame, Game, Step
from league import codec
from rules.core.table import Table
from rules.model.board import BOARDS
from tests.league.games import season

LEAGUE = 9


async def here(apart: Apart, work: Callable[..., Any], *arguments: Any) -> Any:
    return work(*arguments)


async def league(desk: Desk, games: int) -> str:
    """A league in which one game of the desk and so many others without a log are over; the desk's game was won by the
    Axis, by concession."""
    await desk.begin({"Germany": BORIS})
    await desk.ok("done", "done")
    made = [replace(game, board="classic", rules=()) for game in season(games)]
    steps: list[Step] = [
        CreateGame(Game(game.id, LEAGUE, 10, game.id, "classic", 1, status="over")) for game in made[1:]
    ]
    first = replace(made[0], id=desk.game_id, winner="Axis", unrated="")
    steps += [AddFinished(game.id, LEAGUE, game.ended, codec.dumped(game)) for game in (first, *made[1:])]
    await desk.store.apply(*steps)
    return desk.game_id


async def learned(services: Services, desk: Desk) -> bool:
    found: list[bool] = []

    async def do(work: Work) -> None:
        found.append(await learn(services, work, replace(await desk.row(), guild_id=LEAGUE)))

    work = services.analysis.begin("learn", 1, do)
    assert work.task
    await work.task
    return found == [True]


async def test_a_league_with_games_enough_has_models_of_its_own(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Apart, "run", here)
    game = await league(desk, 40)
    services = desk.services
    assert not await learned(services, desk)  # the others have no log: one game is not enough
    assert await people.models(desk.store, LEAGUE, "classic") is None
    kept = await people.sample(desk.store, game)
    assert kept["name"] == game and kept["result"] == 0.0  # for the Allies, as people settled it
    for one in (await people.games_of(services.archive, LEAGUE, "classic"))[:]:
        await people.keep_sample(desk.store, one.id, {**kept, "name": one.id})
    assert await learned(services, desk)
    own = await people.models(desk.store, LEAGUE, "classic")
    assert own and own["classic"].games > models()["classic"].games
    table = Table("classic", ())
    rows = [kept["rows"][0]]
    assert model_for(table, own).each(rows).mean() < model_for(table).each(rows).mean()  # the Axis won them all
    assert not await learned(services, desk)  # nothing new
    await asyncio.sleep(0)


async def test_too_few_games_teach_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Apart, "run", here)
    await league(desk, people.FROM - 1)
    services = desk.services
    assert await people.wanted(desk.store, services.archive, LEAGUE, "classic") == []
    assert not await learned(services, desk)


def test_what_figures_rest_on_is_said() -> None:
    for board in BOARDS:
        table = Table(board, ())
        model = model_for(table)
        text = grounds_text(model, table)
        assert ("No game of" in text) == (not model.family)
        assert "have gone into these chances" in text or "has gone into these chances" in text
    few = replace(models()["classic"], games=3)
    assert grounds_text(few, Table("classic", ())).startswith("Only 3 games of")
