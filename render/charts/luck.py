"""Luck with dice: hits against expectation, told in standard deviations."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from render.charts.frame import HEAD, PAD, WIDTH, Plot, figure, heading, marker, picture, rulers, signed, spread, ticks
from render.input.scene import Picture
from render.style.kit import CARD, FAINT, GREY, Canvas, fit
from render.style.theme import GOLD, INK, PAPER, mix, power_colour, short_name

_ROW = 74
_AXIS_LEFT, _AXIS_RIGHT = 560, WIDTH - PAD - 20
_REACH = 3.0
"""Standard deviations to each side of par that the axis shows; more is drawn at its end."""


@dataclass(frozen=True, slots=True)
class LuckRow:
    """One power's or player's dice. power: whose emblem stands before the name. deviation: standard
    deviation of the hits. swing: IPC won by luck in battles, if known."""

    name: str
    power: str
    dice: int
    hits: int
    expected: float
    deviation: float
    swing: float | None = None

    @property
    def luck(self) -> float:
        """Hits above expectation in standard deviations; 0 where nothing was left to chance."""
        return (self.hits - self.expected) / self.deviation if self.deviation else 0.0


@dataclass(frozen=True, slots=True)
class LuckChart:
    """Everybody's luck so far."""

    rows: tuple[LuckRow, ...]
    title: str = "Luck of the dice"
    subtitle: str = "Hits against expectation, in standard deviations"


def luck_picture(chart: LuckChart, form: str = "webp") -> Picture:
    """The chart as an encoded picture with its description."""
    bottom = HEAD + 12 + _ROW * len(chart.rows)
    c = Canvas(WIDTH, bottom + 92)
    heading(c, chart.title, chart.subtitle)
    plot = Plot(_AXIS_LEFT, HEAD + 8, _AXIS_RIGHT, bottom, -_REACH, _REACH, 0, 1)
    _bands(c, plot)
    for i, row in enumerate(chart.rows):
        _row(c, plot, row, HEAD + 12 + _ROW * i)
    _scale(c, plot)
    return picture(c, describe_luck(chart), form)


def describe_luck(chart: LuckChart) -> str:
    """Everybody's figures in words."""
    rows = [
        f"{r.name} {r.hits} hits of {r.dice} dice, {r.expected:.1f} expected ({signed(r.luck, 1)})" for r in chart.rows
    ]
    return f"{chart.title}: " + "; ".join(rows) + "."


def _bands(c: Canvas, plot: Plot) -> None:
    """Where two dice runs in three, and nineteen in twenty, end up."""
    for reach, colour in ((3, CARD), (2, mix(PAPER, GOLD, 0.22)), (1, mix(PAPER, GOLD, 0.55))):
        c.box(plot.x(-reach), plot.top, plot.x(reach), plot.bottom, 6, colour)
    c.line(((plot.x(0), plot.top), (plot.x(0), plot.bottom)), INK, 2.5)


def _row(c: Canvas, plot: Plot, row: LuckRow, top: float) -> None:
    middle = top + _ROW / 2
    c.line(((PAD, top + _ROW), (plot.right, top + _ROW)), FAINT, 1.5)
    c.emblem(PAD + 20, middle, row.power, 20)
    name, size = fit(row.name, 380, 34, bold=True, least=24)
    c.text(PAD + 54, middle - 16, name, size, INK, bold=True)
    about = f"{row.hits} hits · {row.expected:.1f} expected · {row.dice} dice"
    if row.swing is not None:
        about += f" · {signed(row.swing)} IPC"
    text, size = fit(about, plot.left - PAD - 66, 26, least=20)
    c.text(PAD + 54, middle + 18, text, size, GREY)
    x = plot.x(max(-_REACH, min(_REACH, row.luck)))
    c.line(((plot.x(0), middle), (x, middle)), INK, 9)
    c.line(((plot.x(0), middle), (x, middle)), power_colour(row.power), 5)
    marker(c, x, middle, "diamond" if abs(row.luck) > _REACH else "disc", power_colour(row.power), 11)
    left = row.luck > 0.5 * _REACH or -0.5 * _REACH < row.luck < 0
    c.text(
        x - 18 if left else x + 18, middle - 18, signed(row.luck, 1), 28, INK, bold=True, anchor="rm" if left else "lm"
    )


def _scale(c: Canvas, plot: Plot) -> None:
    for value in range(-3, 4):
        c.text(plot.x(value), plot.bottom + 20, signed(value), 26, INK, anchor="mm")
    c.text(plot.left, plot.bottom + 50, "unlucky", 25, GREY)
    c.text(plot.right, plot.bottom + 50, "lucky", 25, GREY, anchor="rm")
    c.text(plot.x(0), plot.bottom + 50, "par", 25, GREY, anchor="mm")
    note = "Dark band: 2 in 3 runs of fair dice. Light: 19 in 20."
    c.text(PAD, plot.bottom + 36, note, 25, GREY)


@dataclass(frozen=True, slots=True)
class LuckTrail:
    """How one power's luck went. points: (dice rolled so far, hits above expectation so far)."""

    name: str
    points: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class TrailChart:
    """Luck over the game. variance: average variance of a die, for the width of the funnel."""

    trails: tuple[LuckTrail, ...]
    title: str = "Luck over the game"
    subtitle: str = "Hits above or below expectation as the dice fell"
    variance: float = 0.22


def trail_picture(chart: TrailChart, form: str = "webp") -> Picture:
    """The chart as an encoded picture with its description."""
    height, c = 640, Canvas(WIDTH, 640)
    heading(c, chart.title, chart.subtitle)
    most = max((n for t in chart.trails for n, _ in t.points), default=1) or 1
    reach = max(2 * sqrt(most * chart.variance), *(abs(v) for t in chart.trails for _, v in t.points), 1.0)
    steps = ticks(-reach, reach)
    plot = Plot(PAD + 60, HEAD + 20, WIDTH - 200, height - 62, 0, most, steps[0], steps[-1])
    _funnel(c, plot, chart.variance)
    rulers(c, plot, steps, signed)
    for value in ticks(0, most):
        if value <= most:
            c.text(plot.x(value), plot.bottom + 22, figure(value), 25, INK, anchor="mm")
    c.text((plot.left + plot.right) / 2, plot.bottom + 46, "dice rolled", 24, GREY, anchor="mm")
    _trails(c, plot, chart)
    return picture(c, describe_trails(chart), form)


def describe_trails(chart: TrailChart) -> str:
    """Where every trail ends, in words."""
    ends = [
        f"{t.name} {signed(t.points[-1][1], 1)} hits after {t.points[-1][0]} dice" for t in chart.trails if t.points
    ]
    return f"{chart.title}: " + "; ".join(ends) + "."


def _funnel(c: Canvas, plot: Plot, variance: float) -> None:
    steps = [plot.x1 * i / 60 for i in range(61)]
    for reach, colour in ((2, mix(PAPER, GOLD, 0.22)), (1, mix(PAPER, GOLD, 0.5))):
        upper = [(plot.x(n), plot.y(reach * sqrt(n * variance))) for n in steps]
        lower = [(plot.x(n), plot.y(-reach * sqrt(n * variance))) for n in reversed(steps)]
        c.poly([*upper, *lower], colour)


def _trails(c: Canvas, plot: Plot, chart: TrailChart) -> None:
    ends = [t.points[-1] if t.points else (0, 0.0) for t in chart.trails]
    spots = spread([plot.y(v) for _, v in ends], 36, plot.top, plot.bottom)
    for trail, (n, value), y in zip(chart.trails, ends, spots):
        points = [(plot.x(0), plot.y(0)), *((plot.x(a), plot.y(b)) for a, b in trail.points)]
        c.line(points, INK, 6)
        c.line(points, power_colour(trail.name), 4)
        c.line(((plot.x(n), plot.y(value)), (plot.right + 20, y)), GREY, 1.5, dash=4)
        c.emblem(plot.x(n), plot.y(value), trail.name, 11)
        c.emblem(plot.right + 36, y, trail.name, 13)
        text, size = fit(
            f"{short_name(trail.name)} {signed(value, 1)}", WIDTH - plot.right - 68, 28, bold=True, least=20
        )
        c.text(plot.right + 56, y, text, size, INK, bold=True)
