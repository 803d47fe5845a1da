"""Every case file under tests/cases is a test: one a case, by its id."""

from __future__ import annotations

import functools
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from rules.cases.cli import case_files
from rules.cases.file import CaseError
from tests.case_tables import CASES, of_file
from tests.played_cases import played
from tests.wording import slips

REFUSED = re.compile(r"> .*?: [a-z]+(?:-[a-z]+)*: (?P<message>.*)", re.DOTALL)
EXEMPT = CASES / "exempt.toml"


def found() -> Iterator[tuple[str, dict[str, Any]]]:
    """(id, table) of every case; a file that cannot be read stands for itself."""
    for file in case_files(CASES):
        name = str(file.relative_to(CASES))
        try:
            for number, table in enumerate(of_file(file), 1):
                yield str(table.get("id", f"{name} case {number}")), table
        except CaseError as error:
            yield name, {"id": name, "broken": str(error)}


def start(table: dict[str, Any]) -> str:
    """What a case's game is made of. Cases that begin alike stand together: the start is made once for them."""
    return repr([table.get(key) for key in ("game", "rules", "options", "setup")])


ALL = sorted(found(), key=lambda one: start(one[1]))


@pytest.mark.parametrize("table", [pytest.param(table, id=name) for name, table in ALL])
def test_case(table: dict[str, Any]) -> None:
    """The case goes as it says."""
    result = played(table)
    assert result.ok, result.why + "".join(f"\n  {line}" for line in result.log)
    assert not list(badly_said(result.log)), "as an editor would read it"


def badly_said(log: Iterable[str]) -> Iterator[str]:
    """Slips in what a game says: lines that tell what happened, and the refusals behind orders."""
    for line in log:
        if refused := REFUSED.match(line):
            yield from slips(refused["message"])
        elif not line.startswith("> "):
            yield from slips_told(line)


@functools.cache
def slips_told(line: str) -> tuple[str, ...]:
    """Slips in a line that tells what happened; many a line is told again and again."""
    return tuple(slips(line, orders=False))


def test_ids_are_unique() -> None:
    """No two cases share an id."""
    assert [name for name, n in Counter(name for name, _ in ALL).items() if n > 1] == []


def test_exempt_entries_have_a_reason_and_no_case() -> None:
    """What is exempt from proof says why, and is not proved after all."""
    exempt = tomllib.loads(EXEMPT.read_text("utf-8")) if EXEMPT.exists() else {}
    proved = {re.sub(r"\.[a-z]+\d*$", "", name) for name, _ in ALL}
    assert [entry for entry, why in exempt.items() if not str(why).strip() or entry in proved] == []
