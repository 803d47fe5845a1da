"""The record of long runs: one row a run in docs/soaks.csv, from which docs/soaks.md is written."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from tests.soak.plans import Plan

DOCS = Path(__file__).resolve().parents[2] / "docs"


@dataclass
class Row:
    """A run: which numbers of a plan (first to last), what it counted, how long it took, how many things went wrong, the
    longest hand-over (seconds), with which numbers something was wrong (`failed`): these are played again; and which commit
    it played ("": not noted)."""

    date: str
    plan: str
    first: int
    last: int
    done: int
    minutes: float
    wrong: int
    longest: float = 0.0
    failed: tuple[int, ...] = ()
    version: str = ""


def read(folder: Path = DOCS) -> list[Row]:
    """All runs so far."""
    path = folder / "soaks.csv"
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [_row(values) for values in csv.DictReader(file)]


def _row(values: dict[str, str]) -> Row:
    numbers = {name: int(values[name]) for name in ("first", "last", "done", "wrong")}
    failed = tuple(map(int, values["failed"].split()))
    minutes, longest = float(values["minutes"]), float(values.get("longest") or 0)
    version = values.get("version") or ""
    return Row(
        values["date"], values["plan"], minutes=minutes, longest=longest, failed=failed, version=version, **numbers
    )


def write(rows: Sequence[Row], plans: Sequence[Plan], folder: Path = DOCS) -> None:
    """Keep the runs, and the page that shows them."""
    names = [f.name for f in fields(Row)]
    fresh = folder / "soaks.csv.new"
    with fresh.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(names)
        told = {tuple: lambda numbers: " ".join(map(str, numbers))}
        out.writerows([told.get(type(value), str)(value) for value in astuple(row)] for row in rows)
    fresh.replace(folder / "soaks.csv")
    (folder / "soaks.md").write_text(page(rows, plans))


def reached(rows: Iterable[Row], plan: str) -> int:
    """The first number of a plan that has not been played at all."""
    return max((row.last + 1 for row in rows if row.plan == plan), default=0)


def lately(rows: Iterable[Row], plan: str) -> tuple[str, int]:
    """The commit that a plan was last played on, and how many of its numbers were; "" where that was not noted."""
    mine = [row for row in rows if row.plan == plan]
    version = mine[-1].version if mine else ""
    return version, len({n for row in mine if row.version == version for n in range(row.first, row.last + 1)})


def again(rows: Iterable[Row], plan: str) -> list[int]:
    """Numbers that failed when they were last played."""
    failed: dict[int, bool] = {}
    for row in rows:
        if row.plan == plan:
            failed.update(dict.fromkeys(range(row.first, row.last + 1), False))
            failed.update(dict.fromkeys(row.failed, True))
    return [number for number, is_open in failed.items() if is_open]


def page(rows: Sequence[Row], plans: Sequence[Plan]) -> str:
    """The page: what each plan has reached, then every run."""
    return "\n".join([*_HEAD, *(_state(plan, rows) for plan in plans), *_COSTS, *_RUNS, *map(_line, rows), ""])


_HEAD = [
    "# Long runs",
    "",
    "Random players play whole games, mostly with sensible orders and now and then with bad ones; in one plan computer",
    "players do, none of whose own orders may be refused. After every order the game is checked: its events lead to the",
    "position and back, its text comes back (one record in three), nothing stands where it cannot stand, money adds up,",
    "whoever is to act can act; after each turn the whole position, and at the end of a game its replay. `make soak` goes on",
    "where the last run stopped; this page is written by it. A game can be played again from its number:",
    "`python -m tests.soak --plan NAME --number N`.",
    "",
    "Beside them stand what the cases prove, counted by [mutants](mutation.md), and what an order costs inside the bot,",
    "counted by its [trace](house.md).",
    "",
    "*Run* is what all versions have played; the last column how many numbers the newest commit that was tried has.",
    "",
    "| plan | what | promised | run | counted | open findings | newest |",
    "| --- | --- | --- | --- | --- | --- | --- |",
]
_COSTS = [
    "",
    "## What a game costs",
    "",
    "The same games on one machine, before and after the dearest things were taken out of them on 2026-11-22 (steps of the",
    "agenda as events of their own, rules that were asked although their option was off, copies of the position, the search",
    "for names that are like a wrong one). Every check is made as before.",
    "",
    "| plan | numbers | orders | seconds of a core a game, before | after |",
    "| --- | --- | --- | --- | --- |",
    "| classic | 1-5 | 4,750 | 0.97 | 0.65 |",
    "| rw | 0-1 | 2,818 | 1.15 | 0.86 |",
    "| global1940 | 0-1 | 4,359 | 2.83 | 2.57 |",
    "| bx | 0-1 | 4,445 | 3.05 | 2.84 |",
]
_RUNS = [
    "",
    "## Every run",
    "",
    "A finding is mended before the next run of its plan, which begins with the numbers that failed.",
    "",
    "| date | plan | numbers | counted | minutes of one core | longest hand-over | wrong | commit |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
]


def _state(plan: Plan, rows: Iterable[Row]) -> str:
    mine = [row for row in rows if row.plan == plan.name]
    open_ = len(again(mine, plan.name))
    run = f"{reached(mine, plan.name) - open_:,} {plan.unit}"
    counted = f"{sum(r.done for r in mine):,} {plan.counts}"
    version, numbers = lately(mine, plan.name)
    newest = f"{numbers:,} on {version}" if version else ""
    return f"| {plan.name} | {plan.about} | {plan.size:,} | {run} | {counted} | {open_} | {newest} |"


def _line(row: Row) -> str:
    numbers = f"{row.first}-{row.last}"
    told = f" ({', '.join(map(str, row.failed))})" if row.failed else ""
    longest = f"{row.longest:.0f} s" if row.longest else ""
    counted = f"{row.done:,} | {row.minutes:.1f} | {longest} | {row.wrong}{told} | {row.version}"
    return f"| {row.date} | {row.plan} | {numbers} | {counted} |"
