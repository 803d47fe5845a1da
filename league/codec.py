"""Values of this package as JSON and back: dataclasses by the types of their fields, so that what is read is what was meant.

Of several dataclasses that a field may hold, such as the events of a tournament, the name of the one stands under "is".
"""

from __future__ import annotations

import functools
import math
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
Json = Any


class CodecError(ValueError):
    """What is read is not what was meant; the text says where."""


def dumped(value: Any, kind: Any = None) -> Json:
    """A value as JSON. kind: the type it is held as, if that is a union."""
    if is_dataclass(value) and not isinstance(value, type):
        hints = _hints(type(value))
        found = {name: dumped(getattr(value, name), hint) for name, hint in hints.items()}
        return {"is": type(value).__name__, **found} if len(_classes(kind)) > 1 else found
    if isinstance(value, Mapping):
        inner = _inner(kind)
        return {str(key): dumped(one, inner) for key, one in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(value)
    if isinstance(value, tuple | list):
        inner = _inner(kind)
        return [dumped(one, inner) for one in value]
    return value


def loaded(kind: type[T] | Any, data: Json) -> T:
    """A value of a type from JSON. Raises CodecError; what the type itself refuses comes as its own error."""
    try:
        return cast("T", _reader(cast("Any", kind))(data))
    except _Unmeant as error:
        where = "".join(reversed(error.path)).lstrip(".")
        raise CodecError(f"{where or 'It'} is {error.wanted}.") from None


Reader = Callable[[Json], Any]


class _Unmeant(Exception):
    """path: to what is not meant, the innermost first."""

    def __init__(self, wanted: str) -> None:
        super().__init__(wanted)
        self.wanted, self.path = wanted, list[str]()

    def within(self, step: str) -> _Unmeant:
        """The same, seen from one further out."""
        self.path.append(step)
        return self


@functools.cache
def _reader(kind: Any) -> Reader:
    """What reads a type, made once: thousands of records are read at a start."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda data: data
    if origin in (Union, types.UnionType):
        return _one_of(kind, arguments)
    if is_dataclass(kind):
        return _dataclass(kind)
    if origin is tuple:
        return _tuple(arguments)
    if origin is frozenset:
        listed = _tuple((arguments[0], ...))
        return lambda data: frozenset(listed(data))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(_reader(arguments[1]))
    return _plain(kind)


_SAID = {int: "a whole number", float: "a number", str: "a text", bool: "yes or no"}


def _plain(kind: Any) -> Reader:
    def number(data: Json) -> float:
        if type(data) not in (int, float) or not math.isfinite(data):
            raise _Unmeant(_SAID[float])
        return float(data)

    def plain(data: Json) -> Any:
        if type(data) is not kind:
            raise _Unmeant(_SAID.get(kind, "nothing"))
        return data

    return number if kind is float else plain


def _mapping(inner: Reader) -> Reader:
    def read(data: Json) -> dict[str, Any]:
        _must(isinstance(data, dict), "an object")
        found = {}
        for key, one in data.items():
            try:
                found[str(key)] = inner(one)
            except _Unmeant as error:
                raise error.within(f".{key}") from None
        return found

    return read


def _tuple(arguments: tuple[Any, ...]) -> Reader:
    readers, endless = [_reader(one) for one in arguments if one is not ...], arguments[-1:] == (...,)

    def read(data: Json) -> tuple[Any, ...]:
        _must(isinstance(data, list), "a list")
        kinds = readers * len(data) if endless else readers
        _must(len(kinds) == len(data), f"a list of {len(kinds)}")
        found = []
        for number, (reader, one) in enumerate(zip(kinds, data)):
            try:
                found.append(reader(one))
            except _Unmeant as error:
                raise error.within(f"[{number}]") from None
        return tuple(found)

    return read


def _one_of(kind: Any, arguments: tuple[Any, ...]) -> Reader:
    named = {one.__name__: _reader(one) for one in _classes(kind)}
    other = next(_reader(one) for one in arguments if one is not type(None))
    nothing = type(None) in arguments

    def read(data: Json) -> Any:
        if data is None:
            _must(nothing, "something")
            return None
        if len(named) < 2:
            return other(data)
        _must(isinstance(data, dict), "an object")
        name = data.get("is")
        reader = named.get(name) if isinstance(name, str) else None
        if reader is None:
            raise _Unmeant(f"one of {', '.join(named)}")
        return reader({key: value for key, value in data.items() if key != "is"})

    return read


def _dataclass(kind: Any) -> Reader:
    readers = {name: _reader(hint) for name, hint in _hints(kind).items()}
    known, needed = readers.keys(), _needed(kind)

    def read(data: Json) -> Any:
        _must(isinstance(data, dict), "an object")
        if not data.keys() <= known:
            raise _Unmeant(f"an object without {', '.join(sorted(data.keys() - known))}")
        if not needed <= data.keys():
            raise _Unmeant(f"an object with {', '.join(sorted(needed))}")
        found = {}
        for name, one in data.items():
            try:
                found[name] = readers[name](one)
            except _Unmeant as error:
                raise error.within(f".{name}") from None
        return kind(**found)

    return read


@functools.cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    """The types of its fields."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


@functools.cache
def _needed(kind: type[Any]) -> frozenset[str]:
    """The fields that have to be given."""
    every = fields(kind)
    return frozenset(f.name for f in every if f.default is MISSING and f.default_factory is MISSING)


def _classes(kind: Any) -> list[Any]:
    """The dataclasses that a union holds."""
    union = get_origin(kind) in (Union, types.UnionType)
    return [one for one in get_args(kind) if is_dataclass(one)] if union else []


def _inner(kind: Any) -> Any:
    """What a container holds."""
    arguments = [one for one in get_args(kind) if one is not ...]
    return arguments[-1] if arguments else None


def _must(so: bool, wanted: str) -> None:
    if not so:
        raise _Unmeant(wanted)
