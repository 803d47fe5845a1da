"""Computer players: seats that play by themselves."""

from __future__ import annotations

from seats.levels import GENERAL, GREEDY, KNOWN, LEVELS, OFFICER, RECRUIT, Level
from seats.player import Player
from seats.thinking import Thought, reply, simplest, think
from seats.wish import Wish

__all__ = [
    "GENERAL",
    "GREEDY",
    "KNOWN",
    "LEVELS",
    "OFFICER",
    "RECRUIT",
    "Level",
    "Player",
    "Thought",
    "Wish",
    "reply",
    "simplest",
    "think",
]
