"""Golden pictures: a picture is compared small and with tolerance, so that fonts may differ by a hair.

`GOLDEN=write python -m pytest tests/render` writes them anew; look at them before they are committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat, features

FOLDER = Path(__file__).parent / "golden"
WIDTH = 275
MEAN, WORST = 1.5, 60
"""Allowed mean difference and difference of any blurred spot, in steps of 0 to 255."""


def small(image: Image.Image) -> Image.Image:
    """The picture at the width of the golden ones."""
    return image.convert("RGB").resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.BOX)


def assert_golden(image: Image.Image, name: str) -> None:
    """Fail if a picture differs from its golden one. Skips, with a notice, where letters are spaced in another way."""
    if not features.check("raqm"):
        pytest.skip("Pillow finds no libfribidi here: its letters stand a little wider than in the golden pictures")
    if os.environ.get("GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        small(image).quantize(128).save(FOLDER / f"{name}.png", optimize=True)
    assert not difference(image, name)


def difference(image: Image.Image, name: str) -> str:
    """In what a picture differs from its golden one, "" if it doesn't."""
    now, wanted = small(image), Image.open(FOLDER / f"{name}.png").convert("RGB")
    if now.size != wanted.size:
        return f"{name}: {now.size} instead of {wanted.size}"
    apart = ImageChops.difference(now.quantize(128).convert("RGB"), wanted).convert("L")
    mean, worst = ImageStat.Stat(apart).mean[0], apart.filter(ImageFilter.BoxBlur(2)).getextrema()[1]
    return f"{name}: mean {mean:.2f}, worst spot {worst}" if mean > MEAN or worst > WORST else ""
