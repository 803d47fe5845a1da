"""Saved games through the versions: each piece of a save names its format, and older ones are brought up.

A piece is a head (board, rules, options), a position or an entry of the log. Changing what a State, an Event or an
Entry looks like takes three things: FORMAT one higher, a Step at the end of STEPS that turns the former JSON into the
new, and a save of before among tests/data/saves. Renaming a house rule takes a line in RULES; renaming an option one in
OPTIONS. Reading is strict (rules/model/codec.py), so what was forgotten here shows as an error and not as a lost value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.model.codec import Unreadable

Json = dict[str, Any]
FORMAT = 1


def _same(data: Json) -> Json:
    return data


@dataclass(frozen=True, slots=True)
class Step:
    """From one format to the next: what becomes of a position, of an event. Either may change its argument."""

    state: Callable[[Json], Json] = _same
    event: Callable[[Json], Json] = _same


# STEPS[n - 1] leads from format n to n + 1.
STEPS: tuple[Step, ...] = ()
# Former names of house rules and documents, and of options: former -> present.
RULES: Mapping[str, str] = {}
OPTIONS: Mapping[str, str] = {}


def head(data: Mapping[str, Any]) -> Json:
    """A head as it is written today."""
    rules = [RULES.get(rule, rule) for rule in data["rules"]]
    options = {OPTIONS.get(name, name): value for name, value in dict(data["options"]).items()}
    return {**data, "rules": rules, "options": options}


def state(data: Mapping[str, Any]) -> Json:
    """A position as it is written today, without its format. Raises Unreadable."""
    found = dict(data)
    for step in _steps(found.pop("format", 1)):
        found = step.state(found)
    return found


def event(data: Json, written: Any) -> Json:
    """An event, written in some format, as it is written today. Raises Unreadable."""
    for step in _steps(written):
        data = step.event(dict(data))
    return data


def _steps(written: Any) -> tuple[Step, ...]:
    if not isinstance(written, int) or isinstance(written, bool) or written < 1:
        raise Unreadable(f"{str(written)[:40]!r} is no format of a save")
    if written > FORMAT:
        raise Unreadable(f"it was saved by a newer version (format {written}, this one knows {FORMAT})")
    return STEPS[written - 1 :]
