"""Clocks as clubs have them: overruns of a person, the next one loses or an arbiter is asked; live clocks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk import ANNA, BORIS, Desk

from bot.game import PlayError
from bot.game.league import formats
from bot.game.league.results import Results
from bot.store import Seat, SetGame
from bot.workers.deadline_handler import Timekeeper
from league.clocks import ARBITER, LOSES, Terms
from league.formats import built_in
from rules.model.board import load

HOUR = 3600.0
AXIS = ("Germany", "Japan")


async def begun(desk: Desk, terms: Terms) -> Results:
    """A rated game of Anna (Allies) against Boris by a format with that clock."""
    results = Results(desk.moderator)
    made = replace(built_in()["classic-league"], clock=terms)
    row = {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": 50}
    game = await desk.lobby.create(desk.fresh(), {**row, "options": made.table_options})
    desk.game_id = game.id
    await desk.store.apply(SetGame(game.id, {"settings": formats.settings_of(made, 0)}))
    for person in (ANNA, BORIS):
        await results.wish(game.id, person, True)
    for power in load("classic").order:
        await desk.lobby.seating.join(
            Seat(game.id, power, BORIS if power in AXIS else ANNA, "player", "", desk.fresh())
        )
    await desk.lobby.start(game.id, desk.fresh())
    return results


async def pass_time(desk: Desk, hours: float) -> None:
    """Time passes, and timers fire on the way, each at its time."""
    end = desk.now + hours * HOUR
    keeper = Timekeeper(desk.services)
    while (at := await desk.store.timers.next()) is not None and at <= end:
        desk.now = max(desk.now, at)
        for timer in await desk.store.timers.due():
            if await desk.store.timers.holds(timer):
                await keeper.fire(timer)
                await desk.store.timers.done(timer)
    desk.now = end


async def left(desk: Desk) -> float:
    """Hours until the deadline."""
    (timer,) = [t for t in await desk.store.timers.of_game(desk.game_id) if t.kind == "deadline"]
    return (timer.due - desk.now) / HOUR


async def turn(desk: Desk, user: int) -> None:
    """A turn without anything in it."""
    power = (await desk.state()).turn.power
    while (await desk.state()).turn.power == power:
        await desk.ok("done", user=user)


async def test_overruns_are_a_persons_and_the_next_one_loses(desk: Desk) -> None:
    results = await begun(desk, Terms(turn=72 * HOUR, overruns=2, then=LOSES))
    await pass_time(desk, 73)
    assert await left(desk) == 71
    await turn(desk, ANNA)  # the USSR
    await turn(desk, BORIS)  # Germany
    await pass_time(desk, 73)  # the United Kingdom, of Anna too
    assert await left(desk) == 71
    await turn(desk, ANNA)
    await turn(desk, BORIS)
    assert (await desk.state()).turn.power == "United States"
    await pass_time(desk, 73)
    game = await results.one(desk.game_id)
    assert game is not None and (game.winner, game.how) == ("Axis", "forfeit")
    assert "its clock is another" in game.unrated
    assert game.overruns == {str(ANNA): 2}


async def test_an_arbiter_is_asked_and_may_give_time(desk: Desk) -> None:
    results = await begun(desk, Terms(turn=24 * HOUR, then=ARBITER))
    await pass_time(desk, 25)
    told = [m.payload["content"] for m in await desk.store.outbox.listed() if m.kind == "say"]
    assert any("/arbiter time" in text for text in told)
    with pytest.raises(PlayError, match="of their own"):
        await results.give_time(desk.game_id, desk.fresh(), BORIS, ANNA, HOUR, "Why not.")
    with pytest.raises(PlayError, match="nothing to do"):
        await results.give_time(desk.game_id, desk.fresh(), 50, BORIS, HOUR, "Why not.")
    await results.give_time(desk.game_id, desk.fresh(), 50, ANNA, 10 * HOUR, "She was ill.")
    assert await left(desk) == 10
    for less in (10, 9):
        with pytest.raises(PlayError, match="name more than that"):
            await results.give_time(desk.game_id, desk.fresh(), 50, ANNA, less * HOUR, "She was ill.")
    assert await left(desk) == 10, "time is given, never taken away"


async def test_who_has_no_limit_needs_no_time(desk: Desk) -> None:
    results = Results(desk.moderator)
    await desk.begin({"Germany": BORIS})
    with pytest.raises(PlayError, match="no limit"):
        await results.give_time(desk.game_id, desk.fresh(), 50, ANNA, HOUR, "She was ill.")
    assert not [t for t in await desk.store.timers.of_game(desk.game_id) if t.kind == "deadline"]


async def test_a_live_clock_keeps_what_is_left(desk: Desk) -> None:
    await begun(desk, Terms(turn=2 * HOUR, live=True, increment=HOUR / 4, then=LOSES))
    await pass_time(desk, 0.5)
    await turn(desk, ANNA)
    assert await left(desk) == 2
    await pass_time(desk, 1)
    await turn(desk, BORIS)
    assert await left(desk) == 1.75, "the Allies have one clock"
    await turn(desk, ANNA)
    assert await left(desk) == 1.25
