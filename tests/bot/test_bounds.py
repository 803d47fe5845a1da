"""What one person, or one server, may ask for has bounds."""

from __future__ import annotations

import asyncio

import pytest
from desk import ANNA, BORIS, Desk

from bot.discord.budget import Budget
from bot.game import Lobby, PlayError
from bot.game.lobby.lobby import Limits
from bot.store import Game
from rules.core.documents import TableError
from rules.core.table import Table
from rules.dice import Ledger, SeedChain
from rules.dice.verify import Broken, Log


def test_a_budget_is_spent_and_fills_up_again() -> None:
    now = 0.0
    budget = Budget(6, lambda: now)
    for _ in range(6):
        budget.spend(ANNA, "odds.battle")
    with pytest.raises(PlayError, match="11 seconds"):
        budget.spend(ANNA, "map")
    budget.spend(BORIS, "map")
    budget.spend(ANNA, "buy")
    now = 10.1
    budget.spend(ANNA, "@past")
    with pytest.raises(PlayError):
        budget.spend(ANNA, "@past")
    with pytest.raises(PlayError):
        budget.spend(ANNA, "game.pause")
    free = Budget(0)
    for _ in range(100):
        free.spend(ANNA, "odds.battle")


async def _open(lobby: Lobby, number: int, master: int) -> Game:
    row = {"guild_id": 9, "channel_id": number, "name": "Test", "board": "classic", "master": master}
    return await lobby.create(str(number), row)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("placement_limit", "--5"),
        ("placement_limit", "9" * 5000),
        ("price_list", "[x](https://evil.example)"),
        ("bid", "nine"),
    ],
)
async def test_what_an_option_does_not_take_is_refused(desk: Desk, option: str, value: str) -> None:
    row = await desk.lobby.create(
        desk.fresh(), {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "europe1943", "master": ANNA}
    )
    known = Table(row.board).known_options
    name = next(n for n, o in known.items() if type(o.default) is int) if option == "number" else option
    with pytest.raises(TableError):
        await desk.lobby.set_option(row.id, name, value)
    assert (await desk.store.game(row.id)).options == {}


async def test_limits_of_open_games(desk: Desk) -> None:
    lobby = Lobby(desk.moderator, Limits(person=2, server=3))
    both = await asyncio.gather(*(_open(lobby, n, ANNA) for n in range(1, 6)), return_exceptions=True)
    assert sum(isinstance(g, Game) for g in both) == 2
    third = await _open(lobby, 7, BORIS)
    with pytest.raises(PlayError, match="This server has 3"):
        await _open(lobby, 8, BORIS)
    await desk.master.set_status(BORIS, third.id, "over")
    await _open(lobby, 9, BORIS)


@pytest.mark.parametrize("change", [{"first": 2}, {"beacon": 5}])
def test_a_changed_chain_line_is_noticed(change: dict[str, int]) -> None:
    line = Ledger().commit("g", SeedChain(b"x" * 32))
    Log().feed(line)
    with pytest.raises(Broken):
        Log().feed({**line, **change})


def test_a_chain_line_twice_is_noticed() -> None:
    log, line = Log(), Ledger().commit("g", SeedChain(b"x" * 32))
    log.feed(line)
    with pytest.raises(Broken):
        log.feed(line)


async def test_a_damaged_record_is_not_played_on(desk: Desk) -> None:
    from bot.store import SetGame

    await desk.begin()
    await desk.ok("done", "buy 1 infantry")
    good = (await desk.row()).state_hash
    await desk.store.apply(SetGame(desk.game_id, {"state_hash": "0" * 64}))
    await desk.open()
    with pytest.raises(PlayError, match="does not fit together"):
        await desk.give("done")
    await desk.store.apply(SetGame(desk.game_id, {"state_hash": good}))
    await desk.ok("done")
    from sqlalchemy import delete

    from bot.store import tables as t

    row = delete(t.entries).where(t.entries.c.seq == 2)
    await desk.store._database.write(lambda c: c.execute(row))
    await desk.open()
    with pytest.raises(PlayError, match="does not fit together"):
        await desk.give("done")
