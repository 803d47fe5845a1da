"""What the process for analyses does, as module-level functions of plain values."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from analysis import adjudication, report
from analysis.adjudication import Played
from analysis.course import Course, TurnCourse
from analysis.instead import Instead
from analysis.playout import Ended
from bot.processes.odds_jobs import table_of
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


def curve(head: dict[str, Any], position: dict[str, Any], log: Sequence[Entry]) -> Course:
    """The chance of winning turn by turn. position: the last one of the log, which is whole."""
    return report.curve(_game(head, position, log))


def course(head: dict[str, Any], position: dict[str, Any], log: Sequence[Entry]) -> Course:
    """The same with luck and decisions."""
    return report.course(_game(head, position, log))


def instead(head: dict[str, Any], position: dict[str, Any], log: Sequence[Entry], turn: TurnCourse) -> Instead | None:
    """What computers would have done in a turn."""
    return report.instead(_game(head, position, log), turn)
