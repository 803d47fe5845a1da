"""Ratings over time: one person's with its uncertainty, or several people's."""

from __future__ import annotations

from dataclasses import dataclass

from render.charts.frame import HEAD, MARKERS, PAD, WIDTH, Plot, figure, heading, marker, picture, rulers, spread, ticks
from render.input.scene import Picture
from render.style.kit import FAINT, GREY, Canvas, fit
from render.style.theme import GOLD, INK, PAPER, RGB, mix, power_colour

_HEIGHT, _LABELS = 660, 250
# Colours that stay apart for every kind of colour vision; the shapes tell as well.
_COLOURS = (
    "France",
    "Soviet Union",
    "Japan",
    "United States",
    "Italy",
    "Dutch",
    "ANZAC",
    "Germany",
    "China",
    "Romania",
)


@dataclass(frozen=True, slots=True)
class RatingTrail:
    """Somebody's ratings. points: (time as a number, points, how far off the truth may be), in order of time."""

    name: str
    points: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True)
class HistoryChart:
    """dates: places of the axis with their names. Of one trail the uncertainty is drawn as well."""

    title: str
    trails: tuple[RatingTrail, ...]
    dates: tuple[tuple[float, str], ...] = ()
    subtitle: str = ""


def history_picture(chart: HistoryChart, form: str = "webp") -> Picture:
    """The chart as an encoded picture with its description."""
    c = Canvas(WIDTH, _HEIGHT)
    alone = len(chart.trails) == 1
    heading(c, chart.title, chart.subtitle or ("Rating; in the band 19 times of 20" if alone else "Ratings"))
    points = [point for trail in chart.trails for point in trail.points]
    values = [v + k * g for _, v, g in points for k in ((-1, 1) if alone else (0,))] or [1400.0, 1600.0]
    steps = ticks(min(values), max(values))
    times = [x for x, *_ in points] + [x for x, _ in chart.dates] or [0.0, 1.0]
    plot = Plot(PAD + 76, HEAD + 24, WIDTH - _LABELS, _HEIGHT - 58, min(times), max(times), steps[0], steps[-1])
    if alone:
        _band(c, plot, chart.trails[0])
    rulers(c, plot, steps)
    _dates(c, plot, chart.dates)
    for i, trail in enumerate(chart.trails[: len(_COLOURS)]):
        _trail(c, plot, trail, i)
    _names(c, plot, chart.trails[: len(_COLOURS)])
    return picture(c, describe_history(chart), form)


def describe_history(chart: HistoryChart) -> str:
    """Where everybody began and is now, in words."""
    told = [
        f"{t.name} from {t.points[0][1]:.0f} to {t.points[-1][1]:.0f} ± {t.points[-1][2]:.0f}"
        for t in chart.trails
        if t.points
    ]
    span = f", {chart.dates[0][1]} to {chart.dates[-1][1]}" if len(chart.dates) > 1 else ""
    return f"{chart.title}{span}: " + ("; ".join(told) or "no game yet") + "."


def _colour(number: int) -> RGB:
    return power_colour(_COLOURS[number % len(_COLOURS)])


def _band(c: Canvas, plot: Plot, trail: RatingTrail) -> None:
    if len(trail.points) > 1:
        upper = [(plot.x(x), plot.y(v + g)) for x, v, g in trail.points]
        lower = [(plot.x(x), plot.y(v - g)) for x, v, g in reversed(trail.points)]
        c.poly([*upper, *lower], mix(PAPER, GOLD, 0.4))


def _dates(c: Canvas, plot: Plot, dates: tuple[tuple[float, str], ...]) -> None:
    every = -(-len(dates) // 8) or 1
    for i, (at, name) in enumerate(dates):
        c.line(((plot.x(at), plot.top), (plot.x(at), plot.bottom + 6)), FAINT, 1)
        if i % every == 0:
            c.text(plot.x(at), plot.bottom + 26, name, 24, INK, anchor="mm")


def _trail(c: Canvas, plot: Plot, trail: RatingTrail, number: int) -> None:
    line = [(plot.x(x), plot.y(v)) for x, v, _ in trail.points]
    if len(line) > 1:
        c.line(line, INK, 6)
        c.line(line, _colour(number), 4)
    every = -(-len(line) // 16) or 1
    for i, (x, y) in enumerate(line):
        if (len(line) - 1 - i) % every == 0:
            marker(c, x, y, MARKERS[number % len(MARKERS)], _colour(number), 7)


def _names(c: Canvas, plot: Plot, trails: tuple[RatingTrail, ...]) -> None:
    """Names beside the last points, moved apart where they would touch."""
    ends = [trail.points[-1][:2] if trail.points else (plot.x0, plot.y0) for trail in trails]
    spots = spread([plot.y(v) for _, v in ends], 36, plot.top, plot.bottom)
    for i, (trail, (at, value), y) in enumerate(zip(trails, ends, spots)):
        x = plot.right + 22
        c.line(((plot.x(at) + 10, plot.y(value)), (x, y)), GREY, 1.5, dash=4)
        marker(c, x + 10, y, MARKERS[i % len(MARKERS)], _colour(i), 7)
        text, size = fit(f"{trail.name} {figure(round(value))}", WIDTH - x - 40, 28, bold=True, least=20)
        c.text(x + 28, y, text, size, INK, bold=True)
