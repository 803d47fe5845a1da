"""What became of the mutants: every verdict in .mutation/, the sums and the open ones in docs/."""

from __future__ import annotations

import csv
import functools
import json
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tests.mutation.mutants import ROOT, mutants
from tests.mutation.reach import KEPT

DOCS, EXPLAINED = ROOT / "docs", Path(__file__).parent / "explained.toml"


@functools.cache
def version_of() -> str:
    """The commit that is tried."""
    return subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()


def remember(row: dict[str, object]) -> None:
    """Keep a verdict."""
    with (KEPT / "results.jsonl").open("a") as file:
        file.write(json.dumps(row, ensure_ascii=False) + "\n")


def known() -> dict[str, dict[str, object]]:
    """The last verdict on each mutant."""
    path = KEPT / "results.jsonl"
    rows = map(json.loads, path.read_text("utf-8").splitlines()) if path.exists() else ()
    return {row["id"]: row for row in rows}


def explained() -> dict[str, str]:
    """Survivors that are no hole, and why."""
    found: dict[str, str] = tomllib.loads(EXPLAINED.read_text("utf-8")) if EXPLAINED.exists() else {}
    return found


def standing() -> dict[str, dict[str, object]]:
    """The last verdict on each mutant that the sources still have."""
    rows = known()
    paths = {str(row["id"]).partition("::")[0] for row in rows.values()}
    there = {m.id for path in paths if (ROOT / path).exists() for m in mutants(path)}
    return {name: row for name, row in rows.items() if name in there}


COLUMNS = ("version", "room", "mutants", "killed", "explained", "open", "unsettled")


def report(rooms: Iterable[str]) -> None:
    """Write the sums into docs/mutation.csv, and the page with the survivors. A room without verdicts keeps what the last
    pass over it found, with the version of that pass."""
    rows, why = standing(), explained()
    sums: dict[str, Counter[str]] = {}
    left: dict[str, list[str]] = {}
    unsettled: dict[str, list[str]] = {}
    for name, row in rows.items():
        state = "explained" if row["state"] in ("survived", "unsettled") and name in why else str(row["state"])
        room = name.split("/")[1]
        sums.setdefault(room, Counter())[state] += 1
        if state not in ("killed", "explained"):
            (left if state == "survived" else unsettled).setdefault(room, []).append(name.removeprefix("rules/"))
    before, open_before = _last(), _open_before()
    table = [
        _row(room, sums[room]) if room in sums else before[room] for room in rooms if room in sums or room in before
    ]
    for room in set(before) - set(sums):
        left[room] = open_before.get(room, [])
    with (DOCS / "mutation.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows((COLUMNS, *table))
    (DOCS / "mutation.md").write_text(
        _page(table, left, unsettled, {n: w for n, w in why.items() if n in rows}), "utf-8"
    )


def _row(room: str, found: Counter[str]) -> list[str]:
    unsettled = found["unsettled"] + found["unfit"]
    figures = (found.total(), found["killed"], found["explained"], found["survived"], unsettled)
    return [version_of(), room, *map(str, figures)]


def _last() -> dict[str, list[str]]:
    """Room -> its row in the report that stands."""
    with (DOCS / "mutation.csv").open(newline="") as file:
        return {row[1]: row for row in list(csv.reader(file))[1:]}


def _open_before() -> dict[str, list[str]]:
    """Room -> what is open in the page that stands."""
    found: dict[str, list[str]] = {}
    room = ""
    page = (DOCS / "mutation.md").read_text("utf-8").partition("## Open")[2].partition("## Unsettled")[0]
    for line in page.splitlines():
        if line.startswith("**"):
            room = line.split("**")[1]
        elif line.startswith("- `"):
            found.setdefault(room, []).append(line[3:-1])
    return found


Ids = dict[str, list[str]]


def _page(table: list[list[str]], left: Ids, unsettled: Ids, why: dict[str, str]) -> str:
    total = [str(sum(int(row[at]) for row in table)) for at in range(2, len(COLUMNS))]
    columns = COLUMNS[1:]
    lines = [*_HEAD, "", f"| {' | '.join(columns)} | tried at |", f"|{' --- |' * (len(columns) + 1)}"]
    lines += [f"| {' | '.join(row[1:])} | {row[0]} |" for row in table]
    lines += [f"| **all** | {' | '.join(total)} | |", "", "## Explained", ""]
    lines += [f"- `{name.removeprefix('rules/')}`: {text}" for name, text in sorted(why.items())]
    lines += _listed("Open", "Nobody has looked at these yet, or no case has been found for them.", left)
    lines += _listed(
        "Unsettled",
        "The likeliest cases do not notice; a whole pass over the room (without --quick) settles them.",
        unsettled,
    )
    return "\n".join([*lines, ""])


def _listed(title: str, text: str, found: Ids) -> list[str]:
    """A section of ids, by room."""
    lines = ["", f"## {title}", "", text] if any(found.values()) else []
    for room in (r for r in found if found[r]):
        lines += ["", f"**{room}** ({len(found[room])})", "", *(f"- `{name}`" for name in sorted(found[room]))]
    return lines


_HEAD = """# Mutation

Do the cases prove the rules? A *mutant* is the engine with one small fault: a comparison turned round, a number one off, a
condition always true, a line left out, a function that does nothing. Every case and test that reaches the line is run; if
none of them fails, the fault *survives*: a case is missing, or the line is not needed. The sample of each file is the same
from run to run, thicker in rule files. `make mutants ROOM=house` tries a room; how it works is told in
[tests/mutation](../tests/mutation/README.md), the figures stand in [mutation.csv](mutation.csv).

*Explained*: no hole, with the reason below. *Open*: no case or test among those tried (a sample of up to 100 cases where more
reach the line) notices; somebody has to look. *Unsettled*: the sixteen likeliest cases do not notice; the others have not
been run yet. *Tried at*: the version that was tried; a room that a pass leaves out keeps the figures of the last one.
""".splitlines()
