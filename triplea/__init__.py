"""Games of TripleA, in and out: saves as positions to start from, turns as the summaries of forums."""

from __future__ import annotations

from triplea.position import Unsuited, position_of
from triplea.save import Save, read_save
from triplea.stream import BadSave
from triplea.summary import turn_summary

__all__ = ["BadSave", "Save", "Unsuited", "position_of", "read_save", "turn_summary"]
