"""A stream of serialized Java objects as plain data: values, lists and pairs. Nothing in it is carried out; classes that it
names are names and nothing more."""

from __future__ import annotations

import io
import sys
import zlib
from collections.abc import Iterator
from typing import Any

MOST_BYTES = 96 * 2**20
"""Bytes of a save, unpacked. A long game of the largest map has some 30 MB."""
_DEEPEST = 60_000  # calls within calls: objects hang in chains, a game's history most of all

_LISTS = ("java.util.ArrayList", "java.util.LinkedList", "java.util.HashSet", "java.util.CollSer", "java.util.Vector")
_MAPS = ("java.util.HashMap", "java.util.concurrent.ConcurrentHashMap", "java.util.TreeMap")


# What TripleA 1 called some fields; most had only an "m_" before their names.
_OLDER = {"unitCollection": "m_units", "player1": "m_p1", "player2": "m_p2", "mapValues": "m_values"}


class BadSave(ValueError):
    """A file is no save that can be read; the text says why, in players' words."""


def unpacked(data: bytes) -> bytes:
    """The stream in a save's file. Raises BadSave."""
    try:
        found = zlib.decompressobj(wbits=31).decompress(data, MOST_BYTES + 1)
    except zlib.error:
        raise BadSave("that is no save: it is not packed as TripleA's saves are") from None
    if len(found) > MOST_BYTES:
        raise BadSave("that save is too large")
    return found


def objects(stream: bytes) -> list[Any]:
    """What stands in a stream, one after another. Raises BadSave."""
    try:
        from triplea.parser import parse
    except ImportError:
        raise BadSave("this bot can't read saves: javaobj-py3 is not installed with it") from None
    deepest = sys.getrecursionlimit()
    sys.setrecursionlimit(_DEEPEST)
    try:
        return parse(io.BytesIO(stream))
    except (RecursionError, MemoryError, OverflowError):
        raise BadSave("that save is too large") from None
    except Exception as error:  # whatever the library stumbles over in a file that somebody made up
        raise BadSave(f"that is no save that TripleA wrote ({type(error).__name__})") from None
    finally:
        sys.setrecursionlimit(deepest)


def kind(thing: Any) -> str:
    """The class of an object, without its package: `Unit`; "" for what is no object."""
    described = getattr(thing, "classdesc", None)
    return str(described.name or "").rpartition(".")[2] if described is not None else ""


def field(thing: Any, name: str) -> Any:
    """A field of an object, None where it has none of that name nor of the one that TripleA 1 gave it."""
    wanted = (name, _OLDER.get(name, f"m_{name}"))
    for values in getattr(thing, "field_data", {}).values():
        for known, value in values.items():
            if known.name in wanted:
                return value
    return None


def text(thing: Any) -> str:
    """A string or an enumeration's constant; "" for nothing."""
    return "" if thing is None else str(getattr(thing, "value", thing))


def number(thing: Any) -> int:
    """A whole number, boxed or not; 0 for nothing."""
    value = field(thing, "value") if kind(thing) in ("Integer", "Long", "Short", "Byte") else thing
    return int(value) if isinstance(value, int) else 0


def elements(thing: Any) -> list[Any]:
    """What is in a list, a set or an array."""
    if isinstance(thing, list):
        return list(thing)
    for described, notes in getattr(thing, "annotations", {}).items():
        if described.name in _LISTS:
            return [note for note in notes if kind(note) or not hasattr(note, "data")]
    for inner in ("elementData", "a", "list", "c"):
        if (found := field(thing, inner)) is not None:
            return [element for element in elements(found) if element is not None]
    return []


def pairs(thing: Any) -> Iterator[tuple[Any, Any]]:
    """Keys and values of a map, of a map in another."""
    for described, notes in getattr(thing, "annotations", {}).items():
        if described.name in _MAPS:
            told = [note for note in notes if not _is_bytes(note)]
            yield from ((k, v) for k, v in zip(told[::2], told[1::2], strict=False) if k is not None)
            return
    for inner in ("mapValues", "m", "map"):
        if (found := field(thing, inner)) is not None:
            yield from pairs(found)
            return


def _is_bytes(note: Any) -> bool:
    return isinstance(getattr(note, "data", None), bytes | str) and not kind(note)
