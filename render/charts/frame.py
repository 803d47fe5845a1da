"""What all charts share: title, plotting area, ticks, markers, encoding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from render.input.scene import Picture
from render.style.kit import FAINT, GREY, Canvas, encode, fit, text_width
from render.style.theme import CREAM, INK, RGB, STRIP, mix

WIDTH = 1100
PAD = 24
HEAD = 100
ALT_LIMIT = 1024


def picture(c: Canvas, alt: str, form: str) -> Picture:
    """The finished canvas, encoded."""
    image = c.finish()
    text = alt if len(alt) <= ALT_LIMIT else alt[: ALT_LIMIT - 1] + "…"
    return Picture(encode(image, form), form, image.width, image.height, text)


def heading(c: Canvas, title: str, subtitle: str, corner: str = "") -> None:
    """The title band. corner: a few words on the right ("Round 6")."""
    c.box(0, 0, c.width, HEAD - 8, 0, STRIP)
    room = c.width - 2 * PAD - (text_width(corner, 38, True) + 24 if corner else 0)
    text, size = fit(title, room, 44, bold=True, least=28)
    c.text(PAD, 32, text, size, CREAM, bold=True)
    text, size = fit(subtitle, room, 27, least=22)
    c.text(PAD, 72, text, size, mix(CREAM, STRIP, 0.2))
    c.text(c.width - PAD, 34, corner, 38, CREAM, bold=True, anchor="rm")


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round figures from `low` or below to `high` or above."""
    span = max(high - low, 1e-9)
    rough = span / most
    power = 10.0 ** floor(log10(rough))
    step = next(power * m for m in (1, 2, 5, 10) if power * m >= rough * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [i * step for i in range(first, last + 1)]


def figure(value: float) -> str:
    """A number without needless decimals, with a true minus sign."""
    text = f"{value:.0f}" if abs(value - round(value)) < 1e-9 else f"{value:.1f}"
    return text.replace("-", "−")


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign, true minus included; plain 0 for nothing."""
    text = f"{value:+.{digits}f}"
    return text.strip("+-") if float(text) == 0 else text.replace("-", "−")


@dataclass(frozen=True)
class Plot:
    """A plotting area: pixels of its edges and the values they stand for."""

    left: float
    top: float
    right: float
    bottom: float
    x0: float
    x1: float
    y0: float
    y1: float

    def x(self, value: float) -> float:
        """Pixel of a value across."""
        return self.left + (value - self.x0) / ((self.x1 - self.x0) or 1) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Pixel of a value upwards."""
        return self.bottom - (value - self.y0) / ((self.y1 - self.y0) or 1) * (self.bottom - self.top)


def rulers(
    c: Canvas, plot: Plot, values: Iterable[float], show: Callable[[float], str] = figure, size: float = 25
) -> None:
    """Horizontal grid lines with their figures on the left."""
    for value in values:
        y = plot.y(value)
        c.line(((plot.left, y), (plot.right, y)), GREY if value == 0 else FAINT, 1.5)
        c.text(plot.left - 10, y, show(value), size, GREY, anchor="rm")


def rounds(c: Canvas, plot: Plot, turns: Sequence[int], named: bool, unit: float = 1.0) -> None:
    """A line where a round begins, with its number below. turns: the round of each turn across. unit: the size of its
    letters."""
    starts = [n for n, number in enumerate(turns) if n == 0 or turns[n - 1] != number]
    every = -(-len(starts) // 20)
    for at, n in enumerate(starts):
        c.line(((plot.x(n), plot.top), (plot.x(n), plot.bottom)), FAINT, 1)
        if named and at % every == 0:
            c.text(plot.x(n), plot.bottom + 20 * unit, str(turns[n]), 25 * unit, INK, anchor="mm")
    if named:
        c.text((plot.left + plot.right) / 2, plot.bottom + 44 * unit, "round", 24 * unit, GREY, anchor="mm")


MARKERS = ("disc", "square", "triangle", "diamond", "cross", "star", "ring", "wedge", "bar", "hash")


def marker(c: Canvas, x: float, y: float, kind: str, colour: RGB, r: float = 8) -> None:
    """A data point: a shape in a colour with a dark edge."""
    for fill, k in ((INK, r + 2), (colour, r)):
        _shape(c, x, y, kind, fill, k)
    if kind == "ring":
        c.disc(x, y, r * 0.45, CREAM, INK)


def _shape(c: Canvas, x: float, y: float, kind: str, colour: RGB, r: float) -> None:
    outlines = {
        "triangle": ((0, -1.15), (1.1, 0.85), (-1.1, 0.85)),
        "wedge": ((0, 1.15), (1.1, -0.85), (-1.1, -0.85)),
        "diamond": ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
        "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
        "bar": ((-1.3, -0.5), (1.3, -0.5), (1.3, 0.5), (-1.3, 0.5)),
        "hash": ((-0.5, -1.3), (0.5, -1.3), (0.5, 1.3), (-0.5, 1.3)),
        "star": ((0, -1.4), (0.4, -0.4), (1.4, 0), (0.4, 0.4), (0, 1.4), (-0.4, 0.4), (-1.4, 0), (-0.4, -0.4)),
    }
    if kind == "cross":
        _shape(c, x, y, "bar", colour, r)
        _shape(c, x, y, "hash", colour, r)
    elif kind in outlines:
        c.poly([(x + dx * r, y + dy * r) for dx, dy in outlines[kind]], colour)
    else:
        c.disc(x, y, r, colour)


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Positions as near as may be to those wanted, at least `gap` apart and within bounds, order kept."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = dict.fromkeys(order, 0.0)
    at = low - gap
    for i in order:
        at = max(at + gap, min(max(wanted[i], low), high))
        placed[i] = at
    limit = high
    for i in reversed(order):
        placed[i] = min(placed[i], limit)
        limit = placed[i] - gap
    return [placed[i] for i in range(len(wanted))]
