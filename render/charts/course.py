"""The course of a game: the chance of winning turn by turn with its interval, each turn's change as luck and decisions."""

from __future__ import annotations

from dataclasses import replace

from render.charts.curve import LABELS, CourseChart, draw_curve, plot_of
from render.charts.frame import HEAD, PAD, WIDTH, heading, picture, rounds, rulers, signed, ticks
from render.input.scene import Picture
from render.style.kit import CARD, Canvas, fit
from render.style.theme import CREAM, GOLD, INK, PAPER, mix

_HEIGHT, _MIDDLE, _LEFT = 940, 590, PAD + 62
LUCK, DECISIONS = GOLD, mix(INK, PAPER, 0.25)


def course_picture(chart: CourseChart, form: str = "webp") -> Picture:
    """The chart as an encoded picture with its description."""
    c = Canvas(WIDTH, _HEIGHT if chart.told else _MIDDLE + 40)
    last = f"Round {chart.turns[-1].round}" if chart.turns else ""
    heading(c, chart.title, "Chance of winning, as computer players of equal strength would fare", last)
    draw_curve(c, plot_of(chart, _LEFT, HEAD + 24, WIDTH - LABELS, _MIDDLE - 40), chart, named=not chart.told)
    if chart.told:
        _split(c, chart)
    return picture(c, describe_course(chart), form)


def describe_course(chart: CourseChart) -> str:
    """Beginning, end and turning points, and the sums, in words."""
    first = chart.sides[0]
    begun = f"{chart.turns[0].chance:.0%}" if chart.turns else "unknown"
    marks = [f"{t.mark}: round {t.round}, {t.power}, from {t.chance:.0%}" for t in chart.turns if t.mark]
    told = f"{chart.title}: chance of the {first} to win from {begun} at the start to {chart.end[0]:.0%} at the end."
    if chart.winner:
        told += f" The {chart.winner} have won."
    if chart.told:
        told += f" In points for the {first}: luck {_points(chart.luck)}, decisions {_points(chart.decisions)}."
    return told + (f" Turning points: {'; '.join(marks)}." if marks else "")


def _points(value: float) -> str:
    return signed(100 * value)


def _split(c: Canvas, chart: CourseChart) -> None:
    """What luck and decisions changed in each turn, in points of chance."""
    values = [v for t in chart.turns for v in (t.luck, t.decisions)]
    reach = max(0.05, *(abs(v) for v in values)) if values else 0.05
    plot = replace(plot_of(chart, _LEFT, _MIDDLE + 46, WIDTH - LABELS, _HEIGHT - 62), y0=-1.1 * reach, y1=1.1 * reach)
    c.text(PAD, _MIDDLE + 14, f"What changed it, in points for the {chart.sides[0]}", 30, INK, bold=True)
    c.box(plot.left, plot.top, plot.right, plot.bottom, 0, CARD)
    steps = [v for v in ticks(-reach, reach, 5) if plot.y0 <= v <= plot.y1]
    rulers(c, plot, steps, lambda value: signed(100 * value))
    rounds(c, plot, [turn.round for turn in chart.turns], named=True)
    half = min(11.0, 0.36 * (plot.right - plot.left) / max(1, len(chart.turns)))
    for n, turn in enumerate(chart.turns):
        for value, at, colour in ((turn.luck, -half, LUCK), (turn.decisions, 0.0, DECISIONS)):
            low, high = sorted((plot.y(0), plot.y(value)))
            c.box(plot.x(n + 0.5) + at, low, plot.x(n + 0.5) + at + half, high, 0, colour)
    rows = [("Luck", chart.luck, LUCK), ("Decisions", chart.decisions, DECISIONS)]
    rows += [("The end", chart.rest, CREAM)] if chart.winner else []
    for n, (name, value, colour) in enumerate(rows):
        y = plot.top + 26 + 46 * n
        c.box(plot.right + 20, y - 12, plot.right + 44, y + 12, 3, colour, INK, 1.5)
        text, size = fit(f"{name} {_points(value)}", LABELS - 70, 29, bold=True, least=20)
        c.text(plot.right + 54, y, text, size, INK, bold=True)
