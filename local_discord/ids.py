"""Snowflakes: the ids of Discord, a time in milliseconds with a counter below it."""

from __future__ import annotations

import time
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
"""First millisecond of 2015, from which every snowflake counts."""

_SEED_EPOCH_MS = 1_577_836_800_000
"""Ids of the things a channel begins with are dated to 2020, so that they never collide with later ones."""


class Snowflakes:
    """Gives out ids that only ever grow, however fast they are asked for."""

    def __init__(self) -> None:
        self._last = 0

    def new(self) -> str:
        """A new id, later than every id given before."""
        now_ms = int(time.time() * 1000) - DISCORD_EPOCH_MS
        self._last = max(now_ms << 22, self._last + 1)
        return str(self._last)

    def seen(self, snowflake: str) -> None:
        """Take note of an id from a saved world, so that new ones come after it."""
        self._last = max(self._last, int(snowflake))


def seeded(number: int) -> str:
    """The id of the number-th thing a world begins with: the same in every run."""
    return str((_SEED_EPOCH_MS - DISCORD_EPOCH_MS << 22) + number)


def now() -> str:
    """The present moment as Discord writes it: ISO 8601 with the offset of UTC."""
    return datetime.now(UTC).isoformat()


def moment(snowflake: str) -> str:
    """When the thing with this id came to be, as `now` writes it."""
    seconds = ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000
    return datetime.fromtimestamp(seconds, UTC).isoformat()
