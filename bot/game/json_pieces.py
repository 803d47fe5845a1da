"""JSON of a long game, read and written a piece at a time: one long call would hold up every other thread meanwhile."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_BLANK = re.compile(r"[ \t\r\n]*")
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().raw_decode


def written(data: Mapping[str, Any]) -> str:
    """An object as JSON; its lists item by item."""
    parts = []
    for name, value in data.items():
        text = f"[{','.join(map(_encode, value))}]" if isinstance(value, list) else _encode(value)
        parts.append(f"{_encode(name)}:{text}")
    return f"{{{','.join(parts)}}}"


def read(text: str) -> Any:
    """A JSON value; the lists of an object item by item. Raises ValueError."""
    reader = _Reader(text)
    found = reader.fields() if reader.sees("{") else reader.value()
    if not reader.ended():
        raise ValueError("something follows")
    return found


class _Reader:
    """A place in a text."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    def sees(self, sign: str) -> bool:
        """Whether a sign comes next, blanks apart."""
        blank = _BLANK.match(self._text, self._at)
        self._at = blank.end() if blank else self._at
        return self._text.startswith(sign, self._at)

    def ended(self) -> bool:
        """Whether only blanks are left."""
        return self.sees("") and self._at == len(self._text)

    def value(self) -> Any:
        """The value that comes next."""
        self.sees("")
        found, self._at = _decode(self._text, self._at)
        return found

    def fields(self) -> dict[str, Any]:
        """The object that comes next."""
        found: dict[str, Any] = {}
        self._take("{")
        while not self.sees("}"):
            if found:
                self._take(",")
            name = self.value()
            self._take(":")
            if not isinstance(name, str) or name in found:
                raise ValueError(f"a field {name}")
            found[name] = self._items() if self.sees("[") else self.value()
        self._take("}")
        return found

    def _items(self) -> list[Any]:
        found: list[Any] = []
        self._take("[")
        while not self.sees("]"):
            if found:
                self._take(",")
            found.append(self.value())
        self._take("]")
        return found

    def _take(self, sign: str) -> None:
        if not self.sees(sign):
            raise ValueError(f"no {sign} at {self._at}")
        self._at += 1
