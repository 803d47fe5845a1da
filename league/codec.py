"""Values of this package as JSON and back: dataclasses by the types of their fields, so that what is read is what was meant.

Of several dataclasses that a field may hold, such as the events of a tournament, the name of the one stands under "is".
"""

from __future__ import annotations

import functools
import math
import types
from collections.abc import Mapping
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


def loaded(kind: type[T] | Any, data: Json, where: str = "") -> T:
    """A value of a type from JSON. Raises CodecError; what the type itself refuses comes as its own error."""
    return cast("T", _loaded(kind, data, where))


def _loaded(kind: Any, data: Json, where: str) -> Any:
    if kind in _SAID:
        return _plain(kind, data, where)
    if kind is Any:
        return data
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _one_of(kind, data, where)
    if is_dataclass(kind):
        return _dataclass(kind, data, where)
    if origin is tuple:
        return _tuple(arguments, data, where)
    if origin is not None and issubclass(origin, Mapping):
        _must(isinstance(data, dict), where, "an object")
        return {str(key): _loaded(arguments[1], one, f"{where}.{key}") for key, one in data.items()}
    if origin is frozenset:
        return frozenset(_tuple((arguments[0], ...), data, where))
    return _plain(kind, data, where)


_SAID = {int: "a whole number", float: "a number", str: "a text", bool: "yes or no"}


def _plain(kind: Any, data: Json, where: str) -> Any:
    if kind is float and type(data) in (int, float):
        _must(math.isfinite(data), where, "a number")
        return float(data)
    if type(data) is not kind:
        _must(False, where, _SAID.get(kind, "nothing"))
    return data


def _tuple(arguments: tuple[Any, ...], data: Json, where: str) -> tuple[Any, ...]:
    _must(isinstance(data, list), where, "a list")
    kinds = [arguments[0]] * len(data) if arguments[-1:] == (...,) else list(arguments)
    _must(len(kinds) == len(data), where, f"a list of {len(kinds)}")
    return tuple(_loaded(one, value, f"{where}[{n}]") for n, (one, value) in enumerate(zip(kinds, data)))


def _one_of(kind: Any, data: Json, where: str) -> Any:
    if data is None:
        _must(type(None) in get_args(kind), where, "something")
        return None
    classes = _classes(kind)
    if len(classes) > 1:
        _must(isinstance(data, dict), where, "an object")
        named = next((one for one in classes if one.__name__ == data.get("is")), None)
        _must(named is not None, where, f"one of {', '.join(one.__name__ for one in classes)}")
        return _dataclass(named, {key: value for key, value in data.items() if key != "is"}, where)
    others = [one for one in get_args(kind) if one is not type(None)]
    return _loaded(others[0], data, where)


def _dataclass(kind: Any, data: Json, where: str) -> Any:
    _must(isinstance(data, dict), where, "an object")
    hints, needed = _hints(kind), _needed(kind)
    if not data.keys() <= hints.keys():
        _must(False, where, f"an object without {', '.join(sorted(data.keys() - hints.keys()))}")
    if not needed <= data.keys():
        _must(False, where, f"an object with {', '.join(sorted(needed))}")
    return kind(**{name: _loaded(hints[name], value, f"{where}.{name}") for name, value in data.items()})


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


def _must(so: bool, where: str, wanted: str) -> None:
    if not so:
        raise CodecError(f"{where.lstrip('.') or 'It'} is {wanted}.")
