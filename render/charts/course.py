"""The course of a game: the chance of winning turn by turn with its interval, each turn's change as luck and decisions."""

from __future__ import annotations

from dataclasses import dataclass

from render.charts.frame import HEAD, PAD, WIDTH, Plot, heading, picture, rounds, rulers, signed, ticks
from render.input.scene import Picture
from render.style.kit import CARD, GREY, Canvas, fit
from render.style.theme import ATTACK, CREAM, DEFENSE, GOLD, INK, PAPER, mix

_HEIGHT, _MIDDLE, _LABELS = 940, 590, 210
COLOURS = (ATTACK, DEFENSE)
LUCK, DECISIONS = GOLD, mix(INK, PAPER, 0.25)


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


def course_picture(chart: CourseChart, form: str = "webp") -> Picture:
    """The chart as an encoded picture with its description."""
    c = Canvas(WIDTH, _HEIGHT if chart.told else _MIDDLE + 40)
    last = f"Round {chart.turns[-1].round}" if chart.turns else ""
    heading(c, chart.title, "Chance of winning, as computer players of equal strength would fare", last)
    _curve(c, chart)
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


def _plot(chart: CourseChart, top: float, bottom: float, low: float, high: float) -> Plot:
    return Plot(PAD + 62, top, WIDTH - _LABELS, bottom, 0, max(1, len(chart.turns)), low, high)


def _curve(c: Canvas, chart: CourseChart) -> None:
    """The chance with its interval; the middle line is an even game."""
    plot = _plot(chart, HEAD + 24, _MIDDLE - 40, 0, 1)
    c.box(plot.left, plot.top, plot.right, plot.bottom, 0, CARD)
    points = [(t.chance, t.low, t.high) for t in chart.turns] + [chart.end]
    upper = [(plot.x(n), plot.y(high)) for n, (_, _, high) in enumerate(points)]
    lower = [(plot.x(n), plot.y(low)) for n, (_, low, _) in reversed(list(enumerate(points)))]
    if len(points) > 1:
        c.poly([*upper, *lower], mix(PAPER, GOLD, 0.45))
    rulers(c, plot, (0, 0.25, 0.5, 0.75, 1), lambda value: f"{100 * value:.0f} %")
    c.line(((plot.left, plot.y(0.5)), (plot.right, plot.y(0.5))), GREY, 2, dash=8)
    rounds(c, plot, [turn.round for turn in chart.turns], named=not chart.told)
    for side, y, colour in zip(chart.sides, (plot.top + 20, plot.bottom - 20), COLOURS):
        c.text(plot.left + 12, y, f"{side} win", 26, colour, bold=True)
    c.line([(plot.x(n), plot.y(value)) for n, (value, _, _) in enumerate(points)], INK, 5)
    _marks(c, plot, chart)
    _stand(c, plot, chart)


def _marks(c: Canvas, plot: Plot, chart: CourseChart) -> None:
    for n, turn in enumerate(chart.turns):
        if turn.mark:
            after = chart.turns[n + 1].chance if n + 1 < len(chart.turns) else chart.end[0]
            x, y = plot.x(n + 0.5), plot.y((turn.chance + after) / 2)
            up = y > plot.top + 70 and (
                turn.mark % 2 == 1 or y > plot.bottom - 70
            )  # neighbours on either side of the line
            c.disc(x, y - 34 if up else y + 34, 17, INK)
            c.text(x, y - 34 if up else y + 34, str(turn.mark), 26, CREAM, bold=True, anchor="mm")


def _stand(c: Canvas, plot: Plot, chart: CourseChart) -> None:
    """At the right: where it ends, or who has won."""
    x, y = plot.right + 20, min(max(plot.y(chart.end[0]), plot.top + 30), plot.bottom - 30)
    c.disc(plot.right, plot.y(chart.end[0]), 8, INK)
    side = chart.sides[0] if chart.end[0] >= 0.5 else chart.sides[1]
    chance = max(chart.end[0], 1 - chart.end[0])
    c.text(x, y, f"{side} {100 * chance:.0f} %", 30, COLOURS[side != chart.sides[0]], bold=True)
    if chart.winner:
        at = plot.top + 60 if y > (plot.top + plot.bottom) / 2 else plot.bottom - 60
        text, size = fit(f"{chart.winner} have won", _LABELS - 30, 28, bold=True, least=20)
        c.text(x, at, text, size, COLOURS[chart.winner != chart.sides[0]], bold=True)


def _split(c: Canvas, chart: CourseChart) -> None:
    """What luck and decisions changed in each turn, in points of chance."""
    values = [v for t in chart.turns for v in (t.luck, t.decisions)]
    reach = max(0.05, *(abs(v) for v in values)) if values else 0.05
    plot = _plot(chart, _MIDDLE + 46, _HEIGHT - 62, -1.1 * reach, 1.1 * reach)
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
        text, size = fit(f"{name} {_points(value)}", _LABELS - 70, 29, bold=True, least=20)
        c.text(plot.right + 54, y, text, size, INK, bold=True)
