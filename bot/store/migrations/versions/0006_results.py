"""How games went on the way to their result, the records of those that are over, and what arbiters said of them later."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "courses",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("league", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_courses_game_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_courses"),
    )
    op.create_index("ix_courses_league", "courses", ["league"])
    op.create_table(
        "finished",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("league", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_finished_game_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_finished"),
    )
    op.create_index("ix_finished_league_ended", "finished", ["league", "ended"])
    op.create_table(
        "rulings",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("league", sa.BigInteger(), nullable=False),
        sa.Column("ruling", sa.JSON(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rulings_game_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_rulings"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_rulings_league_id", "rulings", ["league", "id"])


def downgrade() -> None:
    """Back: results are gone."""
    for index, table in (
        ("ix_rulings_league_id", "rulings"),
        ("ix_finished_league_ended", "finished"),
        ("ix_courses_league", "courses"),
    ):
        op.drop_index(index, table_name=table)
        op.drop_table(table)
