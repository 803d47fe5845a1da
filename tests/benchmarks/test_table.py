"""The table of the benchmarks: what it shows of the times. Times themselves are never asserted."""

from __future__ import annotations

from tests.benchmarks.clock import Goal, Row, table, timed
from tests.benchmarks.hosting import TITLE
from tests.benchmarks.record import COLUMNS, cells, recorded


def test_a_row_shows_median_best_worst_and_the_ratio() -> None:
    row = Row("an order", (4.0, 1.0, 2.0), "a bare one", 0.5, Goal(5), "three runs")
    assert row.line() == "| an order (three runs) | 2.00 | 1.00 | 4.00 | a bare one | 4.00 | at most 5 ms |"


def test_a_goal_that_is_missed_says_so() -> None:
    assert Goal(5).words(5.5, 1.0) == "at most 5 ms: missed"
    assert Goal(1.5, times=True, more=", 400 kB").words(80.0, 1.4) == "at most 1.5 times, 400 kB"
    assert Goal(1.5, times=True).words(1.0, 1.6) == "at most 1.5 times: missed"


def test_a_table_has_a_heading_and_a_line_for_each_row() -> None:
    lines = table("Engine", [Row("a", (1.0,)), Row("b", timed(lambda: None, 3))]).splitlines()
    assert lines[0] == "## Engine" and lines[2].count("|") == lines[3].count("|") == lines[4].count("|") == 8
    assert lines[4] == "| a | 1.00 | 1.00 | 1.00 |  |  |  |" and len(lines) == 6


def test_the_rows_of_every_recorded_part_can_be_kept() -> None:
    for title, part in recorded().items():
        rows = cells(part) if title != TITLE else [list(COLUMNS)]
        assert rows and {len(row) for row in rows} == {len(COLUMNS)}, title
