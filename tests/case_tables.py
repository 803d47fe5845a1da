"""The case files as tests read them: each once a process. Nobody changes what is given."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from rules.cases.cli import case_files
from rules.cases.file import tables

CASES = Path(__file__).parent / "cases"


@functools.cache
def of_file(file: Path) -> list[dict[str, Any]]:
    """The cases of a file, as tables. Raises CaseError."""
    return tables(file.read_text("utf-8"))


def of_folder(folder: Path) -> list[dict[str, Any]]:
    """Those of all its files. Raises CaseError."""
    return [table for file in case_files(folder) for table in of_file(file)]
