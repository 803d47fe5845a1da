"""What people propose in a game has a table of its own; it was a preference."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_p = sa.table("preferences", sa.column("scope"), sa.column("subject"), sa.column("name"), sa.column("value", sa.JSON()))
_FIELDS = ("id", "kind", "by", "asked", "agreed", "why", "revision", "data")
_JSON = ("asked", "agreed", "data")
_t = sa.table("proposals", *(sa.column(name, sa.JSON() if name in _JSON else None) for name in ("game_id", *_FIELDS)))


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "proposals",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("by", sa.BigInteger(), nullable=False),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_proposals_game_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "id", name="pk_proposals"),
    )
    for row in list(op.get_bind().execute(sa.select(_p).where(_p.c.scope == "proposal"))):
        values = {"data": {}, **row.value, "game_id": row.subject}
        op.execute(_t.insert().values({name: values[name] for name in ("game_id", *_FIELDS)}))
    op.execute(_p.delete().where(_p.c.scope == "proposal"))


def downgrade() -> None:
    """Back."""
    for row in list(op.get_bind().execute(sa.select(_t))):
        value = {name: getattr(row, name) for name in _FIELDS}
        op.execute(_p.insert().values(scope="proposal", subject=row.game_id, name=row.id, value=value))
    op.drop_table("proposals")
