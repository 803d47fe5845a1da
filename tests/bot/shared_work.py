"""Work that the store and the moderator do once a process, which tests would do once a test, as each has a store of its own:
SQLAlchemy's statements compiled, the same dice chain reckoned, the same settings read."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.game.files import transfer
from bot.game.lobby import lobby
from bot.game.moderator import table
from bot.settings import Settings
from bot.store import database, owner
from rules.dice.chain import SeedChain

_COMPILED: dict[Any, Any] = {}
_DIALECTS: dict[str, Any] = {}


def share() -> None:
    """Have it done once, from now on."""
    database.create_engine = _engine  # type: ignore[attr-defined]
    database.create_async_engine = owner.create_async_engine = _server_engine  # type: ignore[attr-defined]
    chain = lru_cache(SeedChain)
    for module in (lobby, table, transfer):
        module.SeedChain = chain  # type: ignore[attr-defined]


def settings(folder: Path) -> Settings:
    """Settings for a data folder, without pictures; the rest is as it comes."""
    return _plain_settings().model_copy(update={"data_dir": folder})


@cache
def _plain_settings() -> Settings:
    return Settings(pictures=False, _env_file=None)  # type: ignore[call-arg]


def _engine(*given: Any, **named: Any) -> Engine:
    return _sharing(create_engine(*given, **named))


def _server_engine(*given: Any, **named: Any) -> AsyncEngine:
    made = create_async_engine(*given, **named)
    _sharing(made.sync_engine)
    return made


def _sharing(engine: Engine) -> Engine:
    """An engine that finds what others have compiled: it knows that by its dialect too, once one has met its database."""
    known = _DIALECTS.setdefault(engine.name, engine.dialect)
    if known.default_schema_name:
        engine.dialect = known
    else:
        _DIALECTS[engine.name] = engine.dialect
    engine.update_execution_options(compiled_cache=_COMPILED)
    return engine
