"""A board that plays on a part of its map: which places are left, and what its facts say of those that are not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

_OF_POWERS: Final = frozenset(
    {
        "power",
        "on",
        "enemies",
        "war",
        "draws",
        "peace",
        "guardians",
        "enemy",
        "friend",
        "foe",
        "by",
        "pays",
        "of",
        "elsewhere",
        "targets",
    }
)
"""Keys of facts whose values name powers; all others name places, where they name anything."""
_GONE: Final = object()


def kept(rows: list[dict[str, Any]], part: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The places of a part: those of its halves and those it names (`with`), without others. Raises ValueError for a name
    that the map does not have."""
    halves, more, less = part.get("halves"), part.get("with", ()), part.get("without", ())
    known = {row["name"] for row in rows}
    if unknown := {*more, *less} - known:
        raise ValueError(f"a part with what is not there: {', '.join(sorted(unknown))}")
    here = [r for r in rows if (not halves or r["half"] in halves or r["name"] in more) and r["name"] not in less]
    names = {row["name"] for row in here}
    return [{**r, "touches": [n for n in r.get("touches", ()) if n in names]} for r in here]


def pruned(edition: Mapping[str, Any], places: Collection[str], powers: Collection[str]) -> dict[str, Any]:
    """The facts of an edition without places and powers that a board does not have.

    They go from every list; what names one by itself, and what is left without any name, goes as a whole: a row, an
    objective, a fact. The entries of a fact stand each by itself.
    """
    found = {name: _entries(fact, places, powers) for name, fact in edition.items()}
    return {name: fact for name, fact in found.items() if fact is not _GONE}


def _entries(fact: Any, places: Collection[str], powers: Collection[str]) -> Any:
    if not isinstance(fact, dict) or any(isinstance(v, str) for v in fact.values()):
        return _pruned("", fact, places, powers)
    left = {key: _pruned(key, value, places, powers) for key, value in fact.items() if key not in powers}
    return {key: value for key, value in left.items() if value is not _GONE}


def _pruned(key: str, value: Any, places: Collection[str], powers: Collection[str]) -> Any:
    if isinstance(value, str):
        return _GONE if value in (powers if key in _OF_POWERS else places) else value
    if isinstance(value, list):
        left = [item for v in value if (item := _pruned(key, v, places, powers)) is not _GONE]
        return left if left or not value else _GONE
    if isinstance(value, dict):
        row = {k: _pruned(k, v, places, powers) for k, v in value.items()}
        return _GONE if any(v is _GONE for v in row.values()) else row
    return value
