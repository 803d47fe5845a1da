"""One mutant tried: in a child of this process, which has everything loaded, with the fault swapped in."""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib.abc
import importlib.machinery
import io
import os
import pickle
import resource
import signal
import subprocess
import sys
import tomllib
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from tests.mutation.mutants import ROOT, Mutant

CASES = "tests/test_cases.py::test_case["
MEMORY = 3 << 30
A_CASE = 5.0  # seconds of processor time that no case needs


class TooLong(BaseException):
    """A test that takes many times its time: an endless loop, most likely."""


class Unfit(Exception):
    """The fault cannot be swapped into functions that are there already."""


@dataclass(frozen=True)
class Verdict:
    """How it went. state: killed, survived, or unfit (not to be swapped in); by: what noticed; ran: how many were run."""

    state: str
    by: str = ""
    ran: int = 0


Run = Callable[[Sequence[str]], Verdict]


def forked(work: Callable[[], Verdict], seconds: int) -> Verdict:
    """What a piece of work says, done in a child process; killed if it does not end in so much processor time."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            _alone(seconds)
            verdict = work()
        except Unfit:
            verdict = Verdict("unfit")
        except BaseException:
            verdict = Verdict("killed", traceback.format_exc().splitlines()[-1][:100])
        with os.fdopen(writer, "w") as out:
            out.write("\t".join((verdict.state, verdict.by.replace("\t", " "), str(verdict.ran))))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as said:
        words = said.read().split("\t")
    os.waitpid(child, 0)
    return Verdict(words[0], words[1], int(words[2])) if len(words) == 3 else Verdict("killed", "never ended")


def _alone(seconds: int) -> None:
    """A child says nothing, writes nothing, and ends."""
    gc.disable()
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(quiet, stream)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGXCPU, _too_long)


def _too_long(number: int, frame: object) -> None:
    raise TooLong


def swap(mutant: Mutant) -> None:
    """Put the fault into the functions that are loaded; Unfit where that cannot be done."""
    file = str(ROOT / mutant.path)
    before = compile((ROOT / mutant.path).read_text("utf-8"), file, "exec")
    swapped = list(changed(before, compile(mutant.tree(), file, "exec")))
    names = {(old.co_qualname, old.co_firstlineno): new for old, new in swapped}
    found = [f for f in loaded().get(file, ()) if (f.__code__.co_qualname, f.__code__.co_firstlineno) in names]
    if not found:
        raise Unfit
    for function in found:
        try:
            function.__code__ = names[function.__code__.co_qualname, function.__code__.co_firstlineno]
        except ValueError as error:  # another number of free variables
            raise Unfit from error


@functools.cache
def loaded() -> dict[str, list[FunctionType]]:
    """The functions that are there, by file."""
    found: dict[str, list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(str(ROOT)):
            found.setdefault(thing.__code__.co_filename, []).append(thing)
    return found


def changed(old: CodeType, new: CodeType) -> list[tuple[CodeType, CodeType]]:
    """The functions of a module whose code differs."""
    a, b = _functions(old), _functions(new)
    return [(a[key], b[key]) for key in a if key in b and a[key] != b[key]]


def _functions(code: CodeType) -> dict[tuple[str, int], CodeType]:
    found = {}
    for const in code.co_consts:
        if isinstance(const, CodeType):
            found[const.co_qualname, const.co_firstlineno] = const
            found.update(_functions(const))
    return found


def module_name(path: str) -> str:
    """What a file is imported as."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with the fault in it."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant
        self.name = module_name(mutant.path)

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """Only that module."""
        if name != self.name:
            return None
        file = str(ROOT / self._mutant.path)
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec
        spec.loader = self
        return spec

    def create_module(self, spec: object) -> None:
        """As usual."""

    def exec_module(self, module: Any) -> None:
        """Run the changed source."""
        exec(compile(self._mutant.tree(), module.__file__, "exec"), module.__dict__)


def run(tests: Sequence[str], cases: Mapping[str, dict[str, Any]]) -> Verdict:
    """Run cases, then other tests, until one fails."""
    from tests.played_cases import played

    signal.signal(signal.SIGPROF, _too_long)
    ran = 0
    for test in tests:
        if test.startswith(CASES):
            ran += 1
            signal.setitimer(signal.ITIMER_PROF, A_CASE)
            if not played(cases[test]).ok:
                return Verdict("killed", test.removeprefix(CASES)[:-1], ran)
    signal.setitimer(signal.ITIMER_PROF, 0)
    others = [t for t in tests if not t.startswith(CASES)]
    return _pytest(others, ran) if others else Verdict("survived", "", ran)


PLAIN = ("-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-p", "no:randomly", "--no-header", "--no-summary")


def collect(tests: str) -> None:
    """Import the test files once, for all the children."""
    import pytest

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        pytest.main([*PLAIN, "--collect-only", tests])
    gc.unfreeze()  # tests/conftest.py freezes what is collected; `loaded` has to find it


def _pytest(tests: list[str], ran: int) -> Verdict:
    import pytest

    failures = Failures()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = pytest.main(["-x", *PLAIN, *tests], plugins=[failures])
    if code == pytest.ExitCode.USAGE_ERROR:
        raise Unfit  # one of the tests is there no more
    if code in (0, 5):
        return Verdict("survived", "", ran + len(tests))
    return Verdict("killed", failures.first or f"pytest {int(code)}", ran + failures.ran)


class Failures:
    """Remembers the first test that fails."""

    def __init__(self) -> None:
        self.first, self.ran = "", 0

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A phase of a test is over."""
        self.ran += report.when == "call"
        if report.failed:
            self.first = self.first or report.nodeid

    def pytest_collectreport(self, report: Any) -> None:
        """A file has been read."""
        if report.failed:
            self.first = self.first or f"import of {report.nodeid}"


def fresh(mutant: Mutant, work: Callable[[], Verdict]) -> Verdict:
    """With the fault in the module from its import on, in a process that has not imported it yet."""
    finder = Finder(mutant)
    assert finder.name not in sys.modules, f"{finder.name} is loaded already"
    sys.meta_path.insert(0, finder)
    tomllib.loads = tables().get  # type: ignore[assignment]
    try:
        import rules.cases.run  # noqa: F401
        from rules.core.documents import house_rules

        house_rules()
    except Exception as error:
        return Verdict("killed", f"import: {type(error).__name__}")
    return work()


class Tables:
    """The TOML files of rules/, read once: the longest part of an import."""

    def __init__(self) -> None:
        self._read = tomllib.loads
        texts = (path.read_text("utf-8") for path in (ROOT / "rules").rglob("*.toml"))
        self._kept = {text: pickle.dumps(self._read(text)) for text in texts}

    def get(self, text: str) -> dict[str, Any]:
        """What a text says; a table of its own each time."""
        kept = self._kept.get(text)
        found: dict[str, Any] = pickle.loads(kept) if kept else self._read(text)
        return found


tables = functools.cache(Tables)


def early_modules() -> set[str]:
    """The modules that are there before those of boards and documents are. Asked of another process."""
    text = "import sys, rules.cases.run, rules.odds; print(*(m for m in sys.modules if m.startswith('rules')))"
    done = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())
