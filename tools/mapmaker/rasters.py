"""Drawing shapes into label rasters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tools.mapmaker.provinces import polygons

Labels = NDArray[np.int32]


def draw(shapes: Sequence[Any], width: int, height: int, scale: float = 1.0) -> Labels:
    """A raster whose cells hold 1 + the index of the shape that covers them, 0 where there is none.

    Holes are respected as long as what lies in them is smaller than what surrounds it.
    """
    image = Image.new("I", (width, height), 0)
    pen = ImageDraw.Draw(image)
    parts = [(part, index) for index, shape in enumerate(shapes) for part in polygons(shape)]
    for part, index in sorted(parts, key=lambda item: -item[0].area):
        pen.polygon(_ring(part.exterior, scale), fill=index + 1)
        for hole in part.interiors:
            pen.polygon(_ring(hole, scale), fill=0)
    return np.array(image, dtype=np.int32)


def _ring(ring: Any, scale: float) -> list[tuple[float, float]]:
    return [(x * scale - 0.5, y * scale - 0.5) for x, y in np.asarray(ring.coords)]
