"""Dataclasses of the engine as JSON values and back, by their field types."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.model.events import EVENTS, Event
from rules.model.state import State

_NAMES = {cls.__name__: cls for cls in EVENTS}


class Unreadable(ValueError):
    """JSON that is no value of the type it should be: a key or a form that this version does not know."""


Writer = Callable[[Any], Any]
Reader = Callable[[Any], Any]
_SCALARS: dict[Any, tuple[type, ...]] = {int: (int,), str: (str,), bool: (bool,), float: (float, int)}
_PLAIN = frozenset({int, str, bool, float, type(None)})  # what is its own JSON value
INDEXES = ("ids_by_place", "ids_aboard", "enemies")


# --- writing: one function for each type of value, made when the first is met ------------------------------------


def dump(value: Any) -> Any:
    """A JSON value for a dataclass, container or scalar; defaults are left out."""
    kind: Any = type(value)
    return _writer(kind)(value)


@functools.cache
def _writer(kind: Any) -> Writer:
    if dataclasses.is_dataclass(kind):
        return _fields_writer(kind)
    if issubclass(kind, Mapping):
        return lambda value: {str(k): v if type(v) in _PLAIN else dump(v) for k, v in value.items()}
    if issubclass(kind, frozenset | set):
        return lambda value: sorted(dump(v) for v in value)
    if issubclass(kind, tuple | list):
        return lambda value: [v if type(v) in _PLAIN else dump(v) for v in value]
    return lambda value: value


def _fields_writer(kind: Any) -> Writer:
    defaults = tuple(_defaults(kind).items())

    def write(value: Any) -> Any:
        found = {}
        for name, default in defaults:
            v = getattr(value, name)
            if v is not default and v != default:
                found[name] = v if type(v) in _PLAIN else dump(v)
        return found

    return write


def left_out(kind: Any, name: str, value: Any) -> bool:
    """Whether a field of a dataclass holds its default, so that it is not written."""
    default = _defaults(kind)[name]
    return bool(value is default or value == default)


@functools.cache
def _defaults(kind: Any) -> dict[str, Any]:
    return {f.name: _default(f) for f in dataclasses.fields(kind)}


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


# --- reading: one function for each declared type ------------------------------------------------------------------


def build(kind: Any, data: Any) -> Any:
    """The value of a given type from its JSON form. Raises Unreadable rather than drop or bend anything."""
    return _reader(kind)(data)


@functools.cache
def _reader(kind: Any) -> Reader:
    if kind is Any:
        return freeze
    if kind in _SCALARS:
        return _scalar_reader(kind)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return _fields_reader(kind)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return _literal_reader(args)
    if origin in (types.UnionType, typing.Union):
        some = next(a for a in args if a is not type(None))
        inner = _reader(some)
        return inner if dataclasses.is_dataclass(some) else lambda data: None if data is None else inner(data)
    if origin in (tuple, frozenset):
        return _row_reader(origin, args[0], kind)
    if origin is not None and issubclass(origin, Mapping):
        return _table_reader(args, kind)
    return lambda data: data


def _scalar_reader(kind: type) -> Reader:
    forms = _SCALARS[kind]

    def read(data: Any) -> Any:
        if type(data) not in forms:
            raise Unreadable(f"{str(data)[:40]!r} is no {kind.__name__}")
        return data

    return read


def _literal_reader(words: tuple[Any, ...]) -> Reader:
    known, forms = frozenset(words), frozenset(map(type, words))

    def read(data: Any) -> Any:
        if type(data) not in forms or data not in known:
            raise Unreadable(f"{str(data)[:40]!r} is none of {', '.join(map(repr, words))}")
        return data

    return read


def _row_reader(row: type, item: Any, kind: Any) -> Reader:
    inner, forms = _reader(item), frozenset(_SCALARS.get(item, ()))

    def read(data: Any) -> Any:
        if data is None:
            return None
        if not isinstance(data, list | tuple):
            raise Unreadable(f"{str(data)[:40]!r} is no {kind}")
        return row(data) if forms.issuperset(map(type, data)) else row(map(inner, data))

    return read


def _table_reader(args: tuple[Any, ...], kind: Any) -> Reader:
    key, inner = (int if args[0] is int else lambda text: text), _reader(args[1])

    def read(data: Any) -> Any:
        if data is None:
            return None
        if not isinstance(data, dict):
            raise Unreadable(f"{str(data)[:40]!r} is no {kind}")
        return {key(k): inner(v) for k, v in data.items()}

    return read


def _fields_reader(kind: Any) -> Reader:
    hints = typing.get_type_hints(kind)
    readers = {f.name: (_SCALARS.get(hints[f.name], ()), _reader(hints[f.name])) for f in dataclasses.fields(kind)}

    def read(data: Any) -> Any:
        if data is None or type(data) is kind:
            return data
        if not isinstance(data, dict):
            raise Unreadable(f"{str(data)[:40]!r} is no {kind.__name__}")
        made = {}
        for name, value in data.items():
            if name not in readers:
                strange = data.keys() - readers.keys()
                raise Unreadable(f"{kind.__name__} has no {', '.join(sorted(map(str, strange)))[:100]}")
            forms, inner = readers[name]
            made[name] = value if type(value) in forms else inner(value)
        try:
            return kind(**made)
        except TypeError as error:
            raise Unreadable(f"{kind.__name__}: {error}") from None

    return read


def rows(data: Any) -> list[Any] | tuple[Any, ...]:
    """A list of JSON values as it is, each still to be built. Raises Unreadable."""
    if isinstance(data, list | tuple):
        return data
    raise Unreadable(f"{str(data)[:40]!r} is no list")


def freeze(data: Any) -> Any:
    """Lists in free-form data as tuples, at every depth: the one form the engine keeps."""
    if type(data) in _PLAIN:
        return data
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
    return load_events([data])[0]


def load_events(data: Iterable[Any]) -> tuple[Event, ...]:
    """Events that follow one another, back from JSON; raises Unreadable. What one has left and the next begins with, as the
    changes of a battle do, is built once."""
    found: list[Event] = []
    left: dict[str, tuple[Any, Any]] = {}
    for written in data:
        name = written.get("event") if isinstance(written, dict) else None
        if not isinstance(name, str) or name not in _NAMES:
            raise Unreadable(f"there is no event {str(name)[:40]}")
        fields = {**written}
        del fields["event"]
        if name in left and fields.get("before") == left[name][0]:
            fields["before"] = left[name][1]
        event = build(_NAMES[name], fields)
        if isinstance(fields.get("after"), dict):
            left[name] = fields["after"], event.after
        found.append(event)
    return tuple(found)


def dump_state(state: State) -> dict[str, Any]:
    """A state as JSON (its indexes are left out)."""
    data: dict[str, Any] = dump(state)
    return {name: value for name, value in data.items() if name not in INDEXES}


def load_state(data: Mapping[str, Any]) -> State:
    """A state back from JSON."""
    state = typing.cast(State, build(State, {**data, **{name: {} for name in INDEXES}}))
    state.reindex()
    return state
