"""`python -m tests.figures`: the engine in figures, as a row of the table in docs/house.md; its limits are tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.hooks_page import FAMILIES, MOMENTS, hooks

ROOT = Path(__file__).parents[1]
ROOM = ROOT / "rules"


def count_of_hooks() -> int:
    """Hooks that a rule may override."""
    return sum(len(hooks(family)) for families in FAMILIES.values() for family in families)


def modules() -> dict[str, int]:
    """File of the engine -> its lines."""
    files = sorted(ROOM.rglob("*.py"))
    return {f.relative_to(ROOM).as_posix(): len(f.read_text("utf-8").splitlines()) for f in files}


def classes(over: int = 0) -> dict[str, int]:
    """File and class of the engine -> its lines, from its name to its end. over: only of files with more lines than that."""
    return {
        f"{file}: {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for file, lines in modules().items()
        if lines > over
        for node in _classes((ROOM / file).read_text("utf-8"))
    }


def _classes(code: str) -> Iterator[ast.ClassDef]:
    return (node for node in ast.parse(code).body if isinstance(node, ast.ClassDef))


def _largest(found: dict[str, int], over: int) -> str:
    many = sorted(found.items(), key=lambda item: -item[1])
    longest, lines = many[0]
    return f"{longest} ({lines}); {sum(n > over for _, n in many)} over {over}"


def row() -> str:
    """The cells of a row: hooks and moments, the largest module, the largest class."""
    return f"{count_of_hooks()} hooks, {len(MOMENTS)} moments | {_largest(modules(), 400)} | {_largest(classes(), 200)}"


if __name__ == "__main__":
    print(row())
