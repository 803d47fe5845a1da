"""The tables of leagues, beside those of games (tables.py). A league is known by the server it is at home on."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, Double, ForeignKey, Index, String, Table

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
