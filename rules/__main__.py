"""python -m rules case | board | library | odds | soak | new: the engine from a terminal."""

from __future__ import annotations

import importlib
import os
import sys

# command -> (module with main(argv) -> exit code, what it does); imported only when called, so that each starts fast
COMMANDS = {
    "case": ("rules.cases.cli", "run case files: case [--json] [--verbose] PATH..."),
    "board": ("rules.boards.lint", "print a board and check its data: board [BOARD]"),
    "library": ("rules.library.cli", "look a rule up: library QUERY"),
    "odds": ("rules.odds.ask.cli", "exact odds of a battle"),
    "soak": ("rules.soak", "random legal games with invariants: soak --board classic --games 10 --seed 1"),
    "new": ("rules.workshop", "begin a house rule, with its file and first case: new hr.war-bonds --board classic"),
}


# What says how many threads numpy's arithmetic has: more than one get in each other's way, above all on a busy machine.
THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


def single_threaded() -> None:
    """One thread a process for arithmetic, children too, unless the environment says otherwise. For programs only, before
    numpy is imported; the engine itself touches no environment."""
    for name in THREADS:
        os.environ.setdefault(name, "1")


def main(argv: list[str]) -> int:
    """Run a command; 2 for an unknown one."""
    single_threaded()
    if not argv or argv[0] not in COMMANDS:
        print("usage: python -m rules COMMAND ...", *_lines(), sep="\n")
        return 0 if argv and argv[0] in ("-h", "--help") else 2
    module = importlib.import_module(COMMANDS[argv[0]][0])
    code: int = module.main(argv[1:])
    return code


def _lines() -> list[str]:
    return [f"  {name:8} {about}" for name, (_, about) in COMMANDS.items()]


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:
        sys.exit(1)
