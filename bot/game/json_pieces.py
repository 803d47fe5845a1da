"""JSON of a long game, read and written a piece at a time: one long call would hold up every other thread meanwhile."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

_BLANK = re.compile(r"[ \t\r\n]*")
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().raw_decode


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


def read(pieces: Iterable[str]) -> Any:
    """A JSON value from its text in pieces; the lists of an object item by item. Raises ValueError."""
    reader = _Reader(pieces)
    found = reader.fields() if reader.sees("{") else reader.value()
    if not reader.ended():
        raise ValueError("something follows")
    return found


class _Reader:
    """A place in a text, of which only what is being read is held."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces, self._text, self._at = iter(pieces), "", 0

    def _more(self) -> bool:
        """Take up the next piece; whether there was one."""
        piece = next(self._pieces, None)
        self._text, self._at = self._text[self._at :] + (piece or ""), 0
        return piece is not None

    def sees(self, sign: str) -> bool:
        """Whether a sign comes next, blanks apart."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._at = blank.end() if blank else self._at
            if self._at < len(self._text) or not self._more():
                return self._text.startswith(sign, self._at)

    def ended(self) -> bool:
        """Whether only blanks are left."""
        return self.sees("") and self._at == len(self._text)

    def value(self) -> Any:
        """The value that comes next; what a piece ends with may go on in the next one."""
        self.sees("")
        last = False
        while True:
            try:
                found, end = _decode(self._text, self._at)
            except ValueError:
                if last:
                    raise
            else:
                if last or end < len(self._text):
                    self._at = end
                    return found
            last = not self._more()

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
