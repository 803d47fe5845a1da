"""The Pacific theatre of Global 1940, as documents that bind units to it have it: figures, no rule."""

from __future__ import annotations

ZONES = frozenset(f"SZ {n}" for n in (*range(1, 66), *range(71, 82)))
NAME = "the Pacific and the Indian Ocean"
HOMES = {"Japan": "SZ 6", "United States": "SZ 10"}
YARDS = {"Japan": "Japan", "United States": "Western United States"}
