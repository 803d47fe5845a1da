"""Examples of what is drawn of a game's course: luck turn by turn."""

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


CHARTS = {"chart-luck-running": running_luck}
