"""The cases as tables, read without rules/: a process may hold them before it imports a module with a fault."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from typing import Any

from tests.mutation.mutants import ROOT

FOLDER = ROOT / "tests" / "cases"


@dataclass(frozen=True)
class Case:
    """A case, and the folder (board or document) it stands in."""

    table: dict[str, Any]
    folder: str


def known_cases() -> dict[str, Case]:
    """Every case, by the name of its test."""
    found = {}
    for file in sorted(FOLDER.rglob("*.toml")):
        if file.name != "exempt.toml":
            data = tomllib.loads(file.read_text("utf-8"))
            for number, table in enumerate(data.get("case", [data]), 1):
                name = table.get("id", f"{file.relative_to(FOLDER)} case {number}")
                found[f"tests/test_cases.py::test_case[{name}]"] = Case(table, file.relative_to(FOLDER).parts[0])
    return found


@functools.cache
def in_force(room: str, folder: str) -> frozenset[str]:
    """The folders of cases in which the rules of a folder are in force: its own, and for a board or an edition those of the
    boards that follow it."""
    found = {folder}
    follows = {}
    for file in (ROOT / "rules" / room).glob("*/*.toml"):
        if file.stem in ("board", "edition"):
            follows[file.parent.name] = tomllib.loads(file.read_text("utf-8")).get("follows", "")
    while more := {name for name, first in follows.items() if first in found} - found:
        found |= more
    return frozenset(found)
