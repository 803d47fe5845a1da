"""Carrying out the steps of a Change that are about tournaments and seasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import Table, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store import tournament_changes as c
from bot.store import tournament_tables as t
from bot.store.problems import Moved, NameTaken

if TYPE_CHECKING:
    from bot.store.step_handlers import Work


def _added(table: Table, values: Mapping[str, Any], work: Work) -> bool:
    """Insert a row; False where one with its key, or something else that is there once, is known."""
    kind = postgresql if work.connection.dialect.name == "postgresql" else sqlite
    row = kind.insert(table).values(**values, at=work.now).on_conflict_do_nothing()
    return work.connection.execute(row.returning(*table.primary_key.columns)).first() is not None


def _open_tournament(step: c.OpenTournament, work: Work) -> None:
    if not _added(t.tournaments, {**asdict(step), "open": True}, work):
        raise NameTaken(step.name)


def _open_season(step: c.OpenSeason, work: Work) -> None:
    if not _added(t.seasons, {**asdict(step), "open": True}, work):
        raise NameTaken(step.name)


def _events(tournament: str, work: Work) -> int:
    e = t.tournament_events.c
    query = select(func.count()).select_from(t.tournament_events).where(e.tournament == tournament)
    return int(work.connection.execute(query).scalar_one())


def _add_event(step: c.AddEvent, work: Work) -> None:
    # Of two who count at once on PostgreSQL the second waits for the first at the key, and adds nothing.
    if _events(step.tournament, work) != step.number - 1 or not _added(t.tournament_events, asdict(step), work):
        raise Moved(step.tournament)


def _require_record(step: c.RequireRecord, work: Work) -> None:
    if _events(step.tournament, work) != step.events:
        raise Moved(step.tournament)


def _close_tournament(step: c.CloseTournament, work: Work) -> None:
    work.connection.execute(update(t.tournaments).where(t.tournaments.c.id == step.tournament).values(open=False))


def _change_season(step: c.ChangeSeason, work: Work) -> None:
    _of_open_season(step.season, {"data": step.data}, work)


def _close_season(step: c.CloseSeason, work: Work) -> None:
    _of_open_season(step.season, {"open": False, "kept": step.kept}, work)


def _of_open_season(season: str, values: Mapping[str, Any], work: Work) -> None:
    s = t.seasons.c
    changed = update(t.seasons).where(s.id == season, s.open.is_(True)).values(**values)
    if work.connection.execute(changed).rowcount == 0:
        raise Moved(season)


TOURNAMENT: dict[type, Callable[[Any, Work], None]] = {
    c.OpenTournament: _open_tournament,
    c.AddEvent: _add_event,
    c.RequireRecord: _require_record,
    c.CloseTournament: _close_tournament,
    c.OpenSeason: _open_season,
    c.ChangeSeason: _change_season,
    c.CloseSeason: _close_season,
}
