"""A case file read: TOML to `Case` values, with every unknown key an error."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


class CaseError(ValueError):
    """The case itself is wrong (unknown key, place, unit, power, ...), not the engine."""


@dataclass(frozen=True)
class Step:
    """One order of a case: who gives it ("" = whoever is to act), its dice, the code of the refusal that
    must come ("" = it must be accepted), and what must hold afterwards. edit: a game master's edit in its place.
    cites: the entry that a refusal names ("" = any)."""

    order: str = ""
    by: str = ""
    dice: tuple[int, ...] = ()
    refuse: str = ""
    expect: Mapping[str, Any] = field(default_factory=dict)
    edit: str = ""
    cites: str = ""

    @property
    def text(self) -> str:
        """The order or the edit."""
        return self.order or self.edit


@dataclass(frozen=True)
class Case:
    """One case as written; see docs/CASES.md for the meaning of each field."""

    id: str
    game: str
    title: str = ""
    rules: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    round: int | str | None = None
    power: str = ""
    phase: str = ""
    setup: str = "printed"
    tech: Mapping[str, Sequence[str]] = field(default_factory=dict)
    war: Any = "printed"
    flags: Mapping[str, Any] = field(default_factory=dict)
    money: Mapping[str, int] = field(default_factory=dict)
    owner: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    facilities: Mapping[str, Any] = field(default_factory=dict)
    borders: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    step: tuple[Step, ...] = ()
    expect: Mapping[str, Any] = field(default_factory=dict)
    lenient: bool = False


# key -> what its value must be
_CASE: dict[str, type | tuple[type, ...]] = {
    "id": str, "title": str, "game": str, "rules": (list, str), "options": dict, "round": (int, str), "power": str,
    "phase": str, "setup": str, "tech": dict, "war": (str, list), "flags": dict, "money": dict, "owner": dict,
    "units": dict, "facilities": dict, "borders": dict, "step": list, "expect": dict,
    "lenient": bool,
}  # fmt: skip
_STEP: dict[str, type | tuple[type, ...]] = {
    "order": str, "by": str, "dice": list, "refuse": str, "cites": str, "expect": dict, "edit": str,
}  # fmt: skip
_EXPECT: dict[str, type | tuple[type, ...]] = {
    "power": str, "phase": str, "pending": str, "pending_by": str, "money": dict, "income": dict, "owner": dict,
    "units": dict, "borders": dict, "facilities": dict, "can": list, "cannot": dict, "offered": (list, dict),
    "winner": str, "log": list, "unsaid": list, "round": (int, str),
}  # fmt: skip


def read_text(text: str) -> list[Case]:
    """The cases of a file's text. Raises CaseError when it is no TOML or no case file."""
    return [read_case(table) for table in tables(text)]


def tables(text: str) -> list[dict[str, Any]]:
    """The tables of the cases in a file's text, one case at top level or many under [[case]]."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CaseError(f"not TOML: {error}") from error
    if "case" not in data:
        return [data]
    found = data["case"]
    if others := sorted(set(data) - {"case"}):
        raise CaseError(f"unknown key beside [[case]]: {', '.join(others)}")
    if not isinstance(found, list) or not all(isinstance(c, dict) for c in found):
        raise CaseError("`case` must be a list of tables: [[case]]")
    return found


def read_case(data: Mapping[str, Any]) -> Case:
    """One case from its table; CaseError names the key that is wrong."""
    _check(data, _CASE, "the case")
    for name in ("id", "game"):
        if not data.get(name):
            raise CaseError(f"the case has no `{name}`")
    steps = tuple(_step(i, s) for i, s in enumerate(data.get("step", ()), 1))
    _check(data.get("expect", {}), _EXPECT, "expect")
    rules = data.get("rules", ())
    fields = {**data, "step": steps, "rules": (rules,) if isinstance(rules, str) else tuple(rules)}
    return Case(**fields)


def _step(number: int, data: Any) -> Step:
    where = f"step {number}"
    if not isinstance(data, dict):
        raise CaseError(f"{where} is no table")
    _check(data, _STEP, where)
    if ("order" in data) == ("edit" in data):
        raise CaseError(f"{where} has {'both an order and an edit' if 'edit' in data else 'no order'}")
    dice = data.get("dice", ())
    if not all(type(d) is int and 1 <= d <= 6 for d in dice):
        raise CaseError(f"{where}: dice are numbers from 1 to 6, not {dice}")
    _check(data.get("expect", {}), _EXPECT, f"expect of {where}")
    return Step(**{**data, "dice": tuple(dice)})


def _check(data: Mapping[str, Any], known: Mapping[str, type | tuple[type, ...]], where: str) -> None:
    for name, value in data.items():
        if name not in known:
            raise CaseError(f"unknown key `{name}` in {where}")
        if not isinstance(value, known[name]) or (known[name] is int and isinstance(value, bool)):
            raise CaseError(f"`{name}` in {where} has a value of the wrong kind: {value!r}")
