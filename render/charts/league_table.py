"""The table of a league: places, ratings with what they may be as well, results."""

from __future__ import annotations

from dataclasses import dataclass

from render.charts.frame import HEAD, PAD, WIDTH, Plot, figure, heading, marker, picture, signed, ticks
from render.input.scene import Picture
from render.style.kit import CARD, FAINT, GREY, Canvas, fit
from render.style.theme import ALARM, DEFENSE, GOLD, INK, PAPER, mix

_ROW, _TOP = 54, HEAD + 44
_RANK, _CHANGE, _NAME, _POINTS, _RESULTS, _AXIS = PAD + 40, PAD + 100, PAD + 118, 530, 706, 746
MOST = 25
"""Rows that a picture holds."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """rank: "" for who has too few games for one. points, give: the rating, and how far off the truth may be. results:
    won, drawn, lost. change: points gained since last time, None if unknown. mark: a row to be found quickly."""

    rank: str
    name: str
    points: float
    give: float
    results: tuple[int, int, int]
    change: float | None = None
    mark: bool = False


@dataclass(frozen=True, slots=True)
class TableChart:
    """The rows in their order. since: what changes are told since ("last month")."""

    title: str
    rows: tuple[TableRow, ...]
    subtitle: str = "Rating with its uncertainty: 19 times of 20 the truth is on the line"
    since: str = "last time"


def table_picture(chart: TableChart, form: str = "webp") -> Picture:
    """The table as an encoded picture with its description."""
    rows = chart.rows[:MOST]
    bottom = _TOP + _ROW * max(1, len(rows))
    c = Canvas(WIDTH, bottom + 62)
    heading(c, chart.title, chart.subtitle)
    ends = [end for row in rows for end in (row.points - row.give, row.points + row.give)] or [1400.0, 1600.0]
    steps = ticks(min(ends), max(ends), 4)
    plot = Plot(_AXIS, _TOP, WIDTH - PAD - 12, bottom, steps[0], steps[-1], 0, 1)
    _columns(c)
    for i, row in enumerate(rows):
        _row(c, plot, row, _TOP + _ROW * i, i)
    for value in steps:
        c.line(((plot.x(value), plot.top), (plot.x(value), plot.bottom + 6)), FAINT, 1)
        c.text(plot.x(value), plot.bottom + 22, figure(value), 22, GREY, anchor="mm")
    for i, row in enumerate(rows):
        _mark(c, plot, row, _TOP + _ROW * (i + 0.5))
    left = len(chart.rows) - len(rows)
    foot = [f"And {left} more"] if left else []
    foot += [f"Arrows: points since {chart.since}"] if any(row.change for row in rows) else []
    c.text(PAD, bottom + 34, ". ".join(foot), 22, GREY)
    return picture(c, describe_table(chart), form)


def describe_table(chart: TableChart) -> str:
    """Places with figures, in words."""
    told = [
        f"{row.rank or 'unranked'} {row.name} {row.points:.0f} ± {row.give:.0f} ({'-'.join(map(str, row.results))})"
        for row in chart.rows[:MOST]
    ]
    return f"{chart.title}: " + ("; ".join(told) or "nobody has played yet") + "."


def _columns(c: Canvas) -> None:
    for x, text, anchor in (
        (_NAME, "player", "lm"),
        (_POINTS, "rating", "rm"),
        (_RESULTS, "won – drawn – lost", "rm"),
    ):
        c.text(x, HEAD + 20, text, 22, GREY, anchor=anchor)


def _row(c: Canvas, plot: Plot, row: TableRow, top: float, number: int) -> None:
    middle = top + _ROW / 2
    fill = mix(PAPER, GOLD, 0.45) if row.mark else CARD if number % 2 == 0 else None
    if fill:
        c.box(PAD - 12, top, WIDTH - PAD + 12, top + _ROW, 6, fill)
    c.text(_RANK, middle, row.rank or "–", 32, INK if row.rank else GREY, bold=True, anchor="rm")
    if row.change is not None and round(row.change):
        up = row.change > 0
        arrow = [(-7, 5), (7, 5), (0, -8)] if up else [(-7, -5), (7, -5), (0, 8)]
        x = _RANK + 20
        c.poly([(x + dx, middle + dy) for dx, dy in arrow], DEFENSE if up else ALARM)
        c.text(_CHANGE, middle, signed(row.change)[1:], 22, GREY, anchor="rm")
    name, size = fit(row.name, _POINTS - _NAME - 140, 32, bold=True, least=22)
    c.text(_NAME, middle, name, size, INK, bold=True)
    c.text(_POINTS - 54, middle, f"{row.points:.0f}", 32, INK, bold=True, anchor="rm")
    c.text(_POINTS, middle + 2, f"± {row.give:.0f}", 22, GREY, anchor="rm")
    c.text(_RESULTS, middle, " – ".join(map(str, row.results)), 26, INK, anchor="rm")


def _mark(c: Canvas, plot: Plot, row: TableRow, middle: float) -> None:
    ends = [plot.x(row.points - row.give), plot.x(row.points + row.give)]
    c.line(((ends[0], middle), (ends[1], middle)), INK, 5)
    c.line(((ends[0] + 1, middle), (ends[1] - 1, middle)), GOLD, 3)
    marker(c, plot.x(row.points), middle, "disc" if row.rank else "ring", DEFENSE, 8)
