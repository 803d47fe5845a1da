"""The tables, as SQLAlchemy Core knows them. Changing one takes a migration (README.md).

Times are Unix seconds (float). Discord's ids are 64-bit integers. Nothing here is particular to SQLite.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    or_,
    select,
)
from sqlalchemy.engine import Dialect

from bot.store.records import SHARD_BITS, Share

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite gives only a column declared INTEGER a number by itself.
SERIAL = BigInteger().with_variant(Integer(), "sqlite")


class Packed(TypeDecorator[Any]):
    """JSON, compressed: for snapshots, which are large and seldom read."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> bytes | None:
        """Python value to stored bytes."""
        if value is None:
            return None
        return zlib.compress(json.dumps(value, separators=(",", ":")).encode(), 6)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> Any:
        """Stored bytes to Python value."""
        return None if value is None else json.loads(zlib.decompress(value))


def game_key() -> Column[str]:
    """The game that a row is about, as its key or a part of it."""
    return Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("name", String(100), nullable=False),
    Column("board", String(32), nullable=False),
    Column("rules", JSON, nullable=False),
    Column("options", JSON, nullable=False),
    Column("rules_version", String(64), nullable=False),
    Column("master", BigInteger, nullable=False),
    Column("status", String(16), nullable=False),
    Column("settings", JSON, nullable=False),
    Column("engine", JSON),
    Column("state_hash", String(64)),
    Column("revision", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Index(None, "channel_id"),
    Index(None, "thread_id"),
    Index(None, "guild_id", "status"),
)

seats = Table(
    "seats",
    metadata,
    game_key(),
    Column("power", String(64), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("role", String(16), nullable=False),
    Column("name", String(100), nullable=False),
    Column("interaction_id", String(64), nullable=False),
    Column("phrase", String(200), nullable=False),
    Column("joined", Double, nullable=False),
    Index(None, "user_id"),
)

entries = Table(
    "entries",
    metadata,
    game_key(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("interaction_id", String(64), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("power", String(64), nullable=False),
    Column("player", String(64), nullable=False),
    Column("order", Text, nullable=False),
    Column("events", JSON, nullable=False),
    Column("dice", JSON, nullable=False),
    Column("extra", JSON, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "game_id", "interaction_id"),
)

voids = Table(
    "voids",
    metadata,
    game_key(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("by_seq", Integer, nullable=False),
    ForeignKeyConstraint(["game_id", "seq"], ["entries.game_id", "entries.seq"], ondelete="CASCADE"),
)

receipts = Table(
    "receipts",
    metadata,
    # No foreign key: "" stands for interactions that belong to no game.
    Column("game_id", String(32), primary_key=True),
    Column("interaction_id", String(64), primary_key=True),
    Column("first_seq", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("answer", JSON),
    Column("state_hash", String(64)),
    Column("at", Double, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    game_key(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("keep", Boolean, nullable=False),
    Column("label", String(100), nullable=False),
    Column("data", Packed, nullable=False),
    Column("at", Double, nullable=False),
)

dice_chains = Table(
    "dice_chains",
    metadata,
    game_key(),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("length", Integer, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("root", Text, nullable=False),
    Column("at", Double, nullable=False),
)

dice_lines = Table(
    "dice_lines",
    metadata,
    game_key(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("roll", Integer),
    Column("short_id", String(32)),
    Column("seq", Integer),
    Column("line", JSON, nullable=False),
    Column("at", Double, nullable=False),
    UniqueConstraint("game_id", "roll"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE")),
    Column("channel_id", BigInteger, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("payload", JSON, nullable=False),
    Column("dedupe", String(128), nullable=False, unique=True),
    Column("slot", String(64)),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("try_at", Double, nullable=False),
    Column("message_id", BigInteger),
    Column("error", Text),
    Column("at", Double, nullable=False),
    Column("sent_at", Double),
    Column("guild_id", BigInteger),
    Index(None, "state", "channel_id", "id"),
    sqlite_autoincrement=True,
)

timers = Table(
    "timers",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE")),
    Column("key", String(200), nullable=False),
    Column("kind", String(32), nullable=False),
    Column("due", Double, nullable=False),
    Column("fire_at", Double),
    Column("left", Double),
    Column("attempts", Integer, nullable=False),
    Column("payload", JSON, nullable=False),
    Column("guild_id", BigInteger),
    UniqueConstraint("game_id", "key"),
    Index(None, "fire_at"),
    # The id is part of the order id of a fired timer, so none is ever given twice.
    sqlite_autoincrement=True,
)

policies = Table(
    "policies",
    metadata,
    game_key(),
    Column("power", String(64), primary_key=True),
    Column("kind", String(32), primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("data", JSON, nullable=False),
    Column("at", Double, nullable=False),
)

posts = Table(
    "posts",
    metadata,
    game_key(),
    Column("kind", String(64), primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
)

preferences = Table(
    "preferences",
    metadata,
    Column("scope", String(16), primary_key=True),
    Column("subject", String(100), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("value", JSON, nullable=False),
)

told = Table(
    "told",
    metadata,
    game_key(),
    Column("first", Integer, primary_key=True),
    Column("place", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("lines", JSON, nullable=False),
    Column("shown", Text),
)

proposals = Table(
    "proposals",
    metadata,
    game_key(),
    Column("id", String(64), primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("by", BigInteger, nullable=False),
    Column("asked", JSON, nullable=False),
    Column("agreed", JSON, nullable=False),
    Column("why", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("data", JSON, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE")),
    Column("actor", String(64), nullable=False),
    Column("action", String(64), nullable=False),
    Column("detail", JSON, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "game_id", "id"),
)

errors = Table(
    "errors",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", Double, nullable=False),
    Column("kind", String(100), nullable=False),
    Column("summary", Text, nullable=False),
    Column("traceback", Text, nullable=False),
    Column("context", JSON, nullable=False),
    Index(None, "at"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("data", JSON, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "game_id"),
    sqlite_autoincrement=True,
)


def of_share(share: Share, table: Table) -> tuple[ColumnElement[bool], ...]:
    """Conditions that leave rows of a share's games and servers. What belongs to none is the first share's."""
    if share.of == 1:
        return ()
    g, game_id, guild_id = games.c, table.c.game_id, table.c.guild_id
    mine = game_id.in_(select(g.id).where((g.guild_id // (1 << SHARD_BITS)) % share.of == share.number))
    ours = (guild_id // (1 << SHARD_BITS)) % share.of == share.number
    found = or_(mine, game_id.is_(None) & ours)
    return (or_(found, game_id.is_(None) & guild_id.is_(None)),) if share.number == 0 else (found,)
