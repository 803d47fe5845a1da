"""Which cases and tests call which function of rules/: recorded once, by a trace of every test."""

from __future__ import annotations

import ast
import functools
import gc
import pickle
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from tests.mutation.mutants import ROOT

KEPT = ROOT / ".mutation"
RULES = str(ROOT / "rules") + "/"
TESTS = ("tests/test_cases.py", "tests/rules")
NOT = ("tests/rules/test_soak", "tests/rules/test_imports.py")  # other programs, or games at random


@dataclass(eq=False)
class Reach:
    """tests: node ids. calls: file -> function -> numbers of tests that call it. seconds: processor time of each, traced."""

    tests: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    calls: dict[str, dict[str, list[int]]] = field(default_factory=dict)

    def of(self, path: str, function: str) -> list[int]:
        """The tests that call a function: `Class.method`, wherever in its file it stands by now."""
        return self.calls.get(path, {}).get(function, [])

    @functools.cache  # noqa: B019  one of these lives as long as the run
    def depth(self, path: str) -> Counter[str]:
        """How many functions of a file each test calls."""
        return Counter(self.tests[n] for numbers in self.calls.get(path, {}).values() for n in numbers)

    def whole(self, path: str) -> list[int]:
        """The tests that run anything of a file."""
        return sorted({n for numbers in self.calls.get(path, {}).values() for n in numbers})


def load() -> Reach:
    """What was recorded."""
    whole = Reach()
    for path in sorted(KEPT.glob("reach-*.pickle")):
        with path.open("rb") as file:
            found: Reach = pickle.load(file)
        first = len(whole.tests)
        whole.tests += found.tests
        whole.seconds += found.seconds
        for name, calls in found.calls.items():
            for function, numbers in calls.items():
                whole.calls.setdefault(name, {}).setdefault(function, []).extend(first + n for n in numbers)
    return whole


def recorded() -> bool:
    """Whether everything has been recorded."""
    return all(_kept(tests).exists() for tests in TESTS)


def record(tests: str) -> int:
    """Run tests under the trace, and keep what they reach."""
    KEPT.mkdir(exist_ok=True)
    recorder = Recorder()
    code = int(
        pytest.main(["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--no-header", tests], plugins=[recorder])
    )
    with _kept(tests).open("wb") as file:
        pickle.dump(recorder.reach(), file)
    return code


def _kept(tests: str) -> Path:
    return KEPT / f"reach-{Path(tests).stem}.pickle"


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


class Recorder:
    """Traces each test by itself, with nothing remembered from those before it."""

    def __init__(self) -> None:
        self._tests: list[str] = []
        self._seconds: list[float] = []
        self._calls: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._now: set[CodeType] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what is not run in this process."""
        items[:] = [i for i in items if not i.nodeid.startswith(NOT)]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Trace one test."""
        forget()
        self._now, began = set(), time.process_time()
        sys.settrace(self._trace)
        yield
        sys.settrace(None)
        number = len(self._tests)
        self._tests.append(item.nodeid)
        self._seconds.append(time.process_time() - began)
        for path, function in {(c.co_filename, _name(c)) for c in self._now if c.co_filename.startswith(RULES)}:
            self._calls[path.removeprefix(f"{ROOT}/")][function].append(number)

    def _trace(self, frame: FrameType, event: str, arg: object) -> None:
        self._now.add(frame.f_code)

    def reach(self) -> Reach:
        """What has been seen."""
        return Reach(self._tests, self._seconds, {path: dict(calls) for path, calls in self._calls.items()})


def _name(code: CodeType) -> str:
    return code.co_qualname.replace(".<locals>", "")


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
