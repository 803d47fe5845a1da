"""Power colours stay apart for every kind of colour vision, and text stays readable on them."""

from __future__ import annotations

import itertools
import math

import pytest

from render.style import theme
from render.style.emblems import emblem
from rules.model.board import BOARDS, load

_SEEN_AS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_LEAST = {"normal": 20.0, "protan": 15.0, "deutan": 12.0, "tritan": 13.0}
"""Smallest CIEDE2000 distance of any two powers on one board; about 2 is just visible."""
Lab = tuple[float, float, float]


def _linear(colour: theme.RGB) -> list[float]:
    return [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]


def _lab(colour: theme.RGB, vision: str) -> Lab:
    linear = _linear(colour)
    r, g, b = (min(1.0, max(0.0, sum(k * v for k, v in zip(row, linear)))) for row in _SEEN_AS[vision])
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _hue_mean(h1: float, h2: float) -> float:
    if abs(h1 - h2) <= 180:
        return (h1 + h2) / 2
    return (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2


def _distance(one: Lab, two: Lab) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = _hue_mean(h1, h2) if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * math.cos(math.radians(hm - 30))
        + 0.24 * math.cos(math.radians(2 * hm))
        + 0.32 * math.cos(math.radians(3 * hm + 6))
        - 0.20 * math.cos(math.radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    bend = -2 * math.sqrt(cm**7 / (cm**7 + 25**7)) * math.sin(math.radians(60 * math.exp(-(((hm - 275) / 25) ** 2))))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + bend * dc / sc * dh / sh)


def test_distance_of_known_colours() -> None:
    assert _distance((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert _distance((50.0, 2.5, 0.0), (73.0, 25.0, -18.0)) == pytest.approx(27.1492, abs=1e-4)


@pytest.mark.parametrize("vision", _SEEN_AS)
@pytest.mark.parametrize("board", BOARDS)
def test_powers_differ_for_every_eye(board: str, vision: str) -> None:
    powers = list(load(board).powers)
    for a, b in itertools.combinations(powers, 2):
        apart = _distance(_lab(theme.power_colour(a), vision), _lab(theme.power_colour(b), vision))
        assert apart >= _LEAST[vision], (a, b, round(apart, 1))


@pytest.mark.parametrize("board", BOARDS)
def test_every_power_has_its_own_colour_and_emblem(board: str) -> None:
    powers = list(load(board).powers)
    assert all(p in theme.power_names() for p in powers)
    assert len({emblem(p, 12).tobytes() for p in powers}) == len(powers)


def test_text_reads_on_every_plate() -> None:
    for power in theme.power_names():
        colour = theme.power_colour(power)
        assert theme.contrast(colour, theme.on(colour)) >= 4
