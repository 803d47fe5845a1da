"""The engine stays pure: what it must not import, it does not."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FORBIDDEN = {
    "rules": {"bot", "render", "discord", "aiohttp", "sqlalchemy", "PIL", "random", "secrets", "time", "datetime", "socket", "asyncio"},
    "render": {"bot", "discord", "aiohttp", "sqlalchemy", "random", "secrets"},
}  # fmt: skip


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
    wrong = {
        str(f.relative_to(ROOT)): bad
        for f in (ROOT / package).rglob("*.py")
        if (bad := imported(f) & FORBIDDEN[package])
    }
    allowed = {"rules/bench.py": {"time"}}  # the benchmark's clock is its purpose; nothing imports it
    assert {f: bad for f, bad in wrong.items() if bad - allowed.get(f, set())} == {}


def test_the_command_line_starts_without_the_rest() -> None:
    """`python -m rules` loads no command it was not asked for."""
    code = (
        "import sys, rules.__main__; print(sorted(m for m in sys.modules if m.startswith(('bot', 'render', 'rules.'))))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True).stdout
    assert eval(shown) == ["rules.__main__"]
