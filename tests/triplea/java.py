"""Java objects written as a stream, as small as tests need them: classes with fields, lists, maps, boxed numbers."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SERIALIZABLE, WRITES = 0x02, 0x01


@dataclass(frozen=True)
class Class:
    """A class: its fields as (type, name), `L` for objects; whether it writes itself (`writes`), its parent. silent: it
    writes itself, and none of the fields that it has."""

    name: str
    fields: tuple[tuple[str, str], ...] = ()
    parent: Class | None = None
    writes: bool = False
    silent: bool = False

    def line(self) -> list[Class]:
        """Itself and its parents, the eldest first."""
        return [*(self.parent.line() if self.parent else []), self]


@dataclass(eq=False)
class Thing:
    """An object. notes: what its class writes behind the fields: bytes as they are, or objects."""

    of: Class
    values: dict[str, Any] = field(default_factory=dict)
    notes: Sequence[Any] = ()


_NUMBER = Class("java.lang.Number")
_INTEGER = Class("java.lang.Integer", (("I", "value"),), _NUMBER)
_LIST = Class("java.util.ArrayList", (("I", "size"),), writes=True)
_MAP = Class("java.util.HashMap", (("F", "loadFactor"), ("I", "threshold")), writes=True)
_LINKED = Class("java.util.LinkedHashMap", (("Z", "accessOrder"),), _MAP)


def boxed(value: int) -> Thing:
    """An Integer."""
    return Thing(_INTEGER, {"value": value})


def listed(things: Iterable[Any]) -> Thing:
    """An ArrayList."""
    inside = list(things)
    return Thing(_LIST, {"size": len(inside)}, [struct.pack(">i", len(inside)), *inside])


def mapped(things: Mapping[Any, Any] | Sequence[tuple[Any, Any]], linked: bool = False) -> Thing:
    """A HashMap, or a LinkedHashMap."""
    entries = list(things.items() if isinstance(things, Mapping) else things)
    notes = [struct.pack(">ii", 16, len(entries)), *(part for entry in entries for part in entry)]
    return Thing(_LINKED if linked else _MAP, {"loadFactor": 0.75, "threshold": 12, "accessOrder": False}, notes)


class Stream:
    """A stream of objects."""

    def __init__(self) -> None:
        self.bytes, self._handles = bytearray(b"\xac\xed\x00\x05"), dict[Any, int]()
        self._kept = list[Any]()

    def write(self, value: Any) -> None:
        """One object, a string, or nothing."""
        known = ("text", value) if isinstance(value, str) else id(value)
        if value is None:
            self.bytes += b"\x70"
        elif known in self._handles:
            self.bytes += b"\x71" + struct.pack(">i", self._handles[known])
        elif isinstance(value, str):
            self._take(known, value)
            told = value.encode()
            self.bytes += b"\x74" + struct.pack(">H", len(told)) + told
        else:
            self.bytes += b"\x73"
            self._described(value.of)
            self._take(known, value)
            for of in value.of.line():
                self._data(value, of)

    def _take(self, known: Any, value: Any) -> None:
        self._handles[known] = 0x7E0000 + len(self._handles)
        self._kept.append(value)  # an id is good as long as what has it

    def _described(self, of: Class | None) -> None:
        if of is None:
            self.bytes += b"\x70"
            return
        if of in self._handles:
            self.bytes += b"\x71" + struct.pack(">i", self._handles[of])
            return
        self.bytes += b"\x72" + _utf(of.name) + struct.pack(">q", 1)
        self._take(of, of)
        self.bytes += bytes([SERIALIZABLE | (WRITES if of.writes else 0)]) + struct.pack(">H", len(of.fields))
        for sort, name in of.fields:
            self.bytes += sort.encode() + _utf(name)
            if sort == "L":
                self.write("Ljava/lang/Object;")
        self.bytes += b"\x78"
        self._described(of.parent)

    def _data(self, thing: Thing, of: Class) -> None:
        for sort, name in () if of.silent else of.fields:
            value = thing.values.get(name)
            if sort == "L":
                self.write(value)
            else:
                self.bytes += struct.pack({"I": ">i", "F": ">f", "Z": ">?", "J": ">q"}[sort], value or 0)
        if of.writes:
            for note in thing.notes if of in (_LIST, _MAP) else ():
                if isinstance(note, bytes):
                    self.bytes += b"\x77" + bytes([len(note)]) + note
                else:
                    self.write(note)
            self.bytes += b"\x78"


def _utf(text: str) -> bytes:
    return struct.pack(">H", len(text.encode())) + text.encode()
