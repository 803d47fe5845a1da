"""Analyses at the table: told as they come, stopped, proposed where a game goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest
from asked import Asked, press
from desk import ANNA, BORIS, Desk
from fake_transport import FakeTransport
from test_adjudications import stranger, text_of

from analysis.chance import Chance
from analysis.course import Course, Swing, TurnCourse
from analysis.instead import Instead
from bot.discord.components.custom_id import Press
from bot.discord.features.analysis import analyse as feature
from bot.discord.features.analysis import findings, pictures
from bot.discord.features.analysis.findings import Findings, Point
from bot.discord.features.analysis.report_text import chart_of, findings_of, report_text
from bot.discord.features.analysis.telling import Telling
from bot.game import PlayError
from bot.processes.analysis_service import Work
from bot.processes.apart import Apart
from bot.processes.picture import Picture
from bot.processes.picture_service import Pictures

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
    swing = Swing(3, "Karelia S.S.R.", "Germany", np.array([0.1, 0.11, 0.12]), 0.4, True, moved=0.11)
    return Course(("Axis", "Allies"), (TurnCourse(2, "Germany", 1, 9, start, end, (swing,)),), "Axis")


def test_a_report_adds_up_and_calls_nothing_a_mistake() -> None:
    better = Instead(Chance(-0.09, -0.12, -0.04), {"Egypt": "2 tank"}, ("Karelia S.S.R.",), "8 infantry")
    text = report_text("the war", course(), {1: better})
    assert "45 % (40 to 50) at the start, luck +11 (+10 to +12), decisions +10" in text
    assert "66 % (61 to 71) at the end; the Axis have won: +34 (+29 to +39)" in text
    assert "Karelia S.S.R.: Germany had 40 % and won; luck of the Axis, 11 points" in text
    assert "comes out 9 points (4 to 12) better for Germany's side." in text
    assert "It attacks Egypt (2 tank); it leaves Karelia S.S.R. alone; it buys 8 infantry." in text
    assert "blunder" not in text.lower() and "mistake" not in text.lower()


def test_the_dearest_attack_comes_first_and_reasons_are_told() -> None:
    """Both are told for the side that took the turn, whichever that is."""
    start, luck = np.array([0.5, 0.5]), np.array([0.02, 0.02])
    swings = tuple(
        Swing(n, place, "Germany", luck, 0.4, False, moved=moved)
        for n, (place, moved) in enumerate((("Egypt", -0.01), ("India", -0.06)))
    )
    turn = TurnCourse(2, "Germany", 1, 9, start, start - 0.2, swings)
    better, why = Chance(-0.09, -0.12, -0.04), {"Norway": "83% to take"}
    found = Instead(better, {"Norway": "1 tank"}, ("Egypt", "India"), "", why, True)
    text = report_text("the war", Course(("Axis", "Allies"), (turn,)), {1: found})
    assert "It attacks Norway (1 tank: 83% to take);" in text
    assert "it leaves India (-8 points on the average), Egypt (-3 points on the average) alone." in text
    other = report_text("the war", Course(("Allies", "Axis"), (turn,)), {1: replace(found, first=False)})
    assert "it leaves Egypt, India alone." in other


def test_a_turning_point_is_about_the_capital_that_fell_and_not_about_a_side_show() -> None:
    start, side_show = (
        np.array([0.1, 0.1]),
        Swing(3, "Kwangtung", "Germany", np.array([0.0, 0.0]), 0.9, False, moved=0.02),
    )
    turn = TurnCourse(4, "Germany", 1, 9, start, start + 0.4, (side_show,), (("Russia", "Germany"),))
    found = Course(("Axis", "Allies"), (turn,))
    text = report_text("the war", found, {})
    assert (
        "- Russia fell to Germany." in text
        and "- Kwangtung: Germany" not in text.split("luck:")[0].split("**Battles")[0]
    )
    point = findings_of(chart_of("the war", found, told=True), found, {}, 9, text).points[0]
    assert point.near == "Russia" and point.fight is None


def test_nothing_is_said_of_a_decision_whose_interval_covers_zero() -> None:
    unclear = Instead(Chance(-0.09, -0.2, 0.01), {"Egypt": ""}, (), "")
    assert "computer in the same place" not in report_text("the war", course(), {1: unclear})


def test_the_chart_is_the_course() -> None:
    chart = chart_of("the war", course(), told=True)
    assert [turn.mark for turn in chart.turns] == [1] and chart.winner == "Axis"
    assert chart.turns[0].chance + chart.luck + chart.decisions + chart.rest == pytest.approx(1)


def found(revision: int = 5) -> Findings:
    chart = chart_of("the war", course(), told=True)
    better = Instead(Chance(-0.09, -0.12, -0.04), {"Egypt": "2 tanks"}, (), "")
    return findings_of(chart, course(), {1: better}, revision, "What decided it")


def test_what_was_found_comes_back_as_it_was() -> None:
    again = findings.read(json.loads(json.dumps(findings.as_json(found()))))
    assert findings.read(json.loads(json.dumps(findings.as_json(again)))) == again
    assert again.points[0].fight is not None and again.chart.points == ((0.45, 0.405, 0.495), (0.66, 0.606, 0.714))
    assert again.points[0].instead.startswith("A computer in the same place comes out 9 points")
    assert again.point(1) == (0, again.points[0]) and again.point(2) is None


async def analysed_desk(desk: Desk) -> Findings:
    await desk.begin({"Germany": BORIS})
    await desk.ok(*ATTACK)
    _, _, work = await analysed(desk, Here())
    assert work.task
    await work.task
    kept = await findings.kept(desk.store, desk.game_id)
    assert kept is not None and kept.spans and len(kept.chart.turns) == len(kept.spans)
    return kept


async def test_turning_points_film_and_a_picture_to_share_are_there_when_asked_for(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = await analysed_desk(desk)
    first, last = kept.spans[-1]
    marked = replace(kept, points=(Point(first, last, ""),))
    await findings.keep(desk.store, desk.game_id, marked)
    row = await desk.row()
    labels = [one.label for one in pictures.buttons(row, marked)]
    assert labels == ["Turning point 1", "Film of the war", "To share"]
    drawn: list[str] = []

    async def chart(media: Pictures, name: str, values: Any, draw: Any) -> Picture:
        drawn.append(type(values).__name__)
        return Picture(f"{name}.webp", b"x")

    monkeypatch.setattr(Pictures, "chart", chart)
    monkeypatch.setattr(Apart, "run", lambda apart, work, *arguments: Here().run(work, *arguments))
    point = await press(desk, "anpoint", pictures.show_point, f"{first} {last}")
    assert "turning point" in point.told[0] and point.sent[0]["ephemeral"]
    await press(desk, "anposter", pictures.show_poster)
    assert drawn == ["Moment", "Poster"]
    film = await press(desk, "anfilm", pictures.show_film)
    assert film.told[0] == "**Test:** the war" and film.sent[0]["files"][0].filename == "war.webp"


async def test_without_an_analysis_there_is_nothing_to_show(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    await desk.ok("done")
    for show in (pictures.show_film, pictures.show_poster, pictures.show_point):
        with pytest.raises(PlayError, match="No analysis of this game is kept"):
            await press(desk, "an", show, "1")
    await findings.keep(desk.store, desk.game_id, found(revision=1))
    with pytest.raises(PlayError, match="no turning point of the last analysis"):
        await press(desk, "anpoint", pictures.show_point, "7")
