"""A small drawing kit: solid shapes and cut-outs on a 100 x 64 canvas, anti-aliased by supersampling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render.style.lettering import font

WIDE = 100
HIGH = 64

Point = tuple[float, float]
Drawing = Callable[["Pen"], None]


class Pen:
    """Draws into a mask. Coordinates are canvas units, y grows downwards; `cut` erases instead of filling."""

    def __init__(self, width: int, height: int, scale: int) -> None:
        """A mask of width x height pixels, drawn `scale` times larger and reduced at the end."""
        self._scale = scale
        self._k = width * scale / WIDE
        self._mask = Image.new("L", (width * scale, height * scale), 0)
        self._draw = ImageDraw.Draw(self._mask)

    def mask(self) -> Image.Image:
        """The finished mask, mode L."""
        return self._mask.reduce(self._scale)

    def poly(self, *points: Point, cut: bool = False) -> None:
        """A filled polygon."""
        self._draw.polygon(self._pixels(points), fill=_ink(cut))

    def blob(self, *points: Point, cut: bool = False) -> None:
        """A filled closed curve that runs smoothly through the points."""
        self.poly(*_smooth(points), cut=cut)

    def disc(self, x: float, y: float, r: float, cut: bool = False) -> None:
        """A filled circle."""
        self.oval(x, y, r, r, cut)

    def oval(self, x: float, y: float, rx: float, ry: float, cut: bool = False) -> None:
        """A filled ellipse with its axes along the canvas."""
        k = self._k
        self._draw.ellipse(((x - rx) * k, (y - ry) * k, (x + rx) * k, (y + ry) * k), fill=_ink(cut))

    def ring(self, x: float, y: float, r: float, width: float) -> None:
        """A circle line; r is its outer radius."""
        self.disc(x, y, r)
        self.disc(x, y, r - width, cut=True)

    def box(self, x0: float, y0: float, x1: float, y1: float, r: float = 0, cut: bool = False) -> None:
        """A rectangle with corners rounded by r."""
        k = self._k
        self._draw.rounded_rectangle((x0 * k, y0 * k, x1 * k, y1 * k), r * k, fill=_ink(cut))

    def line(self, *points: Point, width: float = 4, cut: bool = False, blunt: bool = False) -> None:
        """A thick line through the points, round ends unless `blunt`."""
        pixels = self._pixels(points)
        self._draw.line(pixels, fill=_ink(cut), width=max(1, round(width * self._k)), joint="curve")
        if not blunt:
            for x, y in (points[0], points[-1]):
                self.disc(x, y, width / 2, cut)

    def wave(self, y: float, x0: float = 2, x1: float = 98, width: float = 4, swell: float = 3) -> None:
        """A line of water."""
        steps = [x0 + (x1 - x0) * i / 60 for i in range(61)]
        self.line(*[(x, y + swell * sin(x / 100 * 8 * pi)) for x in steps], width=width)

    def star(self, x: float, y: float, r: float, cut: bool = False) -> None:
        """A five-pointed star."""
        spokes = [(r if i % 2 == 0 else r * 0.42, pi * (i / 5 - 0.5)) for i in range(10)]
        self.poly(*[(x + a * cos(t), y + a * sin(t)) for a, t in spokes], cut=cut)

    def mirror(self, shape: Sequence[Point], axis: float = 50, cut: bool = False) -> None:
        """A polygon and its mirror image about a vertical axis."""
        self.poly(*shape, cut=cut)
        self.poly(*[(2 * axis - x, y) for x, y in shape], cut=cut)

    def letters(self, text: str, x: float, y: float, height: float, cut: bool = False) -> None:
        """Bold capitals centred on a point, `height` canvas units high."""
        face = font(max(4, round(height * self._k / 0.73)), bold=True)
        self._draw.text((x * self._k, y * self._k), text, font=face, fill=_ink(cut), anchor="mm")

    def _pixels(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self._k, y * self._k) for x, y in points]


def _ink(cut: bool) -> int:
    return 0 if cut else 255


def _smooth(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """Catmull-Rom through the points of a closed outline."""
    n = len(points)
    out: list[Point] = []
    for i in range(n):
        p0, p1, p2, p3 = (points[(i + j - 1) % n] for j in range(4))
        out += [_spline(p0, p1, p2, p3, s / steps) for s in range(steps)]
    return out


def _spline(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    def at(i: int) -> float:
        a, b, c, d = p0[i], p1[i], p2[i], p3[i]
        return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)

    return at(0), at(1)
