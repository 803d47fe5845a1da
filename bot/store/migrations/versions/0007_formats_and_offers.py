"""Formats that clubs have saved; challenges, and tickets of those who look for a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "formats",
        sa.Column("league", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("by", sa.BigInteger(), nullable=False),
        sa.Column("retired", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("league", "name", "version", name="pk_formats"),
    )
    op.create_table(
        "offers",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("league", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_offers"),
    )
    op.create_index("ix_offers_league_kind_open", "offers", ["league", "kind", "open"])


def downgrade() -> None:
    """Back: formats of clubs, challenges and tickets are gone."""
    op.drop_index("ix_offers_league_kind_open", table_name="offers")
    op.drop_table("offers")
    op.drop_table("formats")
