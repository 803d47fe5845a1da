"""python -m tests.mutation ROOM...: mutants of rooms of rules/, or of files, tried one by one (tests/mutation/README.md)."""

from __future__ import annotations

import argparse
import functools
import gc
import hashlib
import importlib
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from tests.mutation import reach, trial
from tests.mutation.cases import Case, in_force, known_cases
from tests.mutation.mutants import ROOT, Mutant, mutants, sample
from tests.mutation.record import explained, known, remember, report, version_of
from tests.mutation.recording import TESTS, Recorder
from tests.mutation.trial import Verdict

ROOMS = {
    "house": 14, "boards": 14, "mechanics": 14, "battle": 22, "movement": 22, "economy": 18, "phases": 18, "play": 25,
    "core": 25, "legal": 22, "odds": 28, "model": 35, "dice": 35,
}  # fmt: skip


def main(argv: Sequence[str]) -> int:
    """Try mutants; 1 if any of those tried survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description="Faults in rules/, and who notices.")
    parser.add_argument("what", nargs="*", help=f"rooms ({', '.join(ROOMS)}), files, or ids of mutants")
    parser.add_argument("--record", action="store_true", help="first run every case and test to see which notice what")
    parser.add_argument("--report", action="store_true", help="write docs/mutation.csv and docs/mutation.md, and stop")
    parser.add_argument("--again", action="store_true", help="try those again that survived")
    parser.add_argument("--cases", type=int, help="at most so many of the cases that reach a mutant (100; quick: 16)")
    parser.add_argument("--seconds", type=float, default=6.0, help="at most so long of the tests that do")
    parser.add_argument("--inside", action="store_true", help="only faults in functions: those at import take longer")
    parser.add_argument("--quick", action="store_true", help="the 16 likeliest cases: who survives them is unsettled")
    parser.add_argument(
        "--new", action="store_true", help="only cases newer than the record; with --record: add them to it"
    )
    parser.add_argument("--also", action="append", default=[], help="a test file to run too: one newer than the record")
    parser.add_argument("--share", default="0/1", help="a part of the work: 0/2 and 1/2 are the halves")
    args = parser.parse_args(argv)
    if args.report:
        report(ROOMS)
        return 0
    if args.record or not reach.RECORD.exists():
        _record(bool(args.new), args.what or [TESTS])
        return 0
    before, why = known(), explained()
    chosen = [
        m
        for m in _chosen(args.what)
        if _wanted(m, before, args.again, args.quick)
        and (m.start or not args.inside)
        and (m.id not in why or m.id not in before or m.id in args.what)
    ]
    part, parts = map(int, args.share.split("/"))
    return 1 if _try(chosen[part::parts], Prover(args)) else 0


def _wanted(mutant: Mutant, before: dict[str, dict[str, object]], again: bool, quick: bool) -> bool:
    state = before[mutant.id]["state"] if mutant.id in before else ""
    return state in ("", "unfit") or (state == "unsettled" and (again or not quick)) or (state == "survived" and again)


def _chosen(what: Iterable[str]) -> Iterator[Mutant]:
    """The mutants of rooms, files or ids; of all rooms if none is named."""
    for word in what or ROOMS:
        if "::" in word:
            yield from (m for m in mutants(word.partition("::")[0]) if m.id == word)
        else:
            for path in [word] if word.endswith(".py") else files(word):
                yield from sample(path, _number(path))


def files(room: str) -> list[str]:
    """The modules of a room."""
    return sorted(str(p.relative_to(ROOT)) for p in (ROOT / "rules" / room).rglob("*.py"))


def _number(path: str) -> int:
    """How many mutants of a file are tried: one for so many lines."""
    lines = sum(bool(line.strip()) for line in (ROOT / path).read_text("utf-8").splitlines())
    return -(-lines // ROOMS[Path(path).parts[1]])


def _record(only_new: bool, tests: Sequence[str]) -> None:
    """Run every case and the tests of some folders or files, or those newer than the record, with probes in the functions."""
    import numpy  # noqa: F401  as in a trial: all is loaded before probes come

    _load()
    found = reach.load() if only_new else reach.Reach()
    early = reach.at_import()
    inside = [m for m in _chosen(()) if m.start and (m.path, m.start) not in early]
    recorder = Recorder(inside, found)
    recorder.cases(known_cases())
    recorder.tests(tests)


QUICK, MOST = 16, 100


class Prover:
    """What is known about cases and tests: who reaches what, and what is new since that was recorded."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.reach, self.cases, self.only_new = reach.load(), known_cases(), bool(args.new)
        self.quick, self._seconds, self._also = bool(args.quick), float(args.seconds), list(args.also)
        self._most = args.cases or (QUICK if self.quick else MOST)
        self._new = [t for t in self.cases if t not in set(self.reach.tests)]

    def tests(self, mutant: Mutant) -> tuple[list[str], bool]:
        """The tests to run on a mutant, and whether some that reach it are left out."""
        if self.only_new:
            return [*self._new, *self._also], True
        found = self.reach.noticed.get(mutant.id)
        exact = found is not None
        numbers = {self.reach.tests[n]: self.reach.seconds[n] for n in found or self._of_file(mutant.path, exact)}
        cases = [t for t in numbers if t.startswith(trial.CASES) and t in self.cases]
        if not exact:
            cases += [t for t, c in self.cases.items() if _plays(c, mutant.path) and t not in numbers]
        plain = [t for t in numbers if not t.startswith(trial.CASES) and _still_there(t)]
        new = [t for t in self._new if _near(t, mutant.path) or not self.quick]
        chosen = self._likeliest(cases, mutant.path)[: self._most]
        others = [] if self.quick and cases else self._short(plain, numbers, mutant.path)
        cut = len(cases) > len(chosen) or len(plain) > len(others)
        return [*new, *chosen, *self._also, *others], cut

    def _of_file(self, path: str, exact: bool) -> Sequence[int]:
        return () if exact else self.reach.files.get(path, ())

    def _likeliest(self, cases: list[str], path: str) -> list[str]:
        ways = self.reach.ways(path)
        cases.sort(key=lambda test: self._order(test, path, len(ways.get(test, ()))))
        near = sum(_near(t, path) for t in cases)
        return [*_from_both_ends(cases[:near]), *_varied(cases[near:], ways)]

    def _short(self, tests: list[str], numbers: Mapping[str, float], path: str) -> list[str]:
        """As many tests as fit into the time."""
        found, seconds = [], 0.0
        for test in sorted(tests, key=lambda t: (not _near(t, path), numbers[t])):
            seconds += numbers[test]
            if seconds < self._seconds:
                found.append(test)
        return found

    def _order(self, test: str, path: str, depth: int) -> tuple[bool, bool, int, bytes]:
        """The likeliest to notice first: cases of entries that a file names, of its document, that run most of the file."""
        return not _near(test, path), not _plays(self.cases[test], path), -depth, _shuffled(test)

    def run(self, tests: Sequence[str]) -> Verdict:
        """Run them until one fails."""
        return trial.run(tests, {t: c.table for t, c in self.cases.items()})


@functools.cache
def _still_there(test: str) -> bool:
    """Whether a test of the record has not been renamed or deleted since."""
    path, _, name = test.partition("::")
    name = name.rpartition("::")[2].partition("[")[0]
    file = ROOT / path
    return file.exists() and f"def {name}(" in file.read_text("utf-8")


@functools.cache
def _shuffled(test: str) -> bytes:
    """In no order, but the same one in each run."""
    return hashlib.sha256(test.encode()).digest()


def _from_both_ends(cases: Sequence[str]) -> list[str]:
    """Some cases in another order: what runs most of a file, what ends soonest, by turns. A refusal is proved by a case
    that ends with it."""
    turns = (case for pair in zip(cases, reversed(cases), strict=True) for case in pair)
    return [*dict.fromkeys(turns)]


def _varied(cases: Sequence[str], ways: Mapping[str, frozenset[str]]) -> list[str]:
    """Some cases in another order: first one of each way through a file, then a second of each, and so on. Cases that go the
    same way fail by the same faults."""
    seen = Counter[frozenset[str]]()
    turns = []
    for case in cases:
        way = ways.get(case, frozenset())
        turns.append(seen[way])
        seen[way] += 1
    return [case for _, case in sorted(zip(turns, cases, strict=True), key=lambda pair: pair[0])]


def _plays(case: Case, path: str) -> bool:
    """Whether a case is about a file of a house rule, or of a board: by the folder it stands in."""
    parts = Path(path).parts
    return parts[1] in ("house", "boards") and len(parts) > 3 and case.folder in in_force(parts[1], parts[2])


def _near(test: str, path: str) -> bool:
    """Whether a test is of a case of an entry that a file names."""
    return test.partition("[")[2].startswith(_entries(path))


@functools.cache
def _entries(path: str) -> tuple[str, ...]:
    """How the ids of the catalogue entries begin that a file names: its cases are the likeliest to notice."""
    return tuple(sorted(set(re.findall(r"\b[A-Z]+[0-9]*-[0-9A-Z]+\.", (ROOT / path).read_text("utf-8")))))


def _try(chosen: list[Mutant], prover: Prover) -> int:
    """Those in functions are swapped into a process that has everything loaded; one that has not imports the others."""
    import numpy  # noqa: F401  before the forks, and pytest with it
    import pytest  # noqa: F401

    gc.freeze()
    survived = 0
    early = reach.at_import()
    inside = [m for m in chosen if m.start and (m.path, m.start) not in early]
    chosen = [m for m in chosen if m not in inside]
    if inside:
        child = os.fork()
        if child == 0:
            os._exit(_warm(inside, prover))
        os.waitpid(child, 0)
    done = known()
    cold = [*chosen, *(m for m in inside if m.id in done and done[m.id]["state"] == "unfit")]
    survived += _cold(cold, prover) if cold else 0
    return survived + sum(known().get(m.id, {}).get("state") == "survived" for m in inside)


def _cold(chosen: list[Mutant], prover: Prover) -> int:
    """First those of the engine itself; for those of boards and documents it can be there already."""
    early = trial.early_modules()
    engine = [m for m in chosen if trial.module_name(m.path) in early]
    trial.tables()
    survived = sum(_one(mutant, prover, cold=True) for mutant in engine)
    import rules.cases.run
    import rules.odds  # noqa: F401

    gc.freeze()
    return survived + sum(_one(mutant, prover, cold=True) for mutant in chosen if mutant not in engine)


def _warm(chosen: list[Mutant], prover: Prover) -> int:
    trial.collect(TESTS)
    _load()
    for mutant in chosen:
        _one(mutant, prover, cold=False)
    return 0


def _load() -> None:
    """All of rules/, with nothing remembered."""
    import rules.cases.run
    import rules.library  # noqa: F401
    from rules.core.table import Table
    from rules.model.board import BOARDS

    for board in BOARDS:
        Table(board)
    for path in (p for room in ROOMS for p in files(room) if not p.endswith("__main__.py")):
        importlib.import_module(trial.module_name(path))
    reach.forget()
    trial.loaded()
    gc.freeze()


def _one(mutant: Mutant, prover: Prover, cold: bool) -> bool:
    tests, cut = prover.tests(mutant)
    began = time.monotonic()

    def swapped() -> Verdict:
        trial.swap(mutant)
        return prover.run(tests)

    if not tests and cut:
        return False  # what is left out this time says nothing of it
    if not tests:
        verdict = Verdict("survived", "nothing notices it")
    elif cold:
        verdict = trial.forked(lambda: trial.fresh(mutant, lambda: prover.run(tests)), 120)
    else:
        verdict = trial.forked(swapped, 120)
    row = {
        "id": mutant.id, "state": verdict.state, "by": verdict.by, "ran": verdict.ran, "cut": cut, "line": mutant.line,
        "seconds": round(time.monotonic() - began, 2), "version": version_of(),
    }  # fmt: skip
    if prover.quick and cut and verdict.state == "survived":
        row["state"] = "unsettled"
    if verdict.state == "killed" or not prover.only_new:
        remember(row)
    print(f"{verdict.state} {row['seconds']} {mutant.id} {verdict.by}", flush=True)
    return verdict.state == "survived"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
