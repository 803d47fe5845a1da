"""Tournaments with their records, seasons; messages and timers that belong to a server and to no game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("league", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("league", "name", name="uq_tournaments_league_name"),
    )
    op.create_index("ix_tournaments_league_open", "tournaments", ["league", "open"])
    op.create_table(
        "tournament_events",
        sa.Column("tournament", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("event", sa.JSON(), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_events_tournament", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_tournament_events"),
    )
    op.create_table(
        "seasons",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("league", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("kept", sa.JSON(), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
        sa.UniqueConstraint("league", "name", name="uq_seasons_league_name"),
    )
    op.create_index("ix_seasons_league_open", "seasons", ["league", "open"])
    for table in ("outbox", "timers"):
        op.add_column(table, sa.Column("guild_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Back: tournaments and seasons are gone."""
    op.execute(sa.text("delete from timers where guild_id is not null"))
    op.execute(sa.text("delete from outbox where guild_id is not null"))
    for table in ("timers", "outbox"):
        op.drop_column(table, "guild_id")
    op.drop_index("ix_seasons_league_open", table_name="seasons")
    op.drop_table("seasons")
    op.drop_table("tournament_events")
    op.drop_index("ix_tournaments_league_open", table_name="tournaments")
    op.drop_table("tournaments")
