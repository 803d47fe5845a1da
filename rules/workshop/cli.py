"""python -m rules new DOCUMENT.RULE [--board BOARD]: the files of a new house rule."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rules.core.houses import HouseError
from rules.model.board import BOARDS
from rules.workshop.plan import CannotBegin, Plan, plan
from rules.workshop.skeleton import files

ROOT = Path(__file__).parents[2]


def main(argv: list[str], root: Path = ROOT) -> int:
    """Write the files; 1 if the rule cannot be begun, 2 if called wrongly."""
    parser = argparse.ArgumentParser(prog="python -m rules new", description="Begin a house rule.")
    parser.add_argument("id", help="its document's id, a dot, its name: hr.war-bonds")
    parser.add_argument("--board", default="", help=f"the board it is played on: {', '.join(BOARDS)}")
    try:
        args = parser.parse_args(argv)
    except SystemExit as stop:
        return 2 if stop.code else 0
    try:
        begun = plan(args.id, args.board)
        written = _write(begun, root)
    except (CannotBegin, HouseError) as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join((*(f"written: {path}" for path in written), *_next(begun))))
    return 0


def _write(begun: Plan, root: Path) -> list[str]:
    paths = begun.paths(root)
    if not (root / "tests" / "cases").is_dir():
        raise CannotBegin(f"{root} has no tests/cases: work in a copy of the whole project.")
    if there := [path.relative_to(root) for path in paths.values() if path.exists()]:
        raise CannotBegin(f"{', '.join(map(str, there))} is there already; nothing was written.")
    texts = files(begun)
    for what, path in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(texts[what], "utf-8")
    return [str(path.relative_to(root)) for path in paths.values()]


def _next(begun: Plan) -> list[str]:
    cases = f"tests/cases/{begun.package}/{begun.name}.toml"
    return [
        "",
        "It works already: every power collects 1 IPC more. Make it yours:",
        f"1. Write what a player would see into {cases}, and run it: python -m rules case {cases}",
        f"2. Write the rule into rules/house/{begun.package}/{begun.module}.py; find your hooks in docs/hooks.md.",
        f"3. make rule ID={begun.id} plays and reads it, and says what is still missing.",
    ]
