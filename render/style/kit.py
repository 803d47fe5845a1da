"""The drawing kit of cards and charts: a canvas in plain pixels, drawn twice as large and reduced.

Sizes are pixels of the finished picture. Cards are 1100 wide because a message shows them at 550: every
figure here is read at half its size.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from render.icons import mask
from render.style import lettering, theme
from render.style.emblems import emblem
from render.style.theme import INK, RGB

Point = tuple[float, float]

PAPER: RGB = (247, 241, 227)
CARD: RGB = (255, 252, 244)
GREY: RGB = (98, 92, 84)
FAINT: RGB = (214, 205, 187)

_SCALE = 2


class Canvas:
    """A picture in the making."""

    def __init__(self, width: int, height: int, background: RGB = PAPER) -> None:
        """A canvas of the finished size in pixels."""
        self.width, self.height = width, height
        self._image = Image.new("RGB", (width * _SCALE, height * _SCALE), background)
        self._draw = ImageDraw.Draw(self._image)

    def finish(self) -> Image.Image:
        """The finished picture, anti-aliased."""
        return self._image.reduce(_SCALE)

    def box(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        r: float = 0,
        fill: RGB | None = None,
        outline: RGB | None = None,
        width: float = 2,
    ) -> None:
        """A rectangle with rounded corners."""
        if x1 - x0 < 1 or y1 - y0 < 1:
            return
        edges = (x0 * _SCALE, y0 * _SCALE, x1 * _SCALE - 1, y1 * _SCALE - 1)
        self._draw.rounded_rectangle(edges, r * _SCALE, fill, outline, round(width * _SCALE) if outline else 0)

    def line(self, points: Sequence[Point], colour: RGB, width: float = 2, dash: float = 0) -> None:
        """A line through points; dash: length of its strokes and gaps, 0 for none."""
        runs = _dashes(points, dash) if dash else [points]
        for run in runs:
            self._draw.line([(x * _SCALE, y * _SCALE) for x, y in run], colour, round(width * _SCALE), "curve")

    def disc(self, x: float, y: float, r: float, fill: RGB | None, outline: RGB | None = None) -> None:
        """A circle."""
        box = ((x - r) * _SCALE, (y - r) * _SCALE, (x + r) * _SCALE, (y + r) * _SCALE)
        self._draw.ellipse(box, fill, outline, 2 * _SCALE if outline else 0)

    def poly(self, points: Sequence[Point], fill: RGB) -> None:
        """A filled polygon."""
        self._draw.polygon([(x * _SCALE, y * _SCALE) for x, y in points], fill)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: RGB = INK,
        bold: bool = False,
        anchor: str = "lm",
        halo: RGB | None = None,
    ) -> None:
        """A line of text. anchor as in Pillow ("lm": left, middle). halo: colour of an outline."""
        face = _face(text, size, bold)
        stroke = round(size * _SCALE / 9) if halo else 0
        self._draw.text((x * _SCALE, y * _SCALE), text, colour, face, anchor, stroke_width=stroke, stroke_fill=halo)

    def icon(self, x: float, y: float, unit_type: str, size: float, colour: RGB) -> None:
        """A unit's silhouette with its upper left corner at (x, y), `size` wide."""
        self._image.paste(colour, (round(x * _SCALE), round(y * _SCALE)), mask(unit_type, round(size * _SCALE)))

    def emblem(self, x: float, y: float, power: str, r: float) -> None:
        """A power's emblem, a disc of radius r around (x, y)."""
        disc = emblem(power, round(r * _SCALE))
        self._image.paste(disc, (round(x * _SCALE - disc.width / 2), round(y * _SCALE - disc.height / 2)), disc)

    def shade(self, x0: float, y0: float, x1: float, y1: float, colour: RGB, strength: float) -> None:
        """Blend an area towards a colour; strength from 0 to 1."""
        box = (round(x0 * _SCALE), round(y0 * _SCALE), round(x1 * _SCALE), round(y1 * _SCALE))
        area = self._image.crop(box)
        self._image.paste(Image.blend(area, Image.new("RGB", area.size, colour), strength), box)

    def stripes(self, x0: float, y0: float, x1: float, y1: float, colour: RGB, step: float = 10) -> None:
        """Slanted stripes over a box: a filling that is told from others without colour."""
        tile = Image.new("L", (round((x1 - x0) * _SCALE), round((y1 - y0) * _SCALE)), 0)
        if not tile.width or not tile.height:
            return
        pen = ImageDraw.Draw(tile)
        for i in range(-tile.height, tile.width, round(step * _SCALE)):
            pen.line((i, tile.height, i + tile.height, 0), 255, round(step * _SCALE / 4))
        self._image.paste(colour, (round(x0 * _SCALE), round(y0 * _SCALE)), tile)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of a line of text in pixels of the finished picture."""
    return _face(text, size, bold).getlength(text) / _SCALE


def fit(text: str, width: float, size: float, bold: bool = False, least: float = 20) -> tuple[str, float]:
    """The text and the size at which it fits a width: smaller down to `least`, then cut with an ellipsis."""
    while size > least and text_width(text, size, bold) > width:
        size -= 1
    if text_width(text, size, bold) <= width:
        return text, size
    while text and text_width(text + "…", size, bold) > width:
        text = text[:-1]
    return text.rstrip() + "…", size


def wrap(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """The text in lines no wider than a width (a single long word stays whole)."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def encode(image: Image.Image, form: str = "webp") -> bytes:
    """The picture as bytes: "webp" (lossless: flat colours pack well) or "png"."""
    out = BytesIO()
    if form == "png":
        image.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    elif form == "webp":
        image.save(out, "WEBP", lossless=True, quality=40, method=2)
    else:
        raise ValueError(f"unknown picture format: {form}")
    return out.getvalue()


def _face(text: str, size: float, bold: bool) -> ImageFont.FreeTypeFont:
    """The map's condensed face, or the one with all alphabets for names that need it."""
    pixels = round(size * _SCALE)
    if all(ord(letter) < 0x100 or letter in "–—…−" for letter in text):
        return theme.font("bold" if bold else "medium", pixels)
    return lettering.font(round(pixels * 0.82), bold)


def _dashes(points: Sequence[Point], dash: float) -> list[list[Point]]:
    """The strokes of a dashed line."""
    out: list[list[Point]] = []
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1.0
        at = 0.0
        while at < length:
            a, b = at / length, min(at + dash, length) / length
            out.append([(x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)])
            at += 2 * dash
    return out
