"""What the process for analyses does, as module-level functions of plain values."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from analysis import adjudication, fit, report, samples
from analysis.adjudication import Played
from analysis.chance import models
from analysis.course import Course, TurnCourse
from analysis.instead import Instead
from analysis.playout import Ended
from analysis.report import Own
from bot.processes.odds_jobs import table_of
from render.charts import CourseChart
from render.input.scene import Picture
from render.input.war import war
from render.story import Step, War, film_picture
from rules.model import codec, formats
from rules.play.game import Entry, Game
from rules.play.numbered import Numbered

NICE = 15


def stand_back() -> None:
    """Let every other process go first: games are being played."""
    if hasattr(os, "nice"):
        os.nice(NICE)


def played_out(head: dict[str, Any], position: dict[str, Any], played: Played, number: int) -> Ended:
    """One game of an adjudication, from a game's head and snapshot."""
    return adjudication.one(Game(table_of(head), codec.load_state(formats.state(position))), played, number)


def _game(head: dict[str, Any], position: dict[str, Any], log: Sequence[Entry]) -> Game:
    return Game(table_of(head), codec.load_state(formats.state(position)), Numbered(log))


def curve(head: dict[str, Any], position: dict[str, Any], log: Sequence[Entry], own: Own) -> Course:
    """The chance of winning turn by turn. position: the last one of the log, which is whole. own: the league's models."""
    return report.curve(_game(head, position, log), own)


def course(head: dict[str, Any], position: dict[str, Any], log: Sequence[Entry], own: Own) -> Course:
    """The same with luck and decisions."""
    return report.course(_game(head, position, log), own)


def instead(
    head: dict[str, Any], position: dict[str, Any], log: Sequence[Entry], own: Own, turn: TurnCourse
) -> Instead | None:
    """What computers would have done in a turn."""
    return report.instead(_game(head, position, log), turn, own=own)


def sample(head: dict[str, Any], position: dict[str, Any], log: Sequence[Entry], name: str, winner: str) -> Any:
    """A game of people as what a model learns from."""
    return samples.as_json(samples.sample_of(name, _game(head, position, log), winner))


def fitted(known: Sequence[Any]) -> Any:
    """Models of games of people, added to what is known of computers'."""
    games = [one for one in map(samples.from_json, known) if one is not None]
    return fit.as_json(fit.fit(games, prior=models()), {})


def film(
    head: dict[str, Any],
    position: dict[str, Any],
    log: Sequence[Entry],
    chart: CourseChart,
    spans: Sequence[tuple[int, int]],
) -> Picture:
    """The war as a moving picture, with its course below. spans: first and last order of each of its turns."""
    marked = [n for n, turn in enumerate(chart.turns) if turn.mark]
    first, steps = war(_game(head, position, log), spans, marked)
    return film_picture(War(chart, first, tuple(Step(*one) for one in steps)))
