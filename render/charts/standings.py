"""The table of a tournament: places, points, results and the tie-breaks by name."""

from __future__ import annotations

from dataclasses import dataclass

from render.charts.frame import HEAD, PAD, WIDTH, figure, heading, picture
from render.input.scene import Picture
from render.style.kit import CARD, GREY, Canvas, fit, text_width
from render.style.theme import GOLD, INK, PAPER, mix

_ROW, _TOP = 50, HEAD + 48
_RANK, _NAME, _POINTS, _RESULTS = PAD + 44, PAD + 66, 480, 640
MOST = 40
"""Rows that a picture holds."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """rank: equal ones have the same. results: won, drawn, lost. ties: a figure for each tie-break. note: such as
    "withdrawn". mark: a row to be found quickly, such as those who go on. byes: rounds without an
    opponent, which bring points."""

    rank: int
    name: str
    points: float
    results: tuple[int, int, int]
    ties: tuple[float, ...] = ()
    note: str = ""
    mark: bool = False
    byes: int = 0


@dataclass(frozen=True, slots=True)
class StandingsChart:
    """The rows in their order. ties: the names of the tie-breaks. corner: such as "Round 3 of 5"."""

    title: str
    rows: tuple[StandingRow, ...]
    ties: tuple[str, ...] = ()
    subtitle: str = ""
    corner: str = ""


def standings_picture(chart: StandingsChart, form: str = "webp") -> Picture:
    """The table as an encoded picture with its description."""
    rows = chart.rows[:MOST]
    c = Canvas(WIDTH, _TOP + _ROW * max(1, len(rows)) + 44)
    heading(c, chart.title, chart.subtitle, chart.corner)
    step = (WIDTH - PAD - _RESULTS) / max(1, len(chart.ties))
    for x, text in ((_POINTS, "points"), (_RESULTS, "won – drawn – lost")):
        c.text(x, HEAD + 22, text, 22, GREY, anchor="rm")
    for i, name in enumerate(chart.ties):
        text, size = fit(name, step - 14, 22, least=20)
        c.text(_RESULTS + step * (i + 1), HEAD + 22, text, size, GREY, anchor="rm")
    for i, row in enumerate(rows):
        _row(c, row, _TOP + _ROW * i, i, step)
    left = len(chart.rows) - len(rows)
    c.text(PAD, c.height - 24, f"And {left} more" if left else "", 22, GREY)
    return picture(c, describe_standings(chart), form)


def describe_standings(chart: StandingsChart) -> str:
    """Places with points and results, in words."""
    told = [
        f"{row.rank} {row.name} {figure(row.points)} ({'-'.join(map(str, row.results))})"
        f"{', ' + _byes(row) if row.byes else ''}{', ' + row.note if row.note else ''}"
        for row in chart.rows[:MOST]
    ]
    head = ", ".join(part for part in (chart.title, chart.subtitle, chart.corner) if part)
    return f"{head}: " + ("; ".join(told) or "nobody has played yet") + "."


def _byes(row: StandingRow) -> str:
    """What a row says of its byes: `1 bye`."""
    return f"{row.byes} bye{'s' if row.byes > 1 else ''}"


def _row(c: Canvas, row: StandingRow, top: float, number: int, step: float) -> None:
    middle = top + _ROW / 2
    fill = mix(PAPER, GOLD, 0.45) if row.mark else CARD if number % 2 == 0 else None
    if fill:
        c.box(PAD - 12, top, WIDTH - PAD + 12, top + _ROW, 6, fill)
    ink = GREY if row.note else INK
    c.text(_RANK, middle, str(row.rank), 30, ink, bold=True, anchor="rm")
    name, size = fit(
        f"{row.name} ({row.note})" if row.note else row.name, _POINTS - _NAME - 80, 30, bold=True, least=22
    )
    c.text(_NAME, middle, name, size, ink, bold=True)
    if row.byes and (at := _NAME + text_width(name, size, bold=True) + 14) + text_width(_byes(row), 22) < _POINTS - 70:
        c.text(at, middle, _byes(row), 22, GREY)
    c.text(_POINTS, middle, figure(row.points), 30, ink, bold=True, anchor="rm")
    c.text(_RESULTS, middle, " – ".join(map(str, row.results)), 26, ink, anchor="rm")
    for i, value in enumerate(row.ties):
        c.text(_RESULTS + step * (i + 1), middle, figure(value), 26, GREY, anchor="rm")
