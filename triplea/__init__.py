"""Games of TripleA, in and out: saves as positions to start from, turns as summaries of forums, summaries as orders."""

from __future__ import annotations

from triplea.lines import read as read_summary
from triplea.position import Unsuited, position_of, table_of
from triplea.retelling import Given, Problem, Retold, retell
from triplea.save import Save, read_save
from triplea.stream import BadSave
from triplea.summary import game_summary, turn_summary
from triplea.told import Summary

__all__ = [
    "BadSave",
    "Given",
    "Problem",
    "Retold",
    "Save",
    "Summary",
    "Unsuited",
    "game_summary",
    "position_of",
    "read_save",
    "read_summary",
    "retell",
    "table_of",
    "turn_summary",
]
