"""Logs: one structured stream for us and for the libraries, without secrets; and errors with an id.

An error of ours gets a short id. The user is told the id, the log and the store keep what happened.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
import traceback
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any, TextIO

import structlog

from bot.settings import Settings
from bot.store import ErrorRow, Store

HIDDEN = "[hidden]"
# Names under which no value is ever shown.
_SECRET_NAMES = re.compile(r"(^|_)(token|secret|password|authorization|root|key)$", re.IGNORECASE)
# A bot token; the token part of an interaction's or webhook's address; the password in a URL.
_SECRET_SHAPES = (
    re.compile(r"()[MNO][A-Za-z\d_-]{23,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,}"),
    re.compile(r"(/(?:webhooks|interactions)/\d+/)[A-Za-z\d_.:-]{8,}"),
    re.compile(r"(\w://[^:/@\s]*:)[^@/\s]+(?=@)"),
)
# No 0, O, 1, I: an id is read aloud and typed in again.
_ID_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

_log = structlog.get_logger("bot.errors")


class SecretFilter:
    """Takes secrets out of what is logged: by name, by shape, and those it was told of."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        self._known = sorted({secret for secret in known if len(secret) >= 6}, key=len, reverse=True)

    def __call__(self, _: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """As a processor of structlog."""
        return {name: self._clean(name, value) for name, value in event.items()}

    def text(self, text: str) -> str:
        """Text without secrets."""
        for secret in self._known:
            text = text.replace(secret, HIDDEN)
        for shape in _SECRET_SHAPES:
            text = shape.sub(rf"\1{HIDDEN}", text)
        return text

    def _clean(self, name: str, value: Any) -> Any:
        if _SECRET_NAMES.search(name):
            return HIDDEN
        if isinstance(value, dict):
            return {key: self._clean(str(key), inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self._clean("", inner) for inner in value]
        if isinstance(value, int | float | bool | None):
            return value
        return self.text(value if isinstance(value, str) else repr(value))


class Alike(logging.Filter):
    """Of warnings and errors alike lets so many through in a minute; the next one after that tells how many were left out.
    Where a failure repeats itself without end (no file descriptor is left, say), neither disk nor reader drowns."""

    MOST, MINUTE, KINDS = 20, 60.0, 1000

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """As a filter of a handler."""
        if record.levelno < logging.WARNING:
            return True
        key, now = (record.name, *_kind_of(record)), self._clock()
        if len(self._seen) > self.KINDS:
            self._seen.clear()
        begun, count = self._seen.get(key, (now, 0))
        if now - begun >= self.MINUTE:
            _note(record, count - self.MOST)
            begun, count = now, 0
        self._seen[key] = begun, count + 1
        return count < self.MOST


def _kind_of(record: logging.LogRecord) -> tuple[object, ...]:
    """What lines alike have in common."""
    said = record.msg
    if isinstance(said, dict):
        return said.get("event"), said.get("where"), said.get("kind")
    return (str(said).partition("\n")[0],)


def _note(record: logging.LogRecord, left_out: int) -> None:
    if left_out <= 0:
        return
    if isinstance(record.msg, dict):
        record.msg = {**record.msg, "left_out": left_out}
    else:
        record.msg = f"{record.msg} (and {left_out} more like this)"


_filter = SecretFilter()


def set_up_logs(settings: Settings, stream: TextIO | None = None) -> None:
    """Send all logs, the libraries' too, to one stream (standard error) in the format of the settings."""
    global _filter
    _filter = SecretFilter(settings.secrets)
    stream = stream or sys.stderr
    as_json = settings.log_format == "json" or (settings.log_format == "auto" and not stream.isatty())
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    last = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)
    strip = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[strip, _filter, last])
    )
    handler.addFilter(Alike())
    logging.root.handlers[:] = [handler]
    logging.root.setLevel(settings.log_level.upper())
    for noisy in ("aiohttp.access", "aiosqlite", "alembic", "discord.http", "discord.gateway", "PIL"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.root.level))


def new_error_id() -> str:
    """A fresh id for an error: six letters and digits that are hard to confuse."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(6))


async def report(store: Store | None, error: BaseException, where: str, **context: Any) -> str:
    """Log an error of ours, keep it in the store, and give the id to tell the user. Never raises.

    where: what was being done. context: ids that help (game_id, user_id, interaction_id ...); secrets in it,
    in the message and in the traceback are taken out.
    """
    error_id = new_error_id()
    lines = _filter.text("".join(traceback.format_exception(error)))
    summary = _filter.text(f"{where}: {error}")
    kept = _filter(None, "", dict(context))
    _log.error("error", error_id=error_id, where=where, kind=type(error).__name__, trace=lines, **kept)
    if store is not None:
        try:
            await store.record_error(ErrorRow(error_id, type(error).__name__, summary, lines, dict(kept)))
        except Exception as second:
            _log.error("error not kept", error_id=error_id, kind=type(second).__name__, why=str(second))
    return error_id
