"""Formats as files: TOML in, a checked format out, and back."""

from __future__ import annotations

import functools
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from league.clocks import Terms, TermsError
from league.clocks.terms import DAY, HOUR
from league.formats.check import faults
from league.formats.format import BidTerms, Format, FormatError, RatingTerms
from league.formats.words import strange

T = TypeVar("T", BidTerms, RatingTerms)
_FOLDER = Path(__file__).parent / "builtin"
_MINUTE: Final = 60.0
_TEXTS: Final = ("title", "summary", "source", "board")
_TABLES: Final = ("options", "bid", "clock", "rating", "shares")
_KEYS: Final = (*_TEXTS, "documents", "dice", *_TABLES)
_TIMES: Final = {"turn": None, "answer": None, "extra": None, "increment": 0.0}
_UNITS: Final = {"hours": HOUR, "minutes": _MINUTE}
_BANKS: Final = ("vacation_days", "season_vacation_days")
_PLAIN: Final = ("live", "overruns", "then")
LONGEST: Final = 20_000  # bytes of a file
MOST: Final = 100_000  # of any figure


@functools.cache
def built_in() -> Mapping[str, Format]:
    """The formats that come with the bot, by id. That they go with the rules is tested: to ask each time would load every
    board."""
    return {path.stem: _parsed(path.stem, path.read_text("utf-8")) for path in sorted(_FOLDER.glob("*.toml"))}


def read(id: str, text: str) -> Format:
    """A format from its file's text. Raises FormatError, which tells all that is wrong."""
    made = _parsed(id, text)
    if found := faults(made):
        raise FormatError("\n".join(found))
    return made


def _parsed(id: str, text: str) -> Format:
    """A format whose words have not been held against the rules. Raises FormatError for what is no format."""
    if len(text.encode()) > LONGEST:
        raise FormatError(f"A format's file has {LONGEST} bytes at most.")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"This is no TOML: {error}.") from None
    if found := _shape(data):
        raise FormatError("\n".join(found))
    clock, wrong = _clock(data.get("clock", {}))
    bid, more = _part(BidTerms, "bid", data.get("bid", {}))
    rating, most = _part(RatingTerms, "rating", data.get("rating", {}))
    if found := [*wrong, *more, *most]:
        raise FormatError("\n".join(found))
    plain = {name: data[name] for name in (*_TEXTS, "dice", "options") if name in data}
    shares = {power: float(share) for power, share in data.get("shares", {}).items()}
    return Format(
        id=id, clock=clock, bid=bid, rating=rating, shares=shares, documents=tuple(data.get("documents", ())), **plain
    )


def _shape(data: Mapping[str, Any]) -> list[str]:
    found = strange("", data, _KEYS)
    found += [f"`{name}` is missing: some words." for name in _TEXTS if not isinstance(data.get(name), str)]
    found += [f"`[{name}]` is a table." for name in _TABLES if not isinstance(data.get(name, {}), dict)]
    documents = data.get("documents", [])
    if not isinstance(documents, list) or not all(isinstance(one, str) for one in documents):
        found.append("`documents` is a list of names.")
    if not isinstance(data.get("dice", ""), str):
        found.append("`dice` is a word.")
    if not found and any(not _is_number(share) for share in data.get("shares", {}).values()):
        found.append("`[shares]` gives numbers.")
    return found


def _clock(data: Mapping[str, Any]) -> tuple[Terms, list[str]]:
    units = [f"{name}_{unit}" for name in (*_TIMES, "warning") for unit in _UNITS]
    found = strange(" in [clock]", data, (*units, *_BANKS, *_PLAIN))
    values: dict[str, Any] = {name: data[name] for name in _PLAIN if name in data}
    for name, otherwise in _TIMES.items():
        given = [float(data[key]) * size for key, size in _sizes(name) if _is_number(data.get(key))]
        if given or otherwise is not None:
            values[name] = given[0] if given else otherwise
    values["warnings"] = tuple(float(w) * size for key, size in _sizes("warning") for w in _numbers(data.get(key)))
    for name in _BANKS:
        values[name.removesuffix("_days")] = float(data.get(name, 0)) * DAY if _is_number(data.get(name, 0)) else -1.0
    single = [key for key in (*units[: -len(_UNITS)], *_BANKS) if key in data]
    found += [f"`{key}` is a number up to {MOST}." for key in single if not _is_number(data[key])]
    found += _kinds("clock", values, {"live": bool, "overruns": int, "then": str})
    if "turn" not in values:
        found.append("`[clock]` says how long a turn takes: `turn_hours = 72`, or `turn_minutes`.")
    if found:
        return Terms(1.0), found
    try:
        return Terms(**values), []
    except TermsError as error:
        return Terms(1.0), [str(error)]


def _sizes(name: str) -> list[tuple[str, float]]:
    return [(f"{name}_{unit}", size) for unit, size in _UNITS.items()]


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and -MOST <= value <= MOST


def _numbers(value: Any) -> list[Any]:
    return [one for one in value if _is_number(one)] if isinstance(value, list) else []


def _part(kind: type[T], name: str, data: Mapping[str, Any]) -> tuple[T, list[str]]:
    usual = kind()
    known = {field: type(getattr(usual, field)) for field in kind.__dataclass_fields__}
    found = strange(f" in [{name}]", data, known) or _kinds(name, data, known)
    return (usual if found else kind(**data)), found


def _kinds(where: str, data: Mapping[str, Any], kinds: Mapping[str, type]) -> list[str]:
    says = {bool: "true or false", int: "a whole number", str: "a word"}
    wrong = [name for name, kind in kinds.items() if name in data and type(data[name]) is not kind]
    return [f"`{name}` in [{where}] is {says[kinds[name]]}." for name in wrong]


def written(made: Format) -> str:
    """A format as the text of its file: what `read` reads as the same."""
    lines = [f"{name} = {_toml(getattr(made, name))}" for name in _TEXTS]
    lines += [f"documents = {_toml(list(made.documents))}", f"dice = {_toml(made.dice)}"]
    tables = {"options": made.options, "bid": _fields(made.bid), "rating": _fields(made.rating), "shares": made.shares}
    for name, values in {**tables, "clock": _clock_fields(made.clock)}.items():
        lines += ["", f"[{name}]", *(f"{_toml(key)} = {_toml(value)}" for key, value in values.items())]
    return "\n".join(lines) + "\n"


def _fields(part: BidTerms | RatingTerms) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.__dataclass_fields__}


def _clock_fields(terms: Terms) -> dict[str, Any]:
    found: dict[str, Any] = {"live": terms.live, "overruns": terms.overruns, "then": terms.then}
    for name in _TIMES:
        if (value := getattr(terms, name)) is not None and (value or name == "turn"):
            found[f"{name}_minutes"] = value / _MINUTE
    found["vacation_days"], found["season_vacation_days"] = terms.vacation / DAY, terms.season_vacation / DAY
    found["warning_minutes"] = [warning / _MINUTE for warning in terms.warnings]
    return found


def _toml(value: Any) -> str:
    """A value as TOML; JSON's words, numbers and lists are TOML's."""
    return json.dumps(value, ensure_ascii=False)
