"""The first tables: games and their log, dice, outbox, timers, preferences, audit trail and errors."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TABLES = (
    "voids timers snapshots seats posts policies outbox entries dice_lines dice_chains "
    "audit receipts preferences games errors"
)


def _text(name: str, length: int | None = None, null: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(length) if length else sa.Text(), nullable=null)


def _number(name: str, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=null, autoincrement=False)


def _snowflake(name: str, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=null)


def _time(name: str, null: bool = False) -> sa.Column[float]:
    return sa.Column(name, sa.Double(), nullable=null)


def _json(name: str, null: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.JSON(), nullable=null)


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def _of_game(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=f"fk_{table}_game_id", ondelete="CASCADE")


def _index(table: str, *columns: str) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))


def upgrade() -> None:
    """Forward."""
    _games()
    _log()
    _dice()
    _sending()
    _timers()
    _wishes()
    _trail()


def _games() -> None:
    op.create_table(
        "games",
        _text("id", 32),
        _snowflake("guild_id"),
        _snowflake("channel_id"),
        _snowflake("thread_id", null=True),
        _text("name", 100),
        _text("board", 32),
        _json("rules"),
        _json("options"),
        _text("rules_version", 64),
        _snowflake("master"),
        _text("status", 16),
        _json("settings"),
        _json("engine", null=True),
        _text("state_hash", 64, null=True),
        _number("revision"),
        _time("created"),
        _time("updated"),
        _key("games", "id"),
    )
    _index("games", "channel_id")
    _index("games", "thread_id")
    _index("games", "guild_id", "status")
    op.create_table(
        "seats",
        _text("game_id", 32),
        _text("power", 64),
        _snowflake("user_id"),
        _text("role", 16),
        _text("name", 100),
        _text("interaction_id", 64),
        _text("phrase", 200),
        _time("joined"),
        _of_game("seats"),
        _key("seats", "game_id", "power", "user_id"),
    )
    _index("seats", "user_id")


def _log() -> None:
    op.create_table(
        "entries",
        _text("game_id", 32),
        _number("seq"),
        _text("interaction_id", 64),
        _text("kind", 16),
        _text("power", 64),
        _text("player", 64),
        _text("order"),
        _json("events"),
        _json("dice"),
        _json("extra"),
        _time("at"),
        _of_game("entries"),
        _key("entries", "game_id", "seq"),
    )
    _index("entries", "game_id", "interaction_id")
    op.create_table(
        "voids",
        _text("game_id", 32),
        _number("seq"),
        _number("by_seq"),
        _of_game("voids"),
        sa.ForeignKeyConstraint(
            ["game_id", "seq"],
            ["entries.game_id", "entries.seq"],
            name="fk_voids_game_id_seq",
            ondelete="CASCADE",
        ),
        _key("voids", "game_id", "seq"),
    )
    op.create_table(
        "receipts",
        _text("game_id", 32),
        _text("interaction_id", 64),
        _number("first_seq"),
        _number("last_seq"),
        _json("answer", null=True),
        _text("state_hash", 64, null=True),
        _time("at"),
        _key("receipts", "game_id", "interaction_id"),
    )
    op.create_table(
        "snapshots",
        _text("game_id", 32),
        _number("seq"),
        sa.Column("keep", sa.Boolean(), nullable=False),
        _text("label", 100),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        _time("at"),
        _of_game("snapshots"),
        _key("snapshots", "game_id", "seq"),
    )


def _dice() -> None:
    op.create_table(
        "dice_chains",
        _text("game_id", 32),
        _number("first"),
        _number("length"),
        _text("commitment", 64),
        _text("root"),
        _time("at"),
        _of_game("dice_chains"),
        _key("dice_chains", "game_id", "first"),
    )
    op.create_table(
        "dice_lines",
        _text("game_id", 32),
        _number("number"),
        _text("kind", 16),
        _number("roll", null=True),
        _text("short_id", 32, null=True),
        _number("seq", null=True),
        _json("line"),
        _time("at"),
        _of_game("dice_lines"),
        _key("dice_lines", "game_id", "number"),
        sa.UniqueConstraint("game_id", "roll", name="uq_dice_lines_game_id_roll"),
    )


def _sending() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", _SERIAL, nullable=False),
        _text("game_id", 32, null=True),
        _snowflake("channel_id"),
        _text("kind", 32),
        _json("payload"),
        _text("dedupe", 128),
        _text("slot", 64, null=True),
        _text("state", 16),
        _number("attempts"),
        _time("try_at"),
        _snowflake("message_id", null=True),
        _text("error", null=True),
        _time("at"),
        _time("sent_at", null=True),
        _of_game("outbox"),
        _key("outbox", "id"),
        sa.UniqueConstraint("dedupe", name="uq_outbox_dedupe"),
        sqlite_autoincrement=True,
    )
    _index("outbox", "state", "channel_id", "id")


def _timers() -> None:
    op.create_table(
        "timers",
        sa.Column("id", _SERIAL, nullable=False),
        _text("game_id", 32, null=True),
        _text("key", 64),
        _text("kind", 32),
        _time("due"),
        _time("fire_at", null=True),
        _time("left", null=True),
        _number("attempts"),
        _json("payload"),
        _of_game("timers"),
        _key("timers", "id"),
        sa.UniqueConstraint("game_id", "key", name="uq_timers_game_id_key"),
        sqlite_autoincrement=True,
    )
    _index("timers", "fire_at")


def _wishes() -> None:
    op.create_table(
        "policies",
        _text("game_id", 32),
        _text("power", 64),
        _text("kind", 32),
        _snowflake("user_id"),
        _json("data"),
        _time("at"),
        _of_game("policies"),
        _key("policies", "game_id", "power", "kind"),
    )
    op.create_table(
        "posts",
        _text("game_id", 32),
        _text("kind", 64),
        _snowflake("channel_id"),
        _snowflake("message_id"),
        _of_game("posts"),
        _key("posts", "game_id", "kind"),
    )
    op.create_table(
        "preferences",
        _text("scope", 16),
        _text("subject", 100),
        _text("name", 64),
        _json("value"),
        _key("preferences", "scope", "subject", "name"),
    )


def _trail() -> None:
    op.create_table(
        "audit",
        sa.Column("id", _SERIAL, nullable=False),
        _text("game_id", 32, null=True),
        _text("actor", 64),
        _text("action", 64),
        _json("detail"),
        _time("at"),
        _of_game("audit"),
        _key("audit", "id"),
    )
    _index("audit", "game_id", "id")
    op.create_table(
        "errors",
        _text("id", 16),
        _time("at"),
        _text("kind", 100),
        _text("summary"),
        _text("traceback"),
        _json("context"),
        _key("errors", "id"),
    )
    _index("errors", "at")


def downgrade() -> None:
    """Back to nothing."""
    for table in _TABLES.split():
        op.drop_table(table)
