"""A position as canonical JSON, table by table: what is the same as in the position before is not written anew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from operator import is_
from typing import Any

from rules.model.codec import INDEXES, dump, left_out
from rules.model.state import TABLES, State

_WRITTEN = tuple(sorted(set(TABLES) - set(INDEXES)))
# Tables in which an entry that says nothing counts as none; they are written even where nothing is left of them.
_PRUNED = frozenset(("flags", "relations", "borders", "pool", "facilities"))
_NOTHING: tuple[Any, ...] = ([], {}, "", None)


@dataclass(frozen=True, slots=True)
class Written:
    """The texts of a position. values: its tables as they were, as copies, whose values never change. texts: each as JSON,
    None for what is left out. hash: SHA-256 of all of it, in hex."""

    values: Mapping[str, Any]
    texts: Mapping[str, str | None]
    hash: str


def written(state: State, before: Written | None = None) -> Written:
    """The texts of a position. before: those of another, which is the cheaper the less is different."""
    values, texts, same = dict[str, Any](), dict[str, str | None](), before is not None
    for name in _WRITTEN:
        value = getattr(state, name)
        if before is not None and _same(before.values[name], value):
            values[name], texts[name] = before.values[name], before.texts[name]
        else:
            same = False
            values[name] = value.copy() if isinstance(value, dict) else value
            texts[name] = _text(name, value)
    if before is not None and same:
        return before
    parts = [f'"{name}":{text}' for name, text in texts.items() if text is not None]
    return Written(values, texts, hashlib.sha256(f"{{{','.join(parts)}}}".encode()).hexdigest())


def state_hash(state: State) -> str:
    """SHA-256 of the canonical JSON of a position, in hex."""
    return written(state).hash


def _same(before: Any, now: Any) -> bool:
    """Whether two tables are of the very same values. (Equal ones may be written in two ways: 1 and True.)"""
    if before is now:
        return True
    both = isinstance(before, dict) and isinstance(now, dict) and len(before) == len(now)
    return both and all(map(is_, before, now)) and all(map(is_, before.values(), now.values()))


def _text(name: str, value: Any) -> str | None:
    if name not in _PRUNED and left_out(State, name, value):
        return None
    data = dump(value)
    if name in _PRUNED:
        data = {key: one for key, one in data.items() if one not in _NOTHING}
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
