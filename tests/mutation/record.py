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


def report(rooms: Iterable[str]) -> None:
    """Write the sums into docs/mutation.csv, and the page with the survivors."""
    rows, why = standing(), explained()
    sums: dict[str, Counter[str]] = {room: Counter() for room in rooms}
    left: dict[str, list[str]] = {}
    for name, row in rows.items():
        state = "explained" if row["state"] in ("survived", "unsettled") and name in why else str(row["state"])
        room = name.split("/")[1]
        sums[room][state] += 1
        if state == "survived":
            left.setdefault(room, []).append(name)
    with (DOCS / "mutation.csv").open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("version", "room", "mutants", "killed", "explained", "open", "unsettled"))
        out.writerows((version_of(), room, *_figures(found)) for room, found in sums.items())
    (DOCS / "mutation.md").write_text(_page(sums, left, {n: w for n, w in why.items() if n in rows}), "utf-8")


def _figures(found: Counter[str]) -> tuple[int, ...]:
    unsettled = found["unsettled"] + found["unfit"]
    return found.total(), found["killed"], found["explained"], found["survived"], unsettled


def _page(sums: dict[str, Counter[str]], left: dict[str, list[str]], why: dict[str, str]) -> str:
    total: Counter[str] = sum(sums.values(), Counter())
    lines = [
        *_HEAD,
        "",
        "| room | mutants | killed | explained | open | unsettled |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    lines += [_row(room, found) for room, found in sums.items()] + [_row("**all**", total)]
    lines += [
        "",
        "## Explained",
        "",
        *(f"- `{name.removeprefix('rules/')}`: {text}" for name, text in sorted(why.items())),
    ]
    if left:
        lines += ["", "## Open", "", "Nobody has looked at these yet, or no case has been found for them."]
    for room, names in left.items():
        lines += [
            "",
            f"**{room}** ({len(names)})",
            "",
            *(f"- `{name.removeprefix('rules/')}`" for name in sorted(names)),
        ]
    return "\n".join([*lines, ""])


def _row(room: str, found: Counter[str]) -> str:
    return f"| {room} | " + " | ".join(map(str, _figures(found))) + " |"


_HEAD = """# Mutation

Do the cases prove the rules? A *mutant* is the engine with one small fault: a comparison turned round, a number one off, a
condition always true, a line left out, a function that does nothing. Every case and test that reaches the line is run; if
none of them fails, the fault *survives*: a case is missing, or the line is not needed. The sample of each file is the same
from run to run, thicker in rule files. `make mutants ROOM=house` tries a room; how it works is told in
[tests/mutation](../tests/mutation/README.md), the figures stand in [mutation.csv](mutation.csv).

*Explained*: no hole, with the reason below. *Open*: no case or test among those tried (a sample of up to 100 cases where more
reach the line) notices; somebody has to look. *Unsettled*: the sixteen likeliest cases do not notice; the others have not
been run yet.
""".splitlines()
