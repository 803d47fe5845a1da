"""Leave: clocks stand while somebody is away, as far as the banks of game and season go."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from desk import ANNA, BORIS, Desk
from test_format_clocks import begun, left, pass_time, turn
from test_races import Gate, during

from bot.discord.features.league.board import compose as noticeboard
from bot.discord.features.panel.panel import compose
from bot.game import PlayError
from bot.game.clock import vacations
from bot.game.clock.days import begin_of, day_of, moment_of
from bot.game.clock.deadlines import Profile
from bot.game.clock.free_time import between, later
from bot.game.clock.vacations import Leave
from bot.game.league.leave_desk import LeaveDesk
from bot.store import SetGame
from bot.workers.deadline_handler import Timekeeper
from league.clocks import LOSES, Terms
from tests.ready_stores import ready_database

HOUR, DAY = 3600.0, 86400.0
TERMS = Terms(turn=72 * HOUR, overruns=1, then=LOSES, vacation=21 * DAY, warnings=(24 * HOUR,))


@pytest.fixture(params=["sqlite", "postgresql"])
async def both(request: pytest.FixtureRequest, desk: Desk) -> Desk:
    """A desk on both databases."""
    if request.param == "postgresql":
        desk.url = ready_database()
        await desk.open()
    return desk


async def away(desk: Desk, person: int, start: float, days: float) -> list[float]:
    """Somebody takes leave, from so many days on; for how many days each clock stands."""
    at = desk.now + start * DAY
    found = await desk.services.leave.take(desk.fresh(), 9, person, at, at + days * DAY)
    return [one.stands / DAY for one in found]


async def said(desk: Desk) -> list[str]:
    """What the channel was told."""
    return [m.payload["content"] for m in await desk.store.outbox.listed() if m.kind == "say"]


async def test_a_clock_stands_while_its_player_is_away(both: Desk) -> None:
    desk = both
    await begun(desk, TERMS)
    assert await left(desk) == 72
    assert await away(desk, ANNA, 1, 7) == [7]
    assert await left(desk) == 72 + 7 * 24
    assert "7 days of it while it is theirs to act; 14 of 21 days" in (await said(desk))[-1]
    await pass_time(desk, 24 + 24)
    await turn(desk, ANNA)
    assert await left(desk) == 72, "Boris is there"
    await turn(desk, BORIS)
    assert await left(desk) == 72 + 6 * 24, "what begins while she is away waits for her"
    await pass_time(desk, 24)
    await desk.services.leave.come_back(desk.fresh(), 9, ANNA)
    assert await left(desk) == 72, "she is back"
    (kept,) = (await desk.services.leave.bank(9, ANNA))[1]
    assert kept.bank.left / DAY == 21 - 2


async def test_what_is_planned_can_be_left_and_nobody_is_back_twice(desk: Desk) -> None:
    await begun(desk, TERMS)
    await away(desk, ANNA, 2, 5)
    assert await left(desk) == 72 + 5 * 24
    await desk.services.leave.come_back(desk.fresh(), 9, ANNA)
    assert await left(desk) == 72
    with pytest.raises(PlayError, match="no leave that you could end"):
        await desk.services.leave.come_back(desk.fresh(), 9, ANNA)


async def test_no_more_than_the_bank_holds(desk: Desk) -> None:
    await begun(desk, replace(TERMS, vacation=6 * DAY))
    assert await away(desk, ANNA, 0, 10) == [6]
    assert await left(desk) == 72 + 6 * 24
    with pytest.raises(PlayError, match="leave left"):
        await away(desk, ANNA, 11, 2)
    for start, days in ((-3, 2), (1, 61), (400, 3)):
        with pytest.raises(PlayError, match="Leave"):
            await away(desk, BORIS, start, days)


async def test_the_same_press_twice_is_leave_once(both: Desk) -> None:
    desk = both
    await begun(desk, TERMS)
    desks = [LeaveDesk(desk.moderator) for _ in range(2)]
    await asyncio.gather(*(one.take("77", 9, ANNA, desk.now, desk.now + 3 * DAY) for one in desks))
    assert await left(desk) == 72 + 3 * 24
    assert len([text for text in await said(desk) if "is away" in text]) == 1
    assert len(await vacations.taken(desk.store, 9, ANNA)) == 1


@pytest.mark.parametrize("first", ["leave", "deadline"])
async def test_leave_while_the_deadline_fires(both: Desk, first: str) -> None:
    """Whoever has the game first: leave from before the end stops the clock, after the end it is too late."""
    desk = both
    await begun(desk, TERMS)
    (timer,) = [t for t in await desk.store.timers.of_game(desk.game_id) if t.kind == "deadline"]
    desk.now = timer.due - 1
    fire = Timekeeper(desk.services).fire
    if first == "leave":
        gate = Gate(desk)
        taken = desk.services.leave.take(desk.fresh(), 9, ANNA, desk.now, desk.now + 2 * DAY)
        await during(gate, taken, fire(timer))
        assert await left(desk) == pytest.approx(48 + 1 / 3600)
        assert not [text for text in await said(desk) if "overran" in text]
    else:
        desk.now = timer.due + 1
        gate = Gate(desk, "apply")
        taken = desk.services.leave.take(desk.fresh(), 9, ANNA, desk.now, desk.now + 2 * DAY)
        await during(gate, fire(timer), taken)
        assert [text for text in await said(desk) if "overran" in text]
        assert await left(desk) == 72 + 48, "the overrun's time stands too"


async def test_leave_in_a_pause(desk: Desk) -> None:
    await begun(desk, TERMS)
    await pass_time(desk, 24)
    await desk.master.set_status(50, desk.game_id, "paused")
    await pass_time(desk, 24)
    await away(desk, ANNA, 1, 4)
    assert {t.fire_at for t in await desk.store.timers.of_game(desk.game_id)} == {None}
    await desk.master.set_status(50, desk.game_id, "running")
    assert await left(desk) == 48 + 4 * 24
    await desk.master.set_status(50, desk.game_id, "paused")
    await pass_time(desk, 2 * 24)
    await desk.master.set_status(50, desk.game_id, "running")
    assert await left(desk) == 48 + 3 * 24, "a day of it passed in the pause"


async def test_leave_that_another_process_took_moves_the_deadline_when_it_comes(desk: Desk) -> None:
    await begun(desk, TERMS)
    leave = Leave("x", desk.now + DAY, desk.now + 6 * DAY)
    await desk.store.apply(leave.step(9, ANNA))
    await pass_time(desk, 73)
    assert not [text for text in await said(desk) if "overran" in text]
    assert await left(desk) == 72 + 5 * 24 - 73


async def test_both_see_clocks_leave_and_warnings(desk: Desk) -> None:
    await begun(desk, TERMS)
    await desk.store.apply(SetGame(desk.game_id, {"name": "Spring"}))
    panel = await compose(desk.services, await desk.situation())
    assert panel.reply.embed is not None
    assert "0 of 1 overrun, 21 of 21 days of leave left" in str(panel.reply.embed.description)
    await pass_time(desk, 49)
    assert [text for text in await said(desk) if "still has to act" in text]
    await away(desk, ANNA, 0, 3)
    panel = await compose(desk.services, await desk.situation())
    assert panel.reply.embed is not None and "<@1> is away until" in str(panel.reply.embed.description)
    board = await noticeboard(desk.services, 9)
    assert board.embed is not None and "away until" in str(board.embed.description)


def test_a_season_has_a_bank_of_its_own() -> None:
    new_year = begin_of(day_of("2027-01-01", 0))
    profile = Profile("club", vacation=20 * DAY, season_vacation=5 * DAY)
    leaves = [Leave("a", new_year - 4 * DAY, new_year + 7 * DAY), Leave("b", new_year - 8 * DAY, new_year - 5 * DAY)]
    found = vacations.counted(leaves, profile, new_year - 30 * DAY)
    assert found == [
        (new_year - 8 * DAY, new_year - 5 * DAY),
        (new_year - 4 * DAY, new_year - 2 * DAY),
        (new_year, new_year + 5 * DAY),
    ]
    assert vacations.bank(leaves, profile, new_year - 30 * DAY, new_year).left == 0
    assert vacations.counted(leaves, profile, new_year) == [(new_year, new_year + 5 * DAY)]


def test_time_goes_round_leave_and_weekends() -> None:
    friday = begin_of(day_of("2026-11-20", 0))
    tuesday = friday + 4 * DAY
    spans = [(friday + HOUR, tuesday)]
    assert later(friday, HOUR, "UTC", spans) == friday + HOUR
    assert later(friday, 2 * HOUR, "UTC", spans) == tuesday + HOUR
    assert between(friday, tuesday + HOUR, "UTC", spans) == 2 * HOUR
    assert later(tuesday - DAY, 0, "", spans) == tuesday


def test_days_as_people_type_them() -> None:
    now = begin_of(day_of("2026-11-23", 0)) + 23.5 * HOUR
    found = {text: day_of(text, now).isoformat() for text in ("today", "tomorrow", "in 3 days", "11-22", "12-24")}
    assert found == {
        "today": "2026-11-23", "tomorrow": "2026-11-24", "in 3 days": "2026-11-26",
        "11-22": "2027-11-22", "12-24": "2026-12-24",
    }  # fmt: skip
    assert day_of("", now, "Europe/Berlin").isoformat() == "2026-11-24"
    for text in ("2026-13-01", "soon", "02-30", "24.12."):
        with pytest.raises(PlayError, match="no day"):
            day_of(text, now)


def test_moments_as_people_type_them() -> None:
    now = begin_of(day_of("2026-11-23", 0)) + 12 * HOUR
    assert (moment_of("3 days", now), moment_of("36h", now), moment_of("none", now)) == (
        now + 3 * DAY,
        now + 36 * HOUR,
        None,
    )
    assert moment_of("2026-12-05", now) == begin_of(day_of("2026-12-05", now))
    assert moment_of("tomorrow", now, "Europe/Berlin") == now + 11 * HOUR
    for text, said in (("today", "begun already"), ("2025-12-05", "begun already"), ("soon", "is no time")):
        with pytest.raises(PlayError, match=said):
            moment_of(text, now)
