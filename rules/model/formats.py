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
FORMAT = 2


def _same(data: Json) -> Json:
    return data


@dataclass(frozen=True, slots=True)
class Step:
    """From one format to the next: what becomes of a position, of an event. Either may change its argument."""

    state: Callable[[Json], Json] = _same
    event: Callable[[Json], Json] = _same


# What a border crossing was once kept with, behind what it is: whose the place was, and what stood there.
CROSSINGS, KEPT = "turn.crossings", 4
# Rules that a task "cross" once named by their place among those that act on crossings.
ACTING = ("y43.hedgehogs", "y43.landmines")


def _crossings(data: Json) -> Json:
    """Crossings without what stood there before, the rule that acts on one by its name: in a position or an event."""
    flags = data.get("flags", {})
    if CROSSINGS in flags:
        data["flags"] = {**flags, CROSSINGS: _shortened(flags[CROSSINGS])}
    if data.get("flag") == CROSSINGS:
        data.update({key: _shortened(data[key]) for key in ("before", "after") if data.get(key)})
    changed = data.get("event") in ("AgendaChanged", "StalledChanged")
    for key in ("before", "after") if changed else ("agenda", "stalled"):
        if key in data:
            data[key] = _tasks(data[key])
    return data


def _shortened(crossings: Any) -> list[Any]:
    return [list(crossing)[:KEPT] for crossing in crossings]


def _tasks(value: Any) -> Any:
    """Tasks at any depth (agendas, lines that wait) as they are written now."""
    if isinstance(value, list):
        return [_tasks(each) for each in value]
    if not isinstance(value, dict):
        return value
    if value.get("name") != "cross":
        return {key: _tasks(each) for key, each in value.items()}
    crossing, rule = list(value["data"]["crossing"])[:KEPT], ACTING[value["data"]["rule"]]
    return {**value, "data": {"crossing": crossing, "rule": rule, "part": 0}}


# Complexes put up this turn were once a list; now each place has what its complexes made before, which was nothing.
NEW_COMPLEXES = "turn.new complexes"


def _complexes(data: Json) -> Json:
    """New complexes with what was made there before, in a position or an event."""
    flags = data.get("flags", {})
    if NEW_COMPLEXES in flags:
        data["flags"] = {**flags, NEW_COMPLEXES: _nothing_made(flags[NEW_COMPLEXES])}
    if data.get("flag") == NEW_COMPLEXES:
        data.update({key: _nothing_made(data[key]) for key in ("before", "after") if data.get(key)})
    return data


def _nothing_made(places: Any) -> Json:
    return dict(places) if isinstance(places, dict) else dict.fromkeys(places, 0)


def _second(data: Json) -> Json:
    return _complexes(_crossings(data))


# STEPS[n - 1] leads from format n to n + 1.
STEPS: tuple[Step, ...] = (Step(_second, _second),)
# Former names of house rules and documents, and of options: former -> present.
RULES: Mapping[str, str] = {}
OPTIONS: Mapping[str, str] = {}


def head(data: Mapping[str, Any]) -> Json:
    """A head as it is written today."""
    rules = [RULES.get(rule, rule) for rule in data["rules"]]
    options = {OPTIONS.get(name, name): value for name, value in dict(data["options"]).items()}
    return {**data, "rules": rules, "options": options}


def current(written: Mapping[str, Any]) -> bool:
    """Whether a position or entry is written as today: only then can its hash be compared with today's."""
    return bool(written.get("format", 1) == FORMAT)


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
