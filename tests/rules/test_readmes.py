"""The page of each room names all its modules, and none that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ["seats", *sorted(str(page.parent.relative_to(ROOT)) for page in (ROOT / "rules").glob("*/**/README.md"))]
_FREE = ("rules/boards", "rules/house")
LISTED = [
    room for room in ROOMS if not room.startswith(_FREE) and room not in ("rules/battle", "rules/play", "rules/soak")
]


@pytest.mark.parametrize("room", LISTED)
def test_a_page_names_every_module(room: str) -> None:
    page = (ROOT / room / "README.md").read_text("utf-8")
    modules = {p.stem for p in (ROOT / room).glob("*.py")} - {"__init__", "__main__"}
    assert {m for m in modules if not re.search(rf"\b{m}\b", page)} == set()


@pytest.mark.parametrize("room", ROOMS)
def test_a_page_names_no_module_that_is_gone(room: str) -> None:
    page = (ROOT / room / "README.md").read_text("utf-8")
    named = set(re.findall(r"(?<![\w/.])([a-z_0-9]+)\.py\b", page))
    known = {p.stem for p in (ROOT / room.partition("/")[0]).rglob("*.py")}
    assert named - known == set()
