"""Lines over the rounds of a game: income, army value, or anything else a power has each round."""

from __future__ import annotations

from dataclasses import dataclass

from render.charts.frame import HEAD, MARKERS, PAD, WIDTH, Plot, figure, heading, marker, picture, rulers, spread, ticks
from render.input.scene import Picture
from render.style.kit import FAINT, GREY, Canvas, fit
from render.style.theme import INK, RGB, power_colour, short_name

_HEIGHT = 680
_LABELS = 210


@dataclass(frozen=True, slots=True)
class Line:
    """One power's figures, a value a round (None: none in that round). total: a side's sum, drawn dashed."""

    name: str
    values: tuple[float | None, ...]
    total: bool = False


@dataclass(frozen=True, slots=True)
class RoundsChart:
    """Figures by round. rounds: labels of the axis ("1", "2", ...). unit: what the figures are ("IPC")."""

    title: str
    rounds: tuple[str, ...]
    lines: tuple[Line, ...]
    subtitle: str = ""
    unit: str = "IPC"


def income_chart(rounds: tuple[str, ...], lines: tuple[Line, ...], subtitle: str = "") -> RoundsChart:
    """What every power collected, round by round."""
    return RoundsChart("Income", rounds, lines, subtitle or "IPC collected each round")


def army_chart(rounds: tuple[str, ...], lines: tuple[Line, ...], subtitle: str = "") -> RoundsChart:
    """What every power's units on the board would cost, round by round."""
    return RoundsChart("Army value", rounds, lines, subtitle or "Price of all units on the board, in IPC")


def rounds_picture(chart: RoundsChart, form: str = "webp") -> Picture:
    """The chart as an encoded picture with its description."""
    c = Canvas(WIDTH, _HEIGHT)
    heading(c, chart.title, chart.subtitle, f"Round {chart.rounds[-1]}" if chart.rounds else "")
    values = [v for line in chart.lines for v in line.values if v is not None] or [0.0]
    steps = ticks(min(0.0, *values), max(1.0, *values))
    plot = Plot(
        PAD + 60, HEAD + 24, WIDTH - _LABELS, _HEIGHT - 62, 0, max(1, len(chart.rounds) - 1), steps[0], steps[-1]
    )
    rulers(c, plot, steps)
    _round_labels(c, plot, chart.rounds)
    for i, line in enumerate(chart.lines):
        _line(c, plot, line, MARKERS[i % len(MARKERS)])
    _end_labels(c, plot, chart)
    return picture(c, describe_rounds(chart), form)


def describe_rounds(chart: RoundsChart) -> str:
    """First and last figure of every line, in words."""
    parts = []
    for line in chart.lines:
        known = [v for v in line.values if v is not None]
        if known:
            parts.append(f"{line.name} from {figure(known[0])} to {figure(known[-1])}")
    span = f"rounds {chart.rounds[0]} to {chart.rounds[-1]}" if chart.rounds else "no round yet"
    span = span.replace("rounds start to", "from the start to round")
    return f"{chart.title} in {chart.unit}, {span}: " + "; ".join(parts) + "."


def _round_labels(c: Canvas, plot: Plot, rounds: tuple[str, ...]) -> None:
    every = -(-len(rounds) // 14)
    for i, name in enumerate(rounds):
        x = plot.x(i)
        if i % every == 0:
            c.line(((x, plot.top), (x, plot.bottom + 6)), FAINT, 1)
            c.text(x, plot.bottom + 24, name, 26, INK, anchor="mm")
    c.text((plot.left + plot.right) / 2, plot.bottom + 48, "round", 24, GREY, anchor="mm")


def _colour(line: Line) -> RGB:
    return power_colour(line.name)


def _line(c: Canvas, plot: Plot, line: Line, kind: str) -> None:
    points = [(plot.x(i), plot.y(v)) for i, v in enumerate(line.values) if v is not None]
    if line.total:
        c.line(points, INK, 3, dash=9)
        return
    if len(points) > 1:
        c.line(points, INK, 6)
        c.line(points, _colour(line), 4)
    for x, y in points:
        marker(c, x, y, kind, _colour(line), 7)


def _end_labels(c: Canvas, plot: Plot, chart: RoundsChart) -> None:
    """Names beside the last points, moved apart where they would touch."""
    ends = [next((v for v in reversed(line.values) if v is not None), 0.0) for line in chart.lines]
    spots = spread([plot.y(v) for v in ends], 36, plot.top, plot.bottom)
    for i, (line, value, y) in enumerate(zip(chart.lines, ends, spots)):
        x = plot.right + 22
        c.line(((plot.right + 8, plot.y(value)), (x, y)), GREY, 1.5)
        if line.total:
            c.line(((x + 2, y), (x + 44, y)), INK, 3, dash=9)
        else:
            marker(c, x + 8, y, MARKERS[i % len(MARKERS)], _colour(line), 7)
            c.emblem(x + 33, y, line.name, 12)
        text, size = fit(f"{short_name(line.name)} {figure(value)}", WIDTH - x - 64, 28, bold=True, least=20)
        c.text(x + 52, y, text, size, INK, bold=True)
