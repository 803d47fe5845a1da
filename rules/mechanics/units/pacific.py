"""The Pacific theatre, as documents that bind units to it have it: names, no rule. Its zones are the board's."""

from __future__ import annotations

WATERS = "Pacific"
NAME = "the Pacific and the Indian Ocean"
HOMES = {"Japan": "SZ 6", "United States": "SZ 10"}
YARDS = {"Japan": "Japan", "United States": "Western United States"}
