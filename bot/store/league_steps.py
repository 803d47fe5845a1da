"""Carrying out the steps of a Change that are about leagues."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, update

from bot.store import league_changes as c
from bot.store import league_tables as t
from bot.store.problems import OfferGone

if TYPE_CHECKING:
    from bot.store.step_handlers import Work


def _put_course(step: c.PutCourse, work: Work) -> None:
    work.put(t.courses, asdict(step))


def _add_finished(step: c.AddFinished, work: Work) -> None:
    work.connection.execute(insert(t.finished).values(asdict(step)))


def _add_ruling(step: c.AddRuling, work: Work) -> None:
    work.connection.execute(insert(t.rulings).values(**asdict(step), at=work.now))


def _save_format(step: c.SaveFormat, work: Work) -> None:
    work.connection.execute(insert(t.formats).values(**asdict(step), at=work.now))


def _put_offer(step: c.PutOffer, work: Work) -> None:
    values = asdict(step)
    if step.revision == 1:
        work.connection.execute(insert(t.offers).values(**values, at=work.now))
        return
    o = t.offers.c
    known = (o.id == step.id, o.open.is_(True), o.revision == step.revision - 1)
    if work.connection.execute(update(t.offers).where(*known).values(values)).rowcount == 0:
        raise OfferGone(step.id)


LEAGUE: dict[type, Callable[[Any, Work], None]] = {
    c.PutCourse: _put_course,
    c.AddFinished: _add_finished,
    c.AddRuling: _add_ruling,
    c.SaveFormat: _save_format,
    c.PutOffer: _put_offer,
}
