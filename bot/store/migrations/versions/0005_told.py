"""Which message tells of which orders has a table of its own; it was a preference."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_p = sa.table("preferences", sa.column("scope"), sa.column("subject"), sa.column("name"), sa.column("value", sa.JSON()))
_NAMES = ("game_id", "first", "place", "message", "text", "lines", "shown")
_t = sa.table("told", *(sa.column(name, sa.JSON() if name == "lines" else None) for name in _NAMES))


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "told",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("shown", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_told_game_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "first", name="pk_told"),
    )
    for row in list(op.get_bind().execute(sa.select(_p).where(_p.c.scope == "told"))):
        ids = {"place": int(row.value["place"]), "message": int(row.value["message"])}
        values = {"shown": None, **row.value, **ids, "game_id": row.subject, "first": int(row.name)}
        op.execute(_t.insert().values({name: values[name] for name in _NAMES}))
    op.execute(_p.delete().where(_p.c.scope == "told"))


def downgrade() -> None:
    """Back."""
    for row in list(op.get_bind().execute(sa.select(_t))):
        value = {"place": str(row.place), "message": str(row.message), "text": row.text, "lines": row.lines}
        shown = {} if row.shown is None else {"shown": row.shown}
        values = {"scope": "told", "subject": row.game_id, "name": str(row.first), "value": {**value, **shown}}
        op.execute(_p.insert().values(values))
    op.drop_table("told")
