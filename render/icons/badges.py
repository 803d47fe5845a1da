"""Small marks in the upper left corner that tell apart units of one family."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin

from render.icons.pen import Drawing, Pen

_X, _Y, _R = 14.0, 14.0, 14.0


def badged(base: Drawing, badge: Drawing) -> Drawing:
    """The base drawing with a badge; what the badge covers is cleared first."""
    return partial(_both, base=base, badge=badge)


def _both(p: Pen, base: Drawing, badge: Drawing) -> None:
    base(p)
    p.disc(_X, _Y, _R + 2.4, cut=True)
    badge(p)


def plate(mark: Callable[[Pen], None]) -> Drawing:
    """A round plate with the mark cut out."""
    return partial(_plate, mark=mark)


def _plate(p: Pen, mark: Callable[[Pen], None]) -> None:
    p.disc(_X, _Y, _R)
    mark(p)


def letters(text: str) -> Drawing:
    """One or two capitals on a plate."""
    return plate(partial(_letters, text=text))


def _letters(p: Pen, text: str) -> None:
    p.letters(text, _X, _Y, 16 if len(text) == 1 else 11.5, cut=True)


def star(p: Pen) -> None:
    """A solid star."""
    p.star(_X, _Y + 1, 15)


def palm(p: Pen) -> None:
    """A palm tree."""
    p.line((12, 27), (15, 11), width=4)
    for x, y in ((1, 10), (5, 2), (18, 0), (27, 4), (28, 13)):
        p.line((15, 10), (x, y), width=4)


def shield(p: Pen) -> None:
    """A shield with a bar."""
    p.blob((1, 2), (14, 0), (27, 2), (26, 14), (14, 28), (2, 14))
    p.line((14, 3), (14, 24), width=3.4, cut=True, blunt=True)


def chevrons(p: Pen) -> None:
    """Two chevrons."""
    for y in (4, 15):
        p.line((1, y + 9), (14, y), (27, y + 9), width=6)


def coin(p: Pen) -> None:
    """Half price: a coin with a minus."""
    p.disc(_X, _Y, _R)
    p.box(6, 11.6, 22, 16.4, cut=True)


def white_star(p: Pen) -> None:
    """United States: a star cut out of a plate."""
    p.disc(_X, _Y, _R)
    p.star(_X, _Y + 0.6, 12, cut=True)


def roundel(p: Pen) -> None:
    """United Kingdom: ring and dot."""
    p.ring(_X, _Y, _R, 4.6)
    p.disc(_X, _Y, 4.6)


def bar_cross(p: Pen) -> None:
    """Germany: a straight cross."""
    p.box(9.4, 0, 18.6, 28)
    p.box(0, 9.4, 28, 18.6)


def stripes(p: Pen) -> None:
    """Italy: three upright bars."""
    for x in (0, 10.5, 21):
        p.box(x, 1, x + 7, 27)


def rising_sun(p: Pen) -> None:
    """Japan: a disc with rays."""
    p.disc(_X, _Y, 7)
    for i in range(8):
        dx, dy = cos(i * pi / 4), sin(i * pi / 4)
        p.line((_X + 8 * dx, _Y + 8 * dy), (_X + 13.5 * dx, _Y + 13.5 * dy), width=3.4, blunt=True)
