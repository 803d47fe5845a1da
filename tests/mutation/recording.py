"""The record: every case and test run once with the probes of all mutants of the sample in place."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.mutation import reach
from tests.mutation.cases import Case
from tests.mutation.mutants import Mutant
from tests.mutation.probes import Probes
from tests.mutation.reach import Reach

TESTS = "tests/rules"
NOT = ("tests/rules/test_soak", "tests/rules/test_imports.py")  # other programs, or games at random


class Recorder:
    """Runs cases and tests under probes, each with nothing remembered from those before it."""

    def __init__(self, mutants: Sequence[Mutant], found: Reach) -> None:
        self._probes, self._reach = Probes(mutants), found
        self._probes.place()
        for number in self._probes.placed:
            found.noticed.setdefault(mutants[number].id, [])
        self._had = set(found.tests)

    def cases(self, cases: dict[str, Case]) -> None:
        """Run the cases that are not in the record yet."""
        from tests.played_cases import played

        for name, case in cases.items():
            if name not in self._had:
                began = self._begin()
                if not played(case.table).ok:
                    print(f"fails with the probes: {name}", flush=True)
                self._end(name, began)
                if len(self._reach.tests) % 500 == 0:
                    print(f"{len(self._reach.tests)} of {len(cases)} cases", flush=True)
                    reach.save(self._reach)
        reach.save(self._reach)

    def _begin(self) -> float:
        reach.forget()
        self._probes.now.clear()
        self._probes.seen.clear()
        return time.process_time()

    def _end(self, name: str, began: float) -> None:
        mutants = self._probes.mutants
        files = sorted({mutants[number].path for number in self._probes.seen})
        noticed = [mutants[number].id for number in sorted(self._probes.now)]
        self._reach.add(name, time.process_time() - began, noticed, files)

    def tests(self, tests: Sequence[str]) -> None:
        """Run the other tests of some folders or files. What has been run when that is interrupted is kept."""
        pytest.main(["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--no-header", *tests], plugins=[self])
        reach.save(self._reach)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what is not run in this process, and what is known."""
        items[:] = [i for i in items if not i.nodeid.startswith(NOT) and i.nodeid not in self._had]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Watch one test."""
        began = self._begin()
        yield
        self._end(item.nodeid, began)
