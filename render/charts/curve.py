"""The curve of a game's course: the chance of winning turn by turn with its interval, as every picture of it shows it."""

from __future__ import annotations

from dataclasses import dataclass

from render.charts.frame import Plot, rounds, rulers, spread
from render.style.kit import CARD, GREY, Canvas, fit
from render.style.theme import ATTACK, CREAM, DEFENSE, GOLD, INK, PAPER, mix

COLOURS = (ATTACK, DEFENSE)
LABELS = 210.0
"""Pixels at the right of a plot for where it stands, at unit 1."""


@dataclass(frozen=True, slots=True)
class CourseTurn:
    """One turn: the first side's chance as it began with its interval (0 to 1), and what luck and decisions changed in it.
    mark: its number among the turning points (0: none)."""

    round: int
    power: str
    chance: float
    low: float
    high: float
    luck: float = 0.0
    decisions: float = 0.0
    mark: int = 0


@dataclass(frozen=True, slots=True)
class CourseChart:
    """A whole game. end: chance, low and high after the last turn. winner: the side that has won ("" nobody). told: whether
    luck and decisions are known yet."""

    title: str
    sides: tuple[str, str]
    turns: tuple[CourseTurn, ...]
    end: tuple[float, float, float]
    winner: str = ""
    told: bool = True

    @property
    def luck(self) -> float:
        """Of the whole game, for the first side."""
        return sum(turn.luck for turn in self.turns)

    @property
    def decisions(self) -> float:
        """Of the whole game, for the first side."""
        return sum(turn.decisions for turn in self.turns)

    @property
    def rest(self) -> float:
        """What was missing from certainty when the rules ended it."""
        return float(self.winner == self.sides[0]) - self.end[0] if self.winner else 0.0

    @property
    def points(self) -> tuple[tuple[float, float, float], ...]:
        """Chance, low and high at the beginning of each turn and at the end."""
        return (*((t.chance, t.low, t.high) for t in self.turns), self.end)


def plot_of(chart: CourseChart, left: float, top: float, right: float, bottom: float) -> Plot:
    """The area of a curve: turns across, chances upwards."""
    return Plot(left, top, right, bottom, 0, max(1, len(chart.turns)), 0, 1)


def draw_curve(
    c: Canvas, plot: Plot, chart: CourseChart, named: bool = True, until: int | None = None, unit: float = 1.0
) -> None:
    """The chance with its interval; the middle line is an even game. named: whether rounds have their numbers below.
    until: the turn up to which it has come (None: the end), what comes after is faint. unit: the size of its letters."""
    points = chart.points
    now = len(points) - 1 if until is None else until
    c.box(plot.left, plot.top, plot.right, plot.bottom, 0, CARD)
    _band(c, plot, points[: now + 1])
    rulers(c, plot, (0, 0.25, 0.5, 0.75, 1), lambda value: f"{100 * value:.0f} %", 25 * unit)
    c.line(((plot.left, plot.y(0.5)), (plot.right, plot.y(0.5))), GREY, 2, dash=8)
    rounds(c, plot, [turn.round for turn in chart.turns], named, unit)
    line = [(plot.x(n), plot.y(value)) for n, (value, _, _) in enumerate(points)]
    c.line(line[now:], mix(PAPER, INK, 0.3), 2.5 * unit)
    c.line(line[: now + 1], INK, 5 * unit)
    _ends(c, plot, chart, unit)
    _marks(c, plot, chart, now, unit)
    _stand(c, plot, chart, now, unit)


def _band(c: Canvas, plot: Plot, points: tuple[tuple[float, float, float], ...]) -> None:
    if len(points) > 1:
        upper = [(plot.x(n), plot.y(high)) for n, (_, _, high) in enumerate(points)]
        lower = [(plot.x(n), plot.y(low)) for n, (_, low, _) in reversed(list(enumerate(points)))]
        c.poly([*upper, *lower], mix(PAPER, GOLD, 0.45))


def _ends(c: Canvas, plot: Plot, chart: CourseChart, unit: float) -> None:
    """What the upper and the lower edge mean: at the left, or at the right where the curve leaves more room."""
    values = [value for value, _, _ in chart.points]
    part = -(-len(values) // 5)
    for side, edge, colour in zip(chart.sides, (1.0, 0.0), COLOURS):
        left, right = (min(abs(edge - value) for value in some) for some in (values[:part], values[-part:]))
        y = plot.top + 20 * unit if edge else plot.bottom - 20 * unit
        x, anchor = (plot.left + 12 * unit, "lm") if left >= min(right, 0.25) else (plot.right - 12 * unit, "rm")
        c.text(x, y, f"{side} win", 26 * unit, colour, bold=True, anchor=anchor, halo=CARD)


def _marks(c: Canvas, plot: Plot, chart: CourseChart, now: int, unit: float) -> None:
    """The numbers of the turning points, kept apart, neighbours on either side of the line."""
    values, marked = [v for v, _, _ in chart.points], [(n, turn) for n, turn in enumerate(chart.turns) if turn.mark]
    wanted = [plot.x(n + 0.5) for n, _ in marked]
    for x, (n, turn) in zip(spread(wanted, 38 * unit, plot.left + 20 * unit, plot.right - 20 * unit), marked):
        y = plot.y((values[n] + values[n + 1]) / 2)
        up = y > plot.top + 70 * unit and (turn.mark % 2 == 1 or y > plot.bottom - 70 * unit)
        at = y - 34 * unit if up else y + 34 * unit
        c.disc(x, at, 17 * unit, INK if n < now else GREY)
        c.text(x, at, str(turn.mark), 26 * unit, CREAM, bold=True, anchor="mm")


def _stand(c: Canvas, plot: Plot, chart: CourseChart, now: int, unit: float) -> None:
    """At the right: where it stands, and at the end who has won."""
    chance = chart.points[now][0]
    c.disc(plot.x(now), plot.y(chance), 8 * unit, INK)
    x, y = plot.right + 20 * unit, min(max(plot.y(chance), plot.top + 30 * unit), plot.bottom - 30 * unit)
    second = chance < 0.5
    text = f"{chart.sides[second]} {100 * max(chance, 1 - chance):.0f} %"
    text, size = fit(text, (LABELS - 30) * unit, 30 * unit, bold=True, least=20 * unit)
    c.text(x, y, text, size, COLOURS[second], bold=True)
    if chart.winner and now == len(chart.turns):
        at = plot.top + 60 * unit if y > (plot.top + plot.bottom) / 2 else plot.bottom - 60 * unit
        text, size = fit(f"{chart.winner} have won", (LABELS - 30) * unit, 28 * unit, bold=True, least=20 * unit)
        c.text(x, at, text, size, COLOURS[chart.winner != chart.sides[0]], bold=True)
