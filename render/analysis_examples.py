"""Examples of what is drawn of a game's course: luck turn by turn, the chance of winning."""

from __future__ import annotations

from math import sin

from render import charts
from render.input.scene import Picture

_POWERS = ("Japan", "USSR", "Germany", "United Kingdom", "United States")
_PLACES = ("Hawaiian Islands", "Karelia S.S.R.", "Ukraine S.S.R.", "Egypt", "Western Europe")


def _turn(n: int) -> charts.LuckTurn:
    ipc = 14 * sin(1.9 * n) * sin(0.37 * n) + 1.5
    hits = (2.4 * sin(1.3 * n + 1), 1.8 * sin(0.7 * n) - 0.4)
    return charts.LuckTurn(n // 5 + 1, _POWERS[n % 5], ipc, 6 + n % 4, hits, (3.2, 2.8), _PLACES[n % 5])


def running_luck() -> Picture:
    """Luck in six rounds of five powers."""
    turns = tuple(_turn(n) for n in range(30))
    return charts.running_luck_picture(charts.RunningLuck(("Axis", "Allies"), turns))


def _chance(n: int) -> float:
    return 0.5 + 0.3 * sin(0.16 * n - 0.4) + 0.05 * sin(1.7 * n)


def _course_turn(n: int) -> charts.CourseTurn:
    chance, wide, marks = _chance(n), 0.16 - 0.003 * n, {5: 1, 16: 2, 25: 3}
    luck = 0.05 * sin(1.9 * n)
    low, high = max(0.01, chance - wide), min(0.99, chance + wide)
    decisions = _chance(n + 1) - chance - luck
    return charts.CourseTurn(n // 5 + 1, _POWERS[n % 5], chance, low, high, luck, decisions, marks.get(n, 0))


def course_chart() -> charts.CourseChart:
    """The chance of winning in six rounds of five powers, with three turning points."""
    turns, end = tuple(_course_turn(n) for n in range(30)), _chance(30)
    return charts.CourseChart("Anna against Boris", ("Axis", "Allies"), turns, (end, end - 0.06, end + 0.07), "Allies")


def course() -> Picture:
    """The same, drawn."""
    return charts.course_picture(course_chart())


CHARTS = {"chart-course": course, "chart-luck-running": running_luck}
