"""What people may wish for themselves: how they are told that it is their move."""

from __future__ import annotations

MENTION, DIRECT, NEVER = "mention", "direct", "never"
WAYS = (MENTION, DIRECT, NEVER)
