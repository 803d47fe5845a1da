"""Positions that nobody can change: any number of threads may read one. Orders are tried on a copy of it."""

from __future__ import annotations

from typing import Any, NoReturn

from rules.model.state import TABLES, State

_SAID = "this position is frozen: orders are tried on a copy"


class Frozen(TypeError):
    """Somebody wanted to change a position that others look at."""


def _refused(*_: Any, **__: Any) -> NoReturn:
    raise Frozen(_SAID)


class _Table(dict[Any, Any]):
    """A table of a frozen position."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _refused
    clear = pop = popitem = setdefault = update = _refused


class FrozenState(State):
    """A position as it is; `copy` gives one that can change."""

    __slots__ = ()
    __setattr__ = _refused

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, name) == getattr(other, name) for name in TABLES)

    __hash__ = None  # type: ignore[assignment]


def frozen(state: State) -> State:
    """A position as nobody can change it: itself, or a copy."""
    if isinstance(state, FrozenState):
        return state
    twin = object.__new__(FrozenState)
    for name in TABLES:
        value = getattr(state, name)
        object.__setattr__(twin, name, _Table(value) if isinstance(value, dict) else value)
    return twin
