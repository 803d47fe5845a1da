"""Pictures below each other as one, encoded."""

from __future__ import annotations

from PIL import Image

from render.charts.frame import ALT_LIMIT
from render.input.scene import Picture
from render.map import encode


def stacked(*parts: Image.Image) -> Image.Image:
    """Pictures of one width below each other."""
    whole, top = Image.new("RGB", (parts[0].width, sum(part.height for part in parts))), 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    return whole


def sheet(parts: list[Image.Image], text: str, form: str = "") -> Picture:
    """The same, encoded with its description. form: "webp" or "png"."""
    image = stacked(*parts)
    data, kind = encode.still(image, form)
    return Picture(data, kind, image.width, image.height, text[:ALT_LIMIT])
