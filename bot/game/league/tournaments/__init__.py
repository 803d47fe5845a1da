"""Tournaments and seasons of leagues: their records, what follows from them, how their games come about."""
