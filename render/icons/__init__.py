"""Unit silhouettes drawn by code: any size, any colour, no picture files."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.icons.catalogue import ALIASES, DRAWINGS, find, known
from render.icons.pen import HIGH, WIDE, Pen

__all__ = ["ALIASES", "DRAWINGS", "icon", "icon_height", "known", "mask", "names"]


def names() -> tuple[str, ...]:
    """Every name with a picture of its own (aliases left out)."""
    return tuple(DRAWINGS)


def icon_height(size: int) -> int:
    """Height in pixels of an icon that is `size` pixels wide (canvas 100 : 64)."""
    return max(1, round(size * HIGH / WIDE))


@lru_cache(maxsize=4096)
def mask(unit_type: str, size: int) -> Image.Image:
    """The silhouette as a mask (mode L), `size` pixels wide. Cached and shared: copy before changing it."""
    pen = Pen(size, icon_height(size), scale=6 if size <= 80 else 4)
    find(unit_type)(pen)
    return pen.mask()


@lru_cache(maxsize=4096)
def icon(unit_type: str, size: int, colour: tuple[int, int, int]) -> Image.Image:
    """The silhouette of a unit, facility or marker in one colour on nothing (RGBA).

    unit_type: any name or alias of any board or document, in any case; one without a drawing gets that of the unit
    its profile names, or is like, with a badge; a name of nobody a plate with its initials, never an error. size:
    width in pixels; the height is `icon_height(size)`. The picture is cached and shared between callers: paste it, or
    copy it before changing it.
    """
    shape = mask(unit_type, size)
    picture = Image.new("RGBA", shape.size, (*colour, 0))
    picture.putalpha(shape)
    return picture
