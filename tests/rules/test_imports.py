"""The engine stays pure: what it must not import, it does not."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OUTSIDE = {"discord", "aiohttp", "sqlalchemy", "random", "secrets"}
FORBIDDEN = {
    "rules": OUTSIDE | {"bot", "render", "PIL", "time", "datetime", "socket", "asyncio"},
    "render": OUTSIDE | {"bot"},
}
COMMAND_LINE = """
import sys, rules.__main__
print(*sorted(m for m in sys.modules if m.startswith(("bot", "render", "rules."))))
"""


def imported(file: Path) -> set[str]:
    """Top-level names of everything a module imports, wherever in the module."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("package", sorted(FORBIDDEN))
def test_forbidden_imports(package: str) -> None:
    """No module of a package imports what it must not."""
    wrong = {}
    line = re.compile(rf"^\s*(?:from|import)\b.*\b(?:{'|'.join(FORBIDDEN[package])})\b", re.MULTILINE)
    for file in (ROOT / package).rglob("*.py"):
        name = str(file.relative_to(ROOT))
        # Only where a line looks like one of them: to parse every file takes a second.
        if line.search(file.read_text("utf-8")) and (bad := imported(file) & FORBIDDEN[package]):
            wrong[name] = bad
    assert wrong == {}


def test_the_command_line_starts_without_the_rest() -> None:
    """`python -m rules` loads no command it was not asked for."""
    command = [sys.executable, "-c", COMMAND_LINE]
    shown = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout
    assert shown.split() == ["rules.__main__"]
