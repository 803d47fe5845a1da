"""Luck as it went, turn by turn: battles in IPC against their odds, and each side's hits against what was to be expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt

from render.charts.frame import HEAD, PAD, WIDTH, Plot, heading, picture, rounds, rulers, signed, spread, ticks
from render.input.scene import Picture
from render.style.kit import CARD, GREY, Canvas, fit
from render.style.theme import ATTACK, DEFENSE, GOLD, INK, PAPER, mix

_HEIGHT = 900
_MIDDLE = 560
"""Where the upper panel ends."""
_LABELS = 200
_NAMED = 3
"""Turns that are named in the picture, those with the most luck."""
COLOURS = (ATTACK, DEFENSE)


@dataclass(frozen=True, slots=True)
class LuckTurn:
    """One turn. ipc: IPC won by luck in battles by the first side (below 0: by the second). deviation: what fair dice
    scatter by there. hits: of each side above what was to be expected. variance: of each side's hits. place: of the battle
    that brought the most ("" none)."""

    round: int
    power: str
    ipc: float = 0.0
    deviation: float = 0.0
    hits: tuple[float, float] = (0.0, 0.0)
    variance: tuple[float, float] = (0.0, 0.0)
    place: str = ""


@dataclass(frozen=True, slots=True)
class RunningLuck:
    """Luck turn by turn, of two sides."""

    sides: tuple[str, str]
    turns: tuple[LuckTurn, ...]
    title: str = "Luck, turn by turn"

    @property
    def balance(self) -> tuple[float, ...]:
        """IPC that luck had given the first side after each turn."""
        return tuple(accumulate(turn.ipc for turn in self.turns))

    def hits(self, side: int) -> tuple[float, ...]:
        """A side's hits above what was to be expected, after each turn."""
        return tuple(accumulate(turn.hits[side] for turn in self.turns))


def running_luck_picture(chart: RunningLuck, form: str = "webp") -> Picture:
    """The chart as an encoded picture with its description."""
    c = Canvas(WIDTH, _HEIGHT)
    last = f"Round {chart.turns[-1].round}" if chart.turns else ""
    heading(c, chart.title, "What the dice brought, against exact odds", last)
    _money(c, chart)
    _hits(c, chart)
    return picture(c, describe_running_luck(chart), form)


def describe_running_luck(chart: RunningLuck) -> str:
    """Where both stand, and the turns with the most luck, in words."""
    total = chart.balance[-1] if chart.turns else 0.0
    side = chart.sides[0] if total >= 0 else chart.sides[1]
    hits = ", ".join(f"{s} {signed(chart.hits(n)[-1] if chart.turns else 0.0, 1)}" for n, s in enumerate(chart.sides))
    most = "; ".join(_told(chart, turn) for turn in _most(chart))
    found = f"{chart.title}: battles have given the {side} {abs(total):.0f} IPC more than their odds promised. "
    return found + f"Hits above expectation: {hits}." + (f" Most in: {most}." if most else "")


def _told(chart: RunningLuck, turn: LuckTurn) -> str:
    side = chart.sides[0] if turn.ipc >= 0 else chart.sides[1]
    where = f" ({turn.place})" if turn.place else ""
    return f"round {turn.round}, {turn.power}{where}: {abs(turn.ipc):.0f} IPC for the {side}"


def _most(chart: RunningLuck) -> list[LuckTurn]:
    lucky = sorted((turn for turn in chart.turns if abs(turn.ipc) >= 1), key=lambda turn: -abs(turn.ipc))
    return sorted(lucky[:_NAMED], key=chart.turns.index)


# the upper panel


def _money(c: Canvas, chart: RunningLuck) -> None:
    """Luck in battles, in IPC: what each turn brought as bars, the sum as a line, within what fair dice do."""
    spread_ = [sqrt(v) for v in _from_nothing(turn.deviation**2 for turn in chart.turns)]
    line = [0.0, *chart.balance]
    reach = max(10.0, *(abs(v) for v in line), *(abs(turn.ipc) for turn in chart.turns), 1.6 * spread_[-1])
    plot = _plot(chart, HEAD + 46, _MIDDLE - 54, reach)
    c.text(PAD, HEAD + 20, "Battles, in IPC", 30, INK, bold=True)
    _funnel(c, plot, spread_)
    _sides(c, plot, chart)
    rulers(c, plot, _steps(plot), lambda value: f"{abs(value):.0f}")
    rounds(c, plot, [turn.round for turn in chart.turns], named=False)
    _bars(c, plot, chart)
    c.line([(plot.x(n), plot.y(v)) for n, v in enumerate(line)], INK, 5)
    c.disc(plot.x(len(line) - 1), plot.y(line[-1]), 8, INK)
    _stand(c, plot, chart, line[-1])
    notes = "Bars: each turn. Line: their sum. Dark band: 2 in 3 runs of fair dice; light: 19 in 20."
    c.text(plot.left, plot.bottom + 26, notes, 24, GREY)


def _sides(c: Canvas, plot: Plot, chart: RunningLuck) -> None:
    for side, y, colour in zip(chart.sides, (plot.top + 18, plot.bottom - 18), COLOURS):
        c.text(plot.left + 12, y, f"luck of the {side}", 25, colour, bold=True)


def _stand(c: Canvas, plot: Plot, chart: RunningLuck, total: float) -> None:
    side, colour = (chart.sides[0], COLOURS[0]) if total >= 0 else (chart.sides[1], COLOURS[1])
    x, y = plot.right + 20, min(max(plot.y(total), plot.top + 24), plot.bottom - 24)
    c.text(x, y - 16, f"{side}", 30, colour, bold=True)
    c.text(x, y + 16, f"{signed(abs(total))} IPC", 30, INK, bold=True)


def _bars(c: Canvas, plot: Plot, chart: RunningLuck) -> None:
    width = min(26.0, 0.7 * (plot.right - plot.left) / max(1, len(chart.turns)))
    for n, turn in enumerate(chart.turns):
        x = plot.x(n + 0.5)
        low, high = sorted((plot.y(0), plot.y(turn.ipc)))
        c.box(x - width / 2, low, x + width / 2, high, 0, COLOURS[turn.ipc < 0])
    for turn in _most(chart):
        x, up = plot.x(chart.turns.index(turn) + 0.5), turn.ipc > 0
        y = plot.y(turn.ipc) + (-18 if up else 18)
        y = min(max(y, plot.top + 14), plot.bottom - 40)
        c.emblem(x, y, turn.power, 13)


# the lower panel


def _hits(c: Canvas, chart: RunningLuck) -> None:
    """Hits of each side above what was to be expected."""
    lines = [[0.0, *chart.hits(side)] for side in (0, 1)]
    spread_ = [sqrt(v) for v in _from_nothing(max(turn.variance) for turn in chart.turns)]
    reach = max(3.0, *(abs(v) for line in lines for v in line), 1.2 * spread_[-1])
    plot = _plot(chart, _MIDDLE + 54, _HEIGHT - 62, reach)
    c.text(PAD, _MIDDLE + 20, "Hits above or below expectation", 30, INK, bold=True)
    c.box(plot.left, plot.top, plot.right, plot.bottom, 0, CARD)
    rulers(c, plot, _steps(plot), signed)
    rounds(c, plot, [turn.round for turn in chart.turns], named=True)
    spots = spread([plot.y(line[-1]) for line in lines], 34, plot.top + 10, plot.bottom - 10)
    for side, line, colour, y in zip(chart.sides, lines, COLOURS, spots):
        points = [(plot.x(n), plot.y(v)) for n, v in enumerate(line)]
        c.line(points, colour, 4.5, dash=0 if side == chart.sides[0] else 12)
        c.disc(*points[-1], 7, colour)
        text, size = fit(f"{side} {signed(line[-1], 1)}", _LABELS - 30, 30, bold=True, least=22)
        c.text(plot.right + 20, y, text, size, colour, bold=True)


# both


def _from_nothing(values: Iterable[float]) -> list[float]:
    return list(accumulate(values, initial=0.0))


def _plot(chart: RunningLuck, top: float, bottom: float, reach: float) -> Plot:
    return Plot(PAD + 56, top, WIDTH - _LABELS, bottom, 0, max(1, len(chart.turns)), -reach * 1.12, reach * 1.12)


def _steps(plot: Plot) -> list[float]:
    return [value for value in ticks(plot.y0, plot.y1) if plot.y0 <= value <= plot.y1]


def _funnel(c: Canvas, plot: Plot, deviations: Sequence[float]) -> None:
    c.box(plot.left, plot.top, plot.right, plot.bottom, 0, CARD)
    for reach, colour in ((2, mix(PAPER, GOLD, 0.22)), (1, mix(PAPER, GOLD, 0.5))):
        kept = [min(reach * d, plot.y1) for d in deviations]
        upper = [(plot.x(n), plot.y(v)) for n, v in enumerate(kept)]
        lower = [(plot.x(n), plot.y(-v)) for n, v in reversed(list(enumerate(kept)))]
        if len(upper) > 1:
            c.poly([*upper, *lower], colour)
