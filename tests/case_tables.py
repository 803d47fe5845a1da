"""The case files as tests read them: each once a process. Nobody changes what is given.

To read them all takes a second, and each process of a run does: so what was read is kept in a file, until a case file
changes.
"""

from __future__ import annotations

import functools
import os
import pickle
from pathlib import Path
from typing import Any

from rules.cases.cli import case_files
from rules.cases.file import tables

CASES = Path(__file__).parent / "cases"
KEPT = Path(__file__).parents[1] / ".pytest_cache" / "cases.pickle"
Tables = list[dict[str, Any]]
_fresh = dict[tuple[str, int, int], Tables]()


@functools.cache
def of_file(file: Path) -> Tables:
    """The cases of a file, as tables. Raises CaseError."""
    stat = file.stat()
    key = (str(file), stat.st_mtime_ns, stat.st_size)
    found = _kept().get(key)
    if found is None:
        found = _fresh[key] = tables(file.read_text("utf-8"))
    return found


def of_folder(folder: Path) -> Tables:
    """Those of all its files. Raises CaseError."""
    return [table for file in case_files(folder) for table in of_file(file)]


def keep() -> None:
    """Keep what had to be read for the next process, in place of what there was of those files."""
    if not _fresh:
        return
    names = {name for name, _, _ in _fresh}
    kept = {key: found for key, found in _kept().items() if key[0] not in names and os.path.exists(key[0])}
    KEPT.parent.mkdir(exist_ok=True)
    beside = KEPT.with_suffix(f".{os.getpid()}")
    beside.write_bytes(pickle.dumps(kept | _fresh))
    beside.replace(KEPT)


@functools.cache
def _kept() -> dict[tuple[str, int, int], Tables]:
    """What was kept; nothing where that cannot be read."""
    try:
        found: dict[tuple[str, int, int], Tables] = pickle.loads(KEPT.read_bytes())
    except (OSError, EOFError, pickle.UnpicklingError):
        return {}
    return found
