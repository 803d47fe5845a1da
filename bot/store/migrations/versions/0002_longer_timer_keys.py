"""Keys of timers hold a question with its place and a reminder's number: 64 characters were too few."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. SQLite knows no lengths, and rebuilding the table would lose that it gives no number twice."""
    if op.get_bind().dialect.name != "sqlite":
        op.alter_column("timers", "key", existing_type=sa.String(64), type_=sa.String(200), existing_nullable=False)


def downgrade() -> None:
    """Back: timers whose keys are too long then are dropped with it (their games get new ones with the next order)."""
    op.execute(sa.text("DELETE FROM timers WHERE length(key) > 64"))
    if op.get_bind().dialect.name != "sqlite":
        op.alter_column("timers", "key", existing_type=sa.String(200), type_=sa.String(64), existing_nullable=False)
