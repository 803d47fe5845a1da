"""Every kind of lobby starts, on both databases, and the dice log of its game holds: a seat that several people share is
in it once for each of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from desk import ANNA, BORIS, CHEN, Desk

from bot.game import Accepted
from bot.game.computers.computers import Computer
from bot.store import Seat
from bot.store.records import Role
from rules.dice import verify
from rules.dice.ledger import text_of
from rules.model.board import load
from tests.ready_stores import ready_database

DORA = 4


async def _seat(desk: Desk, power: str, user: int, role: Role = "player", phrase: str = "") -> None:
    await desk.lobby.seating.join(Seat(desk.game_id, power, user, role, "", desk.fresh(), phrase))


async def _rest(desk: Desk) -> None:
    await desk.lobby.seating.take_open_seats(desk.game_id, ANNA, "Anna", desk.fresh())


async def alone(desk: Desk) -> None:
    await _rest(desk)


async def teams(desk: Desk) -> None:
    for user in (BORIS, CHEN, DORA):
        await _seat(desk, "Germany", user, phrase="ours")
    await _seat(desk, "USSR", ANNA)
    await _seat(desk, "USSR", CHEN, phrase="ours")
    await _rest(desk)


async def substitutes(desk: Desk) -> None:
    for power in load("classic").order:
        await _seat(desk, power, BORIS)
        await _seat(desk, power, DORA, "substitute")


async def substitute_before_the_player(desk: Desk) -> None:
    await _seat(desk, "Japan", DORA, "substitute")
    await _seat(desk, "Japan", DORA)
    await _seat(desk, "Japan", CHEN, "substitute")
    await _rest(desk)


async def computers(desk: Desk) -> None:
    await _seat(desk, "USSR", ANNA)
    await _seat(desk, "USSR", BORIS)
    rest = [power for power in load("classic").order if power != "USSR"]
    await desk.master.set_computers(ANNA, desk.game_id, {power: Computer() for power in rest})


async def computers_beside_a_substitute(desk: Desk) -> None:
    await _seat(desk, "Japan", CHEN, "substitute")
    await computers(desk)


async def only_computers(desk: Desk) -> None:
    await desk.master.set_computers(ANNA, desk.game_id, {power: Computer() for power in load("classic").order})


async def handed_over(desk: Desk) -> None:
    await teams(desk)
    await desk.lobby.seating.seat_by_master(
        ANNA, Seat(desk.game_id, "Germany", ANNA, "player", "", desk.fresh()), BORIS
    )
    await desk.lobby.seating.seat_by_master(ANNA, Seat(desk.game_id, "Germany", BORIS, "substitute", "", desk.fresh()))
    await desk.lobby.seating.leave(desk.game_id, CHEN, "Germany")
    await _seat(desk, "Germany", CHEN)
    await desk.lobby.seating.kick(ANNA, desk.game_id, DORA)


async def a_computer_handed_over(desk: Desk) -> None:
    await only_computers(desk)
    await desk.lobby.seating.seat_by_master(ANNA, Seat(desk.game_id, "USSR", CHEN, "player", "", desk.fresh()))
    await _seat(desk, "USSR", ANNA)


KINDS = [
    alone,
    teams,
    substitutes,
    substitute_before_the_player,
    computers,
    computers_beside_a_substitute,
    only_computers,
    handed_over,
    a_computer_handed_over,
]


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
@pytest.mark.parametrize("fill", KINDS, ids=lambda fill: fill.__name__)
async def test_every_lobby_starts(tmp_path: Path, fill: Callable[[Desk], Awaitable[None]], database: str) -> None:
    desk = await Desk(tmp_path, url=ready_database() if database == "postgresql" else "").open()
    try:
        row = {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": ANNA}
        desk.game_id = (await desk.lobby.create(desk.fresh(), row)).id
        await fill(desk)
        seats = await desk.store.seats(desk.game_id)
        await desk.lobby.start(desk.game_id, desk.fresh())
        assert (await desk.row()).status == "running"
        russians = [s.user_id for s in seats if s.power == "USSR"]
        if russians:
            assert isinstance(await desk.give("research 1", user=russians[-1]), Accepted), "all who share a seat may"
        lines = await desk.store.dice_log(desk.game_id)
        log, wrong = verify.read(text_of(line) for line in lines)
        assert not wrong
        assert sorted(log.players) == sorted((s.power, str(s.user_id)) for s in seats)
        assert bool(log.rolls) == bool(russians)
    finally:
        await desk.store.close()


async def test_the_same_person_sits_down_once(desk: Desk) -> None:
    await desk.begin()
    lines = await desk.store.dice_log(desk.game_id)
    _, wrong = verify.read(text_of(line) for line in (*lines, lines[-1]))
    assert "sits down twice" in wrong
