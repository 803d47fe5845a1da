"""What people may wish for themselves: how they are told that it is their move, how much of what happened, and how much
is said to their orders; the last as a game's master may wish for all."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store import Game

MENTION, DIRECT, NEVER = "mention", "direct", "never"
WAYS = (MENTION, DIRECT, NEVER)
FULL, SHORT, NOTHING = "full", "short", "nothing"
NEWS = (FULL, SHORT, NOTHING)
DETAIL = "detail"
DETAILS = (FULL, SHORT)
"""How much is said in a game: dice, odds and pictures with every step, or what came of it."""


def short(row: Game) -> bool:
    """Whether a game's messages to all are short."""
    return row.settings.get(DETAIL) == SHORT


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a person's orders are answered. private: to them alone. short: what came of it, without every step."""

    private: bool
    short: bool
