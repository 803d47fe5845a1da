"""Days as people type them."""

from __future__ import annotations

import contextlib
import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.game.clock.deadlines import length
from bot.game.people.problems import PlayError

_ISO = re.compile(r"(?:(\d{4})-)?(\d{1,2})-(\d{1,2})")
_IN = re.compile(r"in (\d{1,3}) days?")
_WORDS = {"": 0, "today": 0, "now": 0, "tomorrow": 1}


def day_of(text: str, now: float, zone: str = "UTC") -> date:
    """`2026-12-24`, `12-24` (the next one), `today`, `tomorrow`, `in 3 days`, in a time zone. Raises PlayError."""
    today, low = datetime.fromtimestamp(now, ZoneInfo(zone)).date(), text.strip().lower()
    if low in _WORDS:
        return today + timedelta(days=_WORDS[low])
    if found := _IN.fullmatch(low):
        return today + timedelta(days=int(found[1]))
    if found := _ISO.fullmatch(low):
        year, month, day = int(found[1] or today.year), int(found[2]), int(found[3])
        for one in (year, year + 1) if not found[1] else (year,):
            try:
                given = date(one, month, day)
            except ValueError:
                continue
            if found[1] or given >= today:
                return given
    raise PlayError(f"“{text[:40]}” is no day: write it like 2026-12-24, 12-24, today, tomorrow or in 3 days.")


def begin_of(day: date, zone: str = "UTC") -> float:
    """When a day begins in a time zone (Unix seconds)."""
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC).timestamp()


def moment_of(text: str, now: float, zone: str = "UTC") -> float | None:
    """What is to come: in so much time (`3 days`, `36h`), or when a day begins (`2026-12-24`); None for `none`. Raises
    PlayError."""
    with contextlib.suppress(ValueError):
        wait = length(text)
        return None if wait is None else now + wait
    try:
        start = begin_of(day_of(text, now, zone), zone)
    except PlayError:
        raise PlayError(
            f"“{text[:40]}” is no time: write in how much, like 36h or 3 days, or a day, like 2026-12-24 or tomorrow."
        ) from None
    if start <= now:
        raise PlayError("That day has begun already: name one that comes.")
    return start
