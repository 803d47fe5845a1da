"""How games end: by the rules, by agreement, by an arbiter; rated or not; and the record that follows."""

from __future__ import annotations

import pytest
from desk import ANNA, BORIS, Desk

from bot.discord.features.league.text import result_text
from bot.game import Accepted
from bot.game.league.results import Results
from bot.workers.deadline_handler import Timekeeper
from league.finished import Finished

AXIS = {"Germany": BORIS, "Japan": BORIS}
JUDGE = 77


@pytest.fixture
async def results(desk: Desk) -> Results:
    """Results of the desk's games."""
    return Results(desk.moderator)


async def wished(desk: Desk, results: Results, *people: int) -> None:
    """A game of Anna against Boris that has begun, some of whom want it rated."""
    values = {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": ANNA}
    game = await desk.lobby.create(desk.fresh(), values)
    for person in people:
        await results.wish(game.id, person, True)
    desk.game_id = game.id
    await begin(desk)


async def begin(desk: Desk) -> None:
    """Seats are taken, and it begins."""
    from bot.store import Seat
    from rules.model.board import load

    for power in load("classic").order:
        user = AXIS.get(power, ANNA)
        name = {ANNA: "Anna", BORIS: "Boris"}[user]
        await desk.lobby.join(Seat(desk.game_id, power, user, "player", name, desk.fresh()))
    await desk.lobby.start(desk.game_id, desk.fresh())


async def fire(desk: Desk) -> None:
    """Whatever timers are due fire."""
    keeper = Timekeeper(desk.services)
    for timer in await desk.store.timers.due():
        await keeper.fire(timer)
        await desk.store.timers.done(timer)


async def record(desk: Desk, results: Results) -> Finished:
    """The record of the game, once it is made."""
    await fire(desk)
    found = await results.one(desk.game_id)
    assert found is not None
    return found


async def give_up(desk: Desk, results: Results, user: int) -> Accepted:
    """A side gives up."""
    done = await results.concede(desk.game_id, desk.fresh(), user, lambda lines: ())
    assert isinstance(done, Accepted)
    return done


async def test_a_side_gives_up_and_the_record_is_made(desk: Desk, results: Results) -> None:
    await wished(desk, results, ANNA, BORIS)
    await desk.ok("done", "buy 8 infantry", "done")
    desk.now += 7200
    await give_up(desk, results, BORIS)
    assert (await desk.row()).status == "over"
    assert await desk.store.league.finished(9) == []
    game = await record(desk, results)
    assert (game.winner, game.how, game.unrated, game.format) == ("Allies", "concession", "", "")
    assert {s.power: (s.person, s.name) for s in game.seats}["Japan"] == (str(BORIS), "Boris")
    assert {s.power: s.share for s in game.seats}["USSR"] == 24
    assert game.openings[0].bought == {"infantry": 8} and len(game.log) == 64
    (told,) = [m for m in await desk.store.outbox.listed() if m.kind == "result"]
    assert "as the others gave up" in told.payload["content"] and "This game is rated." in told.payload["content"]
    await results.finish(desk.game_id, "again", result_text)
    assert len(await results.finished(9)) == 1
