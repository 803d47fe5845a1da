"""House rules as they are on a board whose powers, places and units have other names than those they are written with.

A board says in its fact `stands_for` what it has for such a name. A rule that names them in its units, its parts and the
fields of its class (`_sites`) needs to know nothing of it; what a method reads it reads there, not from its module.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from rules.core.identity import Identity
from rules.model.board import Board, load

R = TypeVar("R", bound=Identity)
_AS_WRITTEN = frozenset({
    "id", "title", "text", "source", "entries", "cites", "boards", "needs", "requires", "excludes", "replaces", "aliases",
    "classes", "traits",
})  # fmt: skip


def words(board: Board) -> Mapping[str, str]:
    """What stands on a board for names that house rules use."""
    found: Mapping[str, str] = board.edition.get("stands_for", {})
    return found


def here(rule: R, board: Board) -> R:
    """A house rule with the names of a board."""
    return _here(rule, board.id) if words(board) else rule


@functools.lru_cache(maxsize=2048)
def _here(rule: R, board: str) -> R:
    known = words(load(board))
    changed = {name: new for name, value in _fields(rule) if (new := _said(value, known)) is not value}
    if not changed:
        return rule
    found = copy.copy(rule)
    for name, value in changed.items():
        object.__setattr__(found, name, value)
    return found


def _fields(rule: Identity) -> Iterator[tuple[str, Any]]:
    """The data of a rule that may name something, its class's and its own."""
    own = {name: value for kind in reversed(type(rule).__mro__) for name, value in vars(kind).items()}
    for name, value in {**own, **vars(rule)}.items():
        if not name.startswith("__") and name not in _AS_WRITTEN:
            yield name, value


def _said(value: Any, known: Mapping[str, str]) -> Any:
    """A value with other names in it; the same one if it has none of them."""
    new: Any = value
    if isinstance(value, str):
        return known.get(value, value)
    if isinstance(value, (tuple, frozenset)):
        each = [_said(v, known) for v in value]
        names = all(isinstance(v, str) for v in each)  # two of them may have become one
        new = type(value)(dict.fromkeys(each) if names else each)
    elif isinstance(value, Mapping):
        new = {_said(k, known): _said(v, known) for k, v in value.items()}
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: getattr(value, f.name) for f in dataclasses.fields(value) if f.init}
        changed = {n: new for n, v in fields.items() if n not in _AS_WRITTEN and (new := _said(v, known)) is not v}
        return dataclasses.replace(value, **changed) if changed else value
    return value if new == value else new
