"""What the process for analyses does, as module-level functions of plain values."""

from __future__ import annotations

import os
from typing import Any

from analysis import adjudication
from analysis.adjudication import Played
from analysis.playout import Ended
from bot.processes.odds_jobs import table_of
from rules.model import codec, formats
from rules.play.game import Game

NICE = 15


def stand_back() -> None:
    """Let every other process go first: games are being played."""
    if hasattr(os, "nice"):
        os.nice(NICE)


def played_out(head: dict[str, Any], position: dict[str, Any], played: Played, number: int) -> Ended:
    """One game of an adjudication, from a game's head and snapshot."""
    return adjudication.one(Game(table_of(head), codec.load_state(formats.state(position))), played, number)
