"""Discord's rate limits: a bucket for each route and what it is about, and fifty requests a second in all.

The figures of the routes are what Discord's headers have told bots; it promises none of them, and clients learn them from
the headers of each answer (`Verdict`).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

# (method and route, requests, seconds): the first that fits. What stands in the route before the message's id, the major
# parameter, makes a bucket of its own.
LIMITS: tuple[tuple[re.Pattern[str], int, float], ...] = tuple(
    (re.compile(route), count, seconds)
    for route, count, seconds in (
        (r"POST /channels/\d+/messages", 5, 5.0),
        (r"PATCH /channels/\d+/messages/\d+", 5, 5.0),
        (r"DELETE /channels/\d+/messages/\d+", 5, 1.0),
        (r"POST /channels/\d+/threads", 10, 10.0),
        (r"POST /channels/\d+/messages/\d+/threads", 10, 10.0),
        (r"PATCH /channels/\d+", 5, 10.0),
        (r"POST /users/@me/channels", 10, 10.0),
        (r"(POST|PATCH|DELETE|GET) /webhooks/.*", 5, 2.0),
    )
)
EVERYTHING = (50, 1.0)
# Answers to interactions are no part of the fifty a second.
_FREE = re.compile(r"/(interactions|webhooks)/")
_MAJOR = re.compile(r"/(?:channels|guilds)/\d+|/webhooks/\d+/[^/]+")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the headers of an answer say of its bucket; `after`: in how many seconds to try again (0: it may go on)."""

    bucket: str
    limit: int
    left: int
    reset: float
    after: float = 0.0
    everything: bool = False


@dataclass(slots=True)
class _Window:
    ends: float
    used: int = 0


class Rates:
    """The buckets of one bot. pace: how many times quicker than Discord's they fill up again, for tests."""

    def __init__(self, pace: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.pace, self._clock = pace, clock
        self._windows: dict[tuple[str, str], _Window] = {}
        self.refused = 0

    def take(self, method: str, path: str) -> Verdict | None:
        """Let a request through, or refuse it; None for a route without a bucket. path: without the API's prefix."""
        if not _FREE.match(path):
            everything = self._use(("", "everything"), *EVERYTHING)
            if everything.after:
                return everything
        asked = f"{method} {path}"
        for pattern, count, seconds in LIMITS:
            if pattern.fullmatch(asked):
                major = _MAJOR.match(path)
                return self._use((pattern.pattern, major.group() if major else ""), count, seconds)
        return None

    def _use(self, name: tuple[str, str], count: int, seconds: float) -> Verdict:
        now, length = self._clock(), seconds / self.pace
        window = self._windows.get(name)
        if window is None or window.ends <= now:
            window = self._windows[name] = _Window(now + length)
        bucket, reset = re.sub(r"\W+", "-", name[0]).strip("-")[:40] or "everything", window.ends - now
        if window.used >= count:
            self.refused += 1
            return Verdict(bucket, count, 0, reset, max(reset, 0.001), not name[0])
        window.used += 1
        return Verdict(bucket, count, count - window.used, reset)
