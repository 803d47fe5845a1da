"""Positions played out at the table: progress, stopping, the verdict, and the end of a game by it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from asked import Asked
from desk import ANNA, BORIS, Desk
from fake_transport import FakeTransport

from analysis import adjudication
from analysis.playout import Ended
from bot.discord.components.custom_id import Press
from bot.discord.features.analysis import adjudicate
from bot.discord.features.analysis.adjudicate import Telling, play_all
from bot.discord.features.master.proposals import agree
from bot.game import PlayError
from bot.game.analysis.verdicts import kept
from bot.game.clock.deadlines import RECORD
from bot.game.league import courses
from bot.processes.analysis_service import AnalysisDesk, Work
from bot.services import Services


class Here:
    """Games that are over at once: the Axis win two of three. until: of how many on one waits for ever."""

    def __init__(self, until: int = 1000, fails: Exception | None = None) -> None:
        self.until, self.fails = until, fails

    async def run(self, work: Callable[..., Any], head: Any, position: Any, played: Any, number: int) -> Ended:
        await asyncio.sleep(0)
        if number > self.until:
            if self.fails:
                raise self.fails
            await asyncio.Event().wait()
        return Ended(f"{played.seed} {number}", "Allies" if number % 3 == 0 else "Axis", 7, {"Axis": 9, "Allies": 1})


async def played(desk: Desk, games: int, here: Here) -> tuple[Services, FakeTransport, Work]:
    services, transport = desk.services, FakeTransport()
    services.analysis.apart = cast(Any, here)
    row, game = await desk.row(), (await desk.moderator.table(desk.game_id)).game
    sent = await transport.send(row.place, adjudicate._progress(row, adjudication.begin(game, games)))
    telling = Telling(cast(Any, transport), row, sent)

    async def do(work: Work) -> None:
        await play_all(services, work, telling, game, adjudication.begin(game, games), game.log[-1].number)

    work = services.analysis.begin(adjudicate.name_of_work(row.id), ANNA, do)
    assert services.analysis.begin(adjudicate.name_of_work(row.id), BORIS, do) is work
    return services, transport, work


def stranger(number: int) -> Any:
    """Somebody who does not manage the server."""
    asked: Any = Asked(number, BORIS)
    asked.permissions = SimpleNamespace(manage_guild=False)
    return asked


def text_of(transport: FakeTransport) -> str:
    return list(transport.messages.values())[-1].text


async def test_a_verdict_is_told_and_kept(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    services, transport, work = await played(desk, 30, Here())
    assert work.task
    await work.task
    text, verdict = text_of(transport), await kept(desk.store, desk.game_id)
    assert verdict and (verdict.winner, verdict.games, verdict.won) == ("Axis", 30, 20)
    assert "The Axis win 67 % (49 to 81)" in text and "Of 30 games 20 won, 10 for the other side." in text
    assert "too close to tell" in text and f"--order {verdict.revision} --games 30" in text and verdict.seed in text
    assert services.analysis.under_way(adjudicate.name_of_work(desk.game_id)) is None


async def test_whoever_began_it_stops_it(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    services, transport, work = await played(desk, 30, Here(until=6))
    for _ in range(50):
        await asyncio.sleep(0)
    press = Press("adjstop", desk.game_id)
    with pytest.raises(PlayError, match="Only who began it"):
        await adjudicate.stop(services, stranger(1), press)
    await adjudicate.stop(services, cast(Any, Asked(2, ANNA)), press)
    assert work.task
    await work.task
    assert "Stopped by a player after 6 of 30 games." in text_of(transport)
    with pytest.raises(PlayError, match="Nothing is being played out"):
        await adjudicate.stop(services, cast(Any, Asked(3, ANNA)), press)


async def test_a_game_that_takes_too_long_ends_it(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    _, transport, work = await played(desk, 30, Here(until=0, fails=TimeoutError()))
    assert work.task
    await work.task
    assert text_of(transport) == "**This position was not played out.** That is all there was time for."
    assert await kept(desk.store, desk.game_id) is None


async def test_a_fault_of_ours_ends_it_with_what_there_is(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    _, transport, work = await played(desk, 30, Here(until=8, fails=ValueError("of ours")))
    assert work.task
    await work.task
    found = await kept(desk.store, desk.game_id)
    assert found and found.games == 8 and "an error of mine" in text_of(transport)


async def test_a_game_ends_by_it_when_both_sides_agree(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    services, _, work = await played(desk, 30, Here())
    assert work.task
    await work.task
    row = await desk.row()
    press = Press("adjpropose", row.id, row.revision)
    asked = Asked(77, ANNA)
    await adjudicate.propose(services, cast(Any, asked), press)
    assert "the **Axis** have won: played out 30 times" in asked.sent[-1]["content"]
    assert (await desk.row()).status == "running"
    answered = Asked(78, BORIS, kind="component")
    await agree(services, cast(Any, answered), Press("agree", row.id, rest="77"))
    assert (await desk.row()).status == "over"
    result = (await courses.kept(desk.store, await desk.row())).course.result
    assert result and (result.winner, result.how) == ("Axis", "adjudication") and "played out 30 times" in result.why
    assert [timer.kind for timer in await desk.store.timers.of_game(row.id)] == [RECORD]
    assert "adjudicated" in answered.sent[-1]["content"]


async def test_the_master_may_end_it_and_nobody_once_it_has_gone_on(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    services, _, work = await played(desk, 30, Here())
    assert work.task
    await work.task
    row = await desk.row()
    press = Press("adjword", row.id, row.revision)
    with pytest.raises(PlayError, match="Only the game master"):
        await adjudicate.word(services, stranger(80), press)
    await desk.ok("done")
    with pytest.raises(PlayError, match="The game has gone on"):
        await adjudicate.word(services, cast(Any, Asked(81, ANNA)), press)


async def test_no_more_work_than_there_is_room_for() -> None:
    desk = AnalysisDesk()

    async def wait(work: Work) -> None:
        await asyncio.Event().wait()

    for number in range(6):
        desk.begin(f"work {number}", ANNA, wait)
    assert desk.full
    await asyncio.sleep(0)
    desk.close()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not desk.full
