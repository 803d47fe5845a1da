"""python -m rules case [--json] [--verbose] PATH...: run case files and folders."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from rules.cases.run import Result, run_text

NOT_CASES = ("exempt.toml",)


def main(argv: list[str]) -> int:
    """Run the cases; 0 if all passed, 1 if not, 2 if called wrongly."""
    parser = argparse.ArgumentParser(prog="python -m rules case", description="Run case files.")
    parser.add_argument("path", nargs="+", type=Path, help="case files, or folders of them")
    parser.add_argument("--json", action="store_true", help="print the results as JSON and nothing else")
    parser.add_argument("--verbose", action="store_true", help="print the log of each step")
    parser.add_argument("--lenient", action="store_true", help="forgive forms that a player would not notice")
    parser.add_argument("--only", default="", help="run only the cases whose id begins with this")
    args = parser.parse_args(argv)
    if missing := [p for p in args.path if not p.exists()]:
        print(f"no such file or folder: {', '.join(map(str, missing))}", file=sys.stderr)
        return 2
    results = []
    for result in run_paths(args.path, args.only, args.lenient):
        results.append(result)
        if not args.json:
            _print(result, args.verbose)
    failed = sum(not r.ok for r in results)
    if args.json:
        print(json.dumps([_as_json(r) for r in results], ensure_ascii=False, indent=1))
    else:
        print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


def case_files(path: Path) -> list[Path]:
    """The case files that a path names: itself, or those in a folder and its subfolders, sorted."""
    if path.is_file():
        return [path]
    return sorted(p for p in path.rglob("*.toml") if p.name not in NOT_CASES)


def run_paths(paths: list[Path], only: str = "", lenient: bool = False) -> Iterator[Result]:
    """Run every case of some files and folders whose id begins with `only`, all of them forgiven if `lenient`."""
    for path in paths:
        for file in case_files(path):
            yield from run_text(file.read_text("utf-8"), str(file), only, lenient)


def _as_json(result: Result) -> dict[str, object]:
    data: dict[str, object] = {"id": result.id, "ok": result.ok, "title": result.title}
    return data if result.ok else {**data, "why": result.why}


def _print(result: Result, verbose: bool) -> None:
    if result.ok:
        print(f"ok {result.id} {result.title}".rstrip())
    else:
        print(f"FAIL {result.id} {result.title}".rstrip() + f": {result.why}")
    if verbose:
        for line in result.log:
            print(f"    {line}")
