"""Rules that only this board has."""
