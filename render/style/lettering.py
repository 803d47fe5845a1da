"""The bundled letters: DejaVu Sans, regular and bold, opened once a size."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

_FOLDER = Path(__file__).parent / "fonts"
REGULAR = str(_FOLDER / "DejaVuSans.ttf")
BOLD = str(_FOLDER / "DejaVuSans-Bold.ttf")


@lru_cache(maxsize=128)
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """A face of the given size in pixels."""
    return ImageFont.truetype(BOLD if bold else REGULAR, size)
