"""python -m tests.soak [--plan NAME ...] [--minutes M] [--jobs N]: go on with long runs; --number N plays one again."""

from __future__ import annotations

import argparse
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is there

from tests.soak.plans import PLANS
from tests.soak.run import Limits, go_on, named


def main(argv: list[str]) -> int:
    """Run; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Long runs, recorded in docs/soaks.md.")
    parser.add_argument("--plan", action="append", choices=[p.name for p in PLANS], help="which (all in turn)")
    parser.add_argument("--minutes", type=float, default=0, help="how long each plan may take (no limit)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--findings", type=int, default=5, help="a run stops when so many things were wrong")
    text = "so many numbers of each plan (50), or so much of its size (10%%), on this version, from 0 on"
    parser.add_argument("--afresh", default="", help=text)
    parser.add_argument("--number", type=int, help="do one number of the plan, without a record")
    args = parser.parse_args(argv)
    plans = [named(name) for name in args.plan] if args.plan else list(PLANS)
    if args.number is not None:
        wrong = [text for plan in plans for text in plan.one(args.number).wrong]
        print("\n".join(wrong) or "nothing was wrong")
        return 1 if wrong else 0
    limits = Limits(args.minutes, args.jobs, args.findings, args.afresh)
    return 1 if [text for plan in plans for text in go_on(plan, limits).wrong] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
