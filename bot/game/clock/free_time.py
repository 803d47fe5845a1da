"""Time that does not count for a clock: weekends, and leave that a player has taken. Unix seconds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from league.clocks.calendar import Span, merged

SATURDAY = 5


def later(at: float, seconds: float, zone: str = "", away: Sequence[Span] = ()) -> float:
    """So much later; spans away are passed over, and in a zone weekends."""
    for start, end in merged(away, at, float("inf")):
        room = between(at, start, zone)
        if start > at and seconds <= room:
            break
        at, seconds = end, seconds - room
    return _later(at, seconds, zone)


def between(start: float, due: float, zone: str = "", away: Sequence[Span] = ()) -> float:
    """How much time there is until then, without spans away; in a zone, without weekends."""
    left, at = 0.0, start
    for from_, to in merged(away, start, due) if due > start else ():
        left, at = left + _between(at, from_, zone), to
    return left + _between(at, due, zone)


def _later(at: float, seconds: float, zone: str) -> float:
    while zone:
        local = datetime.fromtimestamp(at, ZoneInfo(zone))
        midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
        if local.weekday() >= SATURDAY:
            at = (midnight + timedelta(days=7 - local.weekday())).timestamp()
            continue
        rest = (midnight + timedelta(days=SATURDAY - local.weekday())).timestamp() - at
        if seconds <= rest:
            break
        at, seconds = at + rest, seconds - rest
    return at + seconds


def _between(start: float, due: float, zone: str) -> float:
    left = 0.0
    while zone and start < due:
        local = datetime.fromtimestamp(start, ZoneInfo(zone))
        tomorrow = (local.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)).timestamp()
        left += (min(due, tomorrow) - start) * (local.weekday() < SATURDAY)
        start = tomorrow
    return left if zone else due - start
