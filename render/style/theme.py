"""Colours and typefaces of all pictures.

The power colours were found by search so that any two stay apart for every kind of colour vision (see
tests/render/test_theme.py for the distances held). Still no information rests on colour alone: every
territory and counter also carries an emblem or a letter.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

RGB = tuple[int, int, int]

INK: RGB = (34, 32, 30)
CREAM: RGB = (252, 246, 230)
PAPER: RGB = (243, 232, 206)
SEA_DEEP: RGB = (92, 138, 166)
SEA_MIDDLE: RGB = (146, 188, 204)
SEA_SHORE: RGB = (196, 222, 222)
SEA_LINE: RGB = (238, 247, 248)
SEA_TEXT: RGB = (34, 74, 100)
BORDER: RGB = (66, 50, 34)
COAST: RGB = (44, 38, 34)
STRIP: RGB = (42, 37, 32)
GOLD: RGB = (196, 158, 88)
ALARM: RGB = (186, 30, 30)
STONE: RGB = (150, 142, 130)
ICE: RGB = (214, 228, 234)
DECOR: RGB = (186, 184, 174)
ATTACK: RGB = (172, 62, 44)  # the sides of a battle that no power fights
DEFENSE: RGB = (62, 88, 122)

NEUTRAL_STRICT, NEUTRAL_AXIS, NEUTRAL_ALLIES = "strict", "pro-axis", "pro-allies"

_POWERS: dict[str, RGB] = {
    "Germany": (0x38, 0x3B, 0x49),
    "Soviet Union": (0x9B, 0x14, 0x08),
    "USSR": (0x9B, 0x14, 0x08),
    "Japan": (0xFC, 0xBE, 0x00),
    "United States": (0x24, 0x6D, 0x4D),
    "China": (0xD0, 0xEC, 0xAB),
    "United Kingdom": (0xB0, 0x9C, 0x70),
    "Italy": (0xA5, 0x5E, 0x85),
    "ANZAC": (0x90, 0xBE, 0xCD),
    "France": (0x15, 0x6A, 0xD7),
    "Dutch": (0xE4, 0x66, 0x11),
    "Mongolia": (0xC4, 0xA2, 0x8C),
    "Finland": (0x89, 0xF5, 0xD7),
    "Romania": (0xFF, 0xE1, 0x00),
    "Vichy France": (0x56, 0x96, 0xE5),
    NEUTRAL_STRICT: (0xCF, 0xC8, 0xB6),
    NEUTRAL_AXIS: (0xA9, 0x9F, 0x93),
    NEUTRAL_ALLIES: (0xE6, 0xDF, 0xC8),
}
_DARK = 130
"""A fill without any channel above this is too dark for the common border."""
_SHORT = {
    "United States": "USA",
    "United Kingdom": "UK",
    "Soviet Union": "USSR",
}


def power_names() -> tuple[str, ...]:
    """Powers that have a colour of their own (neutral classes left out)."""
    return tuple(p for p in _POWERS if p not in (NEUTRAL_STRICT, NEUTRAL_AXIS, NEUTRAL_ALLIES))


def power_colour(power: str) -> RGB:
    """The colour of a power's plates and counters; unknown ones get the neutral colour."""
    return _POWERS.get(power, _POWERS[NEUTRAL_STRICT])


def short_name(power: str) -> str:
    """A power's name where room is short."""
    return _SHORT.get(power, power)


def mix(a: RGB, b: RGB, part: float) -> RGB:
    """The colour that is `part` b and the rest a."""
    r, g, bl = (round(x * (1 - part) + y * part) for x, y in zip(a, b))
    return r, g, bl


def territory_colour(power: str) -> RGB:
    """The fill of a power's territories: its colour on paper."""
    return mix(power_colour(power), PAPER, 0.30)


def border_colour(power: str) -> RGB:
    """The line between two territories of a power: brown, or pale where that would drown in a dark fill."""
    fill = territory_colour(power)
    return mix(fill, PAPER, 0.6) if max(fill) < _DARK else BORDER


def _luminance(colour: RGB) -> float:
    parts = [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: RGB, b: RGB) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=256)
def on(colour: RGB) -> RGB:
    """Ink or cream, whichever reads better on a colour."""
    return CREAM if contrast(colour, CREAM) >= contrast(colour, INK) else INK


FONTS = Path(__file__).parent / "fonts"
_FACES = {
    "medium": "BarlowCondensed-Medium.ttf",
    "semibold": "BarlowCondensed-SemiBold.ttf",
    "bold": "BarlowCondensed-Bold.ttf",
    "italic": "Alegreya-SemiBoldItalic.ttf",
}


@lru_cache(maxsize=256)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """A condensed face for maps: "medium", "semibold", "bold", or "italic" for waters; size in pixels."""
    return ImageFont.truetype(str(FONTS / _FACES[face]), max(6, size))
