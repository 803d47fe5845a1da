"""Carrying out the steps of a Change that are about leagues."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert

from bot.store import league_changes as c
from bot.store import league_tables as t

if TYPE_CHECKING:
    from bot.store.step_handlers import Work


def _put_course(step: c.PutCourse, work: Work) -> None:
    work.put(t.courses, asdict(step))


def _add_finished(step: c.AddFinished, work: Work) -> None:
    work.connection.execute(insert(t.finished).values(asdict(step)))


def _add_ruling(step: c.AddRuling, work: Work) -> None:
    work.connection.execute(insert(t.rulings).values(**asdict(step), at=work.now))


LEAGUE: dict[type, Callable[[Any, Work], None]] = {
    c.PutCourse: _put_course,
    c.AddFinished: _add_finished,
    c.AddRuling: _add_ruling,
}
