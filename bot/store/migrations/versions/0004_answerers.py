"""Who may answer for a seat stands with its game: scope "answerer", by power; it was a preference of the seat."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_p = sa.table("preferences", sa.column("scope"), sa.column("subject"), sa.column("name"), sa.column("value", sa.JSON()))
_OF_SEATS, _OF_GAMES = (_p.c.scope == "seat", _p.c.name == "answerer"), (_p.c.scope == "answerer",)


def upgrade() -> None:
    """Forward."""
    for row in _taken(*_OF_SEATS):
        game_id, _, power = row.subject.partition("/")
        op.execute(_p.insert().values(scope="answerer", subject=game_id, name=power, value=row.value))


def downgrade() -> None:
    """Back."""
    for row in _taken(*_OF_GAMES):
        seat = f"{row.subject}/{row.name}"
        op.execute(_p.insert().values(scope="seat", subject=seat, name="answerer", value=row.value))


def _taken(*which: sa.ColumnElement[bool]) -> list[Any]:
    rows = list(op.get_bind().execute(sa.select(_p.c.scope, _p.c.subject, _p.c.name, _p.c.value).where(*which)))
    op.execute(_p.delete().where(*which))
    return rows
