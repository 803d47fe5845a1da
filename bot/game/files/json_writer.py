"""JSON of a long game, written a piece at a time: one long call would hold up every other thread meanwhile."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def written(data: Mapping[str, Any]) -> Iterator[str]:
    """An object as JSON; its lists item by item."""
    before = "{"
    for name, value in data.items():
        yield f"{before}{_encode(name)}:"
        yield from _list(value) if isinstance(value, list) else (_encode(value),)
        before = ","
    yield "}" if data else "{}"


def _list(items: list[Any]) -> Iterator[str]:
    yield "["
    for number, item in enumerate(items):
        yield f",{_encode(item)}" if number else _encode(item)
    yield "]"
