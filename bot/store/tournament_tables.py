"""The tables of tournaments and seasons. A tournament is its record: events that are only ever added."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from bot.store.tables import metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("league", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("data", JSON, nullable=False),
    Column("at", Double, nullable=False),
    UniqueConstraint("league", "name"),
    Index(None, "league", "open"),
)

tournament_events = Table(
    "tournament_events",
    metadata,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("event", JSON, nullable=False),
    Column("by", String(32), nullable=False),
    Column("note", Text, nullable=False),
    Column("at", Double, nullable=False),
)

seasons = Table(
    "seasons",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("league", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("data", JSON, nullable=False),
    Column("kept", JSON),
    Column("at", Double, nullable=False),
    UniqueConstraint("league", "name"),
    Index(None, "league", "open"),
)
