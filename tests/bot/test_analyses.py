"""Analyses at the table: told as they come, stopped, proposed where a game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest
from asked import Asked
from desk import ANNA, BORIS, Desk
from fake_transport import FakeTransport
from test_adjudications import stranger, text_of

from analysis.chance import Chance
from analysis.course import Course, Swing, TurnCourse
from analysis.instead import Instead
from bot.discord.components.custom_id import Press
from bot.discord.features.analysis import analyse as feature
from bot.discord.features.analysis.report_text import chart_of, report_text
from bot.discord.features.analysis.telling import Telling
from bot.game import PlayError
from bot.processes.analysis_service import Work

ATTACK = ("done", "done", "move 3 infantry, 1 armor: Karelia S.S.R. > Ukraine S.S.R.", "done", "fight Ukraine S.S.R.")


class Here:
    """The jobs carried out here and now. until: of how many on one waits for ever."""

    def __init__(self, until: int = 100) -> None:
        self.until, self.done = until, 0

    async def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        await asyncio.sleep(0)
        self.done += 1
        if self.done > self.until:
            await asyncio.Event().wait()
        return work(*arguments)


async def analysed(desk: Desk, here: Here) -> tuple[Any, FakeTransport, Work]:
    services, transport = desk.services, FakeTransport()
    services.analysis.apart = cast(Any, here)
    row, game = await desk.row(), (await desk.moderator.table(desk.game_id)).game.frozen()
    sent = await transport.send(row.place, feature._progress(row, "reading its log"))
    telling = Telling(cast(Any, transport), row, sent)

    async def do(work: Work) -> None:
        await feature.analyse(services, work, telling, game)

    return services, transport, services.analysis.begin(feature.name_of_work(row.id), ANNA, do)


async def test_a_game_is_analysed_from_its_stored_log(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    await desk.ok(*ATTACK)
    _, transport, work = await analysed(desk, Here())
    assert work.task
    await work.task
    text = text_of(transport)
    assert text.startswith("**What decided Test**\nChance of the Allies:") and "at the start, luck" in text
    assert next(iter(transport.messages.values())).edits >= 2


async def test_stopping_leaves_what_is_known(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    await desk.ok(*ATTACK)
    services, transport, work = await analysed(desk, Here(until=1))
    while "luck and decisions" not in text_of(transport):
        await asyncio.sleep(0.01)
    press = Press("anstop", desk.game_id)
    with pytest.raises(PlayError, match="Only who began it"):
        await feature.stop(services, stranger(1), press)
    await feature.stop(services, cast(Any, Asked(2, ANNA)), press)
    assert work.task
    await work.task
    assert "Stopped by a player" in text_of(transport)
    with pytest.raises(PlayError, match="Nothing is being analysed"):
        await feature.stop(services, cast(Any, Asked(3, ANNA)), press)


async def test_a_game_that_goes_on_is_analysed_when_all_agree(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    asked = Asked(50, ANNA)
    with pytest.raises(PlayError, match="Nothing has been played"):
        await feature.ask(desk.services, cast(Any, asked), await desk.row())
    await desk.ok("done")
    await feature.ask(desk.services, cast(Any, asked), await desk.row())
    assert "proposes that I analyse the game so far" in asked.sent[-1]["content"]


def course() -> Course:
    start, end = np.array([0.4, 0.45, 0.5]), np.array([0.6, 0.66, 0.72])
    swing = Swing(3, "Karelia S.S.R.", "Germany", np.array([0.1, 0.11, 0.12]), 0.4, True)
    return Course(("Axis", "Allies"), (TurnCourse(2, "Germany", 1, 9, start, end, (swing,)),), "Axis")


def test_a_report_adds_up_and_calls_nothing_a_mistake() -> None:
    better = Instead(Chance(-0.09, -0.12, -0.04), {"Egypt": "2 tank"}, ("Karelia S.S.R.",), "8 infantry")
    text = report_text("the war", course(), {1: better})
    assert "45 % (40 to 50) at the start, luck +11 (+10 to +12), decisions +10" in text
    assert "66 % (61 to 71) at the end; the Axis have won by the rules (+34 (+29 to +39))" in text
    assert "Karelia S.S.R.: Germany had 40% and won; luck of the Axis, 11 points" in text
    assert "comes out 9 points (4 to 12) better for Germany's side." in text
    assert "It attacks Egypt (2 tank); it leaves Karelia S.S.R. alone; it buys 8 infantry." in text
    assert "blunder" not in text.lower() and "mistake" not in text.lower()


def test_nothing_is_said_of_a_decision_whose_interval_covers_zero() -> None:
    unclear = Instead(Chance(-0.09, -0.2, 0.01), {"Egypt": ""}, (), "")
    assert "computer in the same place" not in report_text("the war", course(), {1: unclear})


def test_the_chart_is_the_course() -> None:
    chart = chart_of("the war", course(), told=True)
    assert [turn.mark for turn in chart.turns] == [1] and chart.winner == "Axis"
    assert chart.turns[0].chance + chart.luck + chart.decisions + chart.rest == pytest.approx(1)
