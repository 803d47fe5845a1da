"""What a person did that cannot be done outside the rules of the game: no seat, wrong moment, no such game."""

from __future__ import annotations


class PlayError(Exception):
    """Something the person can mend; the text says how."""
