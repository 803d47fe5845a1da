"""Dataclasses of the engine as JSON values and back, by their field types."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import types
import typing
from collections.abc import Mapping
from typing import Any

from rules.model.events import EVENTS, Event
from rules.model.state import State

_NAMES = {cls.__name__: cls for cls in EVENTS}


@functools.cache
def _hints(cls: type) -> tuple[tuple[str, Any, Any], ...]:
    """(field, type, default) of a dataclass; the default is MISSING where a value is required."""
    hints = typing.get_type_hints(cls)
    return tuple((f.name, hints[f.name], _default(f)) for f in dataclasses.fields(cls))


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def dump(value: Any) -> Any:
    """A JSON value for a dataclass, container or scalar; defaults are left out."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        items = ((name, getattr(value, name), default) for name, _, default in _hints(type(value)))
        return {name: dump(v) for name, v, default in items if v != default}
    if isinstance(value, Mapping):
        return {str(k): dump(v) for k, v in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(dump(v) for v in value)
    if isinstance(value, tuple | list):
        return [dump(v) for v in value]
    return value


class Unreadable(ValueError):
    """JSON that is no value of the type it should be: a key or a form that this version does not know."""


def build(kind: Any, data: Any) -> Any:
    """The value of a given type from its JSON form. Raises Unreadable rather than drop or bend anything."""
    if kind in _SCALARS and type(data) not in _SCALARS[kind]:
        raise Unreadable(f"{str(data)[:40]!r} is no {kind.__name__}")
    if kind is Any or data is None:
        return freeze(data)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _built(kind, data)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        if data not in args:
            raise Unreadable(f"{str(data)[:40]!r} is none of {', '.join(map(repr, args))}")
        return data
    if origin in (types.UnionType, typing.Union):
        return build(next(a for a in args if a is not type(None)), data)
    if origin in (tuple, frozenset):
        _must_be(data, (list, tuple), kind)
        return origin(build(args[0], v) for v in data)
    if origin is not None and issubclass(origin, Mapping):
        _must_be(data, (dict,), kind)
        return {_key(args[0], k): build(args[1], v) for k, v in data.items()}
    return data


_INDEXES = ("ids_by_place", "enemies")
_SCALARS: dict[Any, tuple[type, ...]] = {int: (int,), str: (str,), bool: (bool,), float: (float, int)}


def _must_be(data: Any, forms: tuple[type, ...], kind: Any) -> None:
    if not isinstance(data, forms):
        raise Unreadable(f"{str(data)[:40]!r} is no {kind}")


def _built(kind: Any, data: Any) -> Any:
    _must_be(data, (dict,), kind.__name__)
    values = {name: build(t, data[name]) for name, t, _ in _hints(kind) if name in data}
    if len(values) != len(data):
        strange = sorted(data.keys() - values.keys())
        raise Unreadable(f"{kind.__name__} has no {', '.join(map(str, strange))[:100]}")
    try:
        return kind(**values)
    except TypeError as error:
        raise Unreadable(f"{kind.__name__}: {error}") from None


def _key(kind: Any, text: str) -> Any:
    return int(text) if kind is int else text


def freeze(data: Any) -> Any:
    """Lists in free-form data as tuples, at every depth: the one form the engine keeps."""
    if isinstance(data, list | tuple):
        return tuple(freeze(v) for v in data)
    if isinstance(data, dict):
        return {k: freeze(v) for k, v in data.items()}
    return data


def dump_event(event: Event) -> dict[str, Any]:
    """An event as JSON, with its name under "event"."""
    return {"event": type(event).__name__, **dump(event)}


def load_event(data: Mapping[str, Any]) -> Event:
    """The event back from JSON; raises Unreadable."""
    name = data.get("event") if isinstance(data, Mapping) else None
    if not isinstance(name, str) or name not in _NAMES:
        raise Unreadable(f"there is no event {str(name)[:40]}")
    return typing.cast(Event, build(_NAMES[name], {k: v for k, v in data.items() if k != "event"}))


def dump_state(state: State) -> dict[str, Any]:
    """A state as JSON (its indexes are left out)."""
    data: dict[str, Any] = dump(state)
    return {name: value for name, value in data.items() if name not in _INDEXES}


def load_state(data: Mapping[str, Any]) -> State:
    """A state back from JSON."""
    state = typing.cast(State, build(State, {**data, **{name: {} for name in _INDEXES}}))
    state.reindex()
    return state


def state_hash(state: State) -> str:
    """SHA-256 of the canonical JSON of a state, in hex."""
    data = dump_state(state)
    for name in ("flags", "relations", "borders", "pool", "facilities"):
        data[name] = {k: v for k, v in data.get(name, {}).items() if v not in ([], {}, "", None)}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
