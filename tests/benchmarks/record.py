"""What has been recorded: the last table of each part (docs/benchmarks.md), the rows of every run (docs/benchmarks.csv)."""

from __future__ import annotations

import csv
from pathlib import Path

TARGET = Path(__file__).parents[2] / "docs" / "benchmarks.md"
EVERY = TARGET.with_suffix(".csv")
COLUMNS = ("date", "part", "what", "median ms", "best", "worst", "against", "ratio", "goal")


def cells(part: str) -> list[list[str]]:
    """The rows of a recorded part as COLUMNS."""
    title, day = part[3:].split("\n", 1)[0], part.split("Recorded on ", 1)[1][:10]
    lines = [line for line in part.splitlines() if line.startswith("| ") and not line.startswith(("| what", "| ---"))]
    return [[day, title, *(cell.strip() for cell in line[2:-1].split(" | "))] for line in lines]


def keep(rows: list[list[str]]) -> None:
    """Add rows to those of earlier runs."""
    new = not EVERY.exists()
    with EVERY.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([COLUMNS, *rows] if new else rows)


def recorded() -> dict[str, str]:
    """The parts of the last record, by title."""
    text = TARGET.read_text("utf-8") if TARGET.exists() else ""
    parts = text.split("\n## ")[1:]
    return {part.split("\n", 1)[0]: f"## {part.rstrip()}\n" for part in parts}
