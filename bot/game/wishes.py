"""What people may wish for themselves: how they are told that it is their move, and how much of what happened."""

from __future__ import annotations

MENTION, DIRECT, NEVER = "mention", "direct", "never"
WAYS = (MENTION, DIRECT, NEVER)
FULL, SHORT, NOTHING = "full", "short", "nothing"
NEWS = (FULL, SHORT, NOTHING)
