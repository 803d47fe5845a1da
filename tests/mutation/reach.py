"""Which cases and tests notice which mutants: recorded once (recording.py), and kept."""

from __future__ import annotations

import ast
import functools
import gc
import pickle
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from tests.mutation.mutants import ROOT

KEPT = ROOT / ".mutation"
RECORD = KEPT / "reach.pickle"
RULES = str(ROOT / "rules") + "/"


@dataclass(eq=False)
class Reach:
    """tests: node ids. seconds: processor time of each, with the probes. noticed: mutant -> numbers of the tests in which the
    fault makes a difference (probes.py). files: file -> numbers of the tests that run one of its functions."""

    tests: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    noticed: dict[str, list[int]] = field(default_factory=dict)
    files: dict[str, list[int]] = field(default_factory=dict)

    def add(self, test: str, seconds: float, noticed: Iterable[str], files: Iterable[str]) -> None:
        """Note one test more."""
        number = len(self.tests)
        self.tests.append(test)
        self.seconds.append(seconds)
        for found, names in ((self.noticed, noticed), (self.files, files)):
            for name in names:
                found.setdefault(name, []).append(number)

    @functools.cache  # noqa: B019  one of these lives as long as the run
    def ways(self, path: str) -> dict[str, frozenset[str]]:
        """Each test's way through a file: which of the file's mutants make a difference in it."""
        ways = defaultdict[str, set[str]](set)
        for mutant, numbers in self.noticed.items():
            if mutant.startswith(f"{path}::"):
                for n in numbers:
                    ways[self.tests[n]].add(mutant)
        return {test: frozenset(way) for test, way in ways.items()}


def load() -> Reach:
    """What was recorded."""
    with RECORD.open("rb") as file:
        found: Reach = pickle.load(file)
    return found


def save(reach: Reach) -> None:
    """Keep what has been recorded so far."""
    KEPT.mkdir(exist_ok=True)
    with RECORD.open("wb") as file:
        pickle.dump(reach, file)


def at_import() -> set[tuple[str, int]]:
    """The functions that run while rules/ is imported: file and first line. Asked of another process."""
    text = "from tests.mutation.reach import traced_import; print(traced_import())"
    done = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(ast.literal_eval(done.stdout))


def traced_import() -> list[tuple[str, int]]:
    """The same, where nothing of rules/ has been imported yet."""
    found: set[CodeType] = set()
    sys.setprofile(lambda frame, event, arg: found.add(frame.f_code) if event == "call" else None)
    from rules.core.documents import board_rules, house_rules
    from rules.model.board import BOARDS

    house_rules()
    for board in BOARDS:
        board_rules(board)
    sys.setprofile(None)
    ours = (c for c in found if c.co_filename.startswith(RULES) and not c.co_name.startswith("<"))
    return sorted({(c.co_filename.removeprefix(f"{ROOT}/"), c.co_firstlineno) for c in ours})


@functools.cache
def _remembering() -> list[Any]:
    """The functions of rules/ that remember answers, but for those that read files at the start."""
    kept = {"load", "documents", "house_rules", "board_rules"}
    found = (f for f in gc.get_objects() if isinstance(f, functools._lru_cache_wrapper))
    ours = (f for f in found if str(getattr(f, "__module__", "")).startswith("rules."))
    return [f for f in ours if getattr(f, "__name__", "") not in kept]


def forget() -> None:
    """Empty what they remember."""
    for found in _remembering():
        found.cache_clear()
