"""The tables of leagues, beside those of games (tables.py). A league is known by the server it is at home on."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, String, Table, Text

from bot.store.tables import SERIAL, game_key, metadata

courses = Table(
    "courses",
    metadata,
    game_key(),
    Column("league", BigInteger, nullable=False),
    Column("data", JSON, nullable=False),
    Index(None, "league"),
)

finished = Table(
    "finished",
    metadata,
    game_key(),
    Column("league", BigInteger, nullable=False),
    Column("ended", Double, nullable=False),
    Column("record", JSON, nullable=False),
    Index(None, "league", "ended"),
)

rulings = Table(
    "rulings",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("league", BigInteger, nullable=False),
    Column("ruling", JSON, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "league", "id"),
    sqlite_autoincrement=True,
)

formats = Table(
    "formats",
    metadata,
    Column("league", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(64), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("by", BigInteger, nullable=False),
    Column("retired", Boolean, nullable=False),
    Column("at", Double, nullable=False),
)

offers = Table(
    "offers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("league", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("until", Double, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("data", JSON, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "league", "kind", "open"),
)
