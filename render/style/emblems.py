"""Round emblems of the powers: own simple signs, so that no information rests on colour alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

from render.style import theme
from render.style.theme import RGB

_WHITE: RGB = (250, 247, 238)
_FINE = 6


class _Pen:
    """Draws on a disc of radius 1 around the origin; y grows downwards."""

    def __init__(self, radius: int) -> None:
        self.radius = radius * _FINE
        self.size = 2 * self.radius + 4 * _FINE
        self.image = Image.new("RGBA", (self.size, self.size), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.size / 2 + x * self.radius, self.size / 2 + y * self.radius

    def disc(self, radius: float, colour: RGB, x: float = 0, y: float = 0) -> None:
        self.draw.ellipse([*self.at(x - radius, y - radius), *self.at(x + radius, y + radius)], fill=colour)

    def bar(self, left: float, top: float, right: float, bottom: float, colour: RGB) -> None:
        self.draw.rectangle([*self.at(left, top), *self.at(right, bottom)], fill=colour)

    def shape(self, points: list[tuple[float, float]], colour: RGB) -> None:
        self.draw.polygon([self.at(x, y) for x, y in points], fill=colour)

    def star(self, radius: float, colour: RGB, rays: int = 5, inner: float = 0.4, x: float = 0, y: float = 0) -> None:
        ring = []
        for i in range(2 * rays):
            angle = math.radians(-90 + i * 180 / rays)
            r = radius * (inner if i % 2 else 1)
            ring.append((x + r * math.cos(angle), y + r * math.sin(angle)))
        self.shape(ring, colour)


def _germany(pen: _Pen) -> None:
    pen.disc(0.94, (150, 152, 156))
    for wide, colour in ((0.26, _WHITE), (0.17, (20, 20, 22))):
        pen.bar(-wide, -0.78, wide, 0.78, colour)
        pen.bar(-0.78, -wide, 0.78, wide, colour)


def _soviet(pen: _Pen) -> None:
    pen.disc(0.94, theme.power_colour("USSR"))
    pen.star(0.82, (250, 205, 70))


def _japan(pen: _Pen) -> None:
    pen.disc(0.94, _WHITE)
    pen.disc(0.56, (196, 30, 40))


def _america(pen: _Pen) -> None:
    pen.disc(0.94, (38, 62, 110))
    pen.star(0.86, _WHITE)


def _china(pen: _Pen) -> None:
    pen.disc(0.94, (40, 74, 150))
    pen.star(0.84, _WHITE, rays=12, inner=0.6)
    pen.disc(0.46, (40, 74, 150))
    pen.disc(0.38, _WHITE)


def _britain(pen: _Pen) -> None:
    pen.disc(0.94, (28, 52, 110))
    pen.disc(0.66, _WHITE)
    pen.disc(0.36, (190, 36, 40))


def _italy(pen: _Pen) -> None:
    pen.disc(0.94, _WHITE)
    for angles, colour in (((110, 250), (30, 120, 66)), ((-70, 70), (190, 40, 44))):
        start, end = angles
        arc = [(0.94 * math.cos(math.radians(a)), 0.94 * math.sin(math.radians(a))) for a in range(start, end + 1, 4)]
        pen.shape(arc, colour)


def _anzac(pen: _Pen) -> None:
    pen.disc(0.94, (24, 44, 96))
    for radius, x, y in ((0.42, 0, 0.42), (0.3, 0, -0.54), (0.3, -0.5, -0.04), (0.3, 0.5, -0.12)):
        pen.star(radius, _WHITE, rays=7, inner=0.45, x=x, y=y)


def _france(pen: _Pen) -> None:
    pen.disc(0.94, (36, 76, 170))
    pen.bar(-0.1, -0.74, 0.1, 0.74, _WHITE)
    pen.bar(-0.36, -0.46, 0.36, -0.28, _WHITE)
    pen.bar(-0.52, -0.12, 0.52, 0.06, _WHITE)


def _finland(pen: _Pen) -> None:
    pen.disc(0.94, _WHITE)
    pen.bar(-0.9, -0.17, 0.9, 0.17, (0, 72, 150))
    pen.bar(-0.4, -0.83, -0.08, 0.83, (0, 72, 150))


def _romania(pen: _Pen) -> None:
    pen.disc(0.94, (248, 208, 50))
    for middle, colour in ((180, (16, 50, 140)), (0, (204, 30, 44))):
        side = [math.radians(a) for a in range(middle - 70, middle + 71, 4)]
        pen.shape([(0.94 * math.cos(a), 0.94 * math.sin(a)) for a in side], colour)


def _vichy(pen: _Pen) -> None:
    """A double-headed axe, against the cross of the free French."""
    pen.disc(0.94, (36, 76, 170))
    for side in (-1, 1):
        blade = [(0.1, -0.5), (0.62, -0.66), (0.62, 0.2), (0.1, -0.02)]
        pen.shape([(side * x, y) for x, y in blade], (232, 196, 92))
    pen.bar(-0.1, -0.74, 0.1, 0.76, _WHITE)


def _dutch(pen: _Pen) -> None:
    pen.disc(0.94, _WHITE)
    pen.shape([(0, -0.7), (0.64, 0.46), (-0.64, 0.46)], theme.power_colour("Dutch"))


def _axis_leaning(pen: _Pen) -> None:
    pen.disc(0.94, _WHITE)
    pen.shape([(-0.66, -0.34), (0.66, -0.34), (0, 0.7)], (70, 70, 74))


def _allies_leaning(pen: _Pen) -> None:
    pen.disc(0.94, _WHITE)
    pen.shape([(-0.66, 0.34), (0.66, 0.34), (0, -0.7)], (70, 70, 74))


def _neutral(pen: _Pen) -> None:
    pen.disc(0.94, (222, 214, 196))
    pen.disc(0.42, (120, 112, 100))


_DRAWN: dict[str, Callable[[_Pen], None]] = {
    "Germany": _germany,
    "Soviet Union": _soviet,
    "USSR": _soviet,
    "Japan": _japan,
    "United States": _america,
    "China": _china,
    "United Kingdom": _britain,
    "Italy": _italy,
    "ANZAC": _anzac,
    "France": _france,
    "Dutch": _dutch,
    "Finland": _finland,
    "Romania": _romania,
    "Vichy France": _vichy,
    theme.NEUTRAL_AXIS: _axis_leaning,
    theme.NEUTRAL_ALLIES: _allies_leaning,
    theme.NEUTRAL_STRICT: _neutral,
    "neutral": _neutral,
}


def _lettered(pen: _Pen, power: str) -> None:
    """A power without a sign of its own: its colour and first letter."""
    colour = theme.power_colour(power)
    pen.disc(0.94, colour)
    font = theme.font("bold", round(pen.radius * 1.3))
    pen.draw.text(pen.at(0, 0), power[:1].upper(), font=font, fill=theme.on(colour), anchor="mm")


@lru_cache(maxsize=512)
def emblem(power: str, radius: int) -> Image.Image:
    """The emblem of a power or class of neutrals (RGBA), a disc of the given radius in pixels.

    Shared between callers: don't change it.
    """
    pen = _Pen(radius)
    pen.disc(1.06, (40, 34, 28))
    if power in _DRAWN:
        _DRAWN[power](pen)
    else:
        _lettered(pen, power)
    side = pen.size // _FINE
    return pen.image.resize((side, side), Image.Resampling.LANCZOS)
