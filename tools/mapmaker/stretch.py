"""A stretched window: every longitude has a width and every latitude a height, so crowded parts get room.

Past a seam the west may have heights of its own; between the two longitudes of the seam they pass smoothly
into the heights of the east.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Knots = Sequence[tuple[float, float]]

_DEGREES = np.linspace(-200.0, 200.0, 8001)
_HALVINGS = 40


class Scale:
    """Degrees of one direction to the plane. knots: (degree, length of a degree there), linear between them."""

    def __init__(self, knots: Knots, origin: float) -> None:
        at, length = (np.array(column, dtype=float) for column in zip(*knots, strict=True))
        lengths = np.interp(_DEGREES, at, length)
        steps = (lengths[:-1] + lengths[1:]) / 2 * np.diff(_DEGREES)
        sums = np.concatenate([[0.0], np.cumsum(steps)])
        self._places = sums - np.interp(origin, _DEGREES, sums)

    def to_plane(self, degrees: Array) -> Array:
        """How far degrees lie from the origin."""
        return np.interp(degrees, _DEGREES, self._places)

    def to_degrees(self, places: Array) -> Array:
        """The inverse of `to_plane`."""
        return np.interp(places, self._places, _DEGREES)


class Stretch:
    """A whole window. corner: longitude and latitude of its lower left; far heights start at the lower edge."""

    def __init__(
        self, corner: tuple[float, float], widths: Knots, heights: Knots, far_heights: Knots, seam: tuple[float, float]
    ) -> None:
        self._across = Scale(widths, corner[0])
        self._near = Scale(heights, corner[1])
        self._far = Scale(far_heights, far_heights[0][0]) if far_heights else self._near
        self._seam = seam

    def _share(self, lon: Array) -> Array:
        """Share of the far heights at a longitude, 1 in the west."""
        west, east = self._seam
        t = np.clip((east - lon) / (east - west), 0, 1) if east > west else np.zeros_like(lon)
        return t * t * (3 - 2 * t)

    def _height(self, share: Array, lat: Array) -> Array:
        return self._near.to_plane(lat) * (1 - share) + self._far.to_plane(lat) * share

    def project(self, lon: Array, lat: Array) -> Array:
        """Plane coordinates of points, as rows."""
        return np.column_stack([self._across.to_plane(lon), self._height(self._share(lon), lat)])

    def unproject(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Longitude and latitude of plane coordinates; latitudes are found by halving."""
        lon = self._across.to_degrees(x)
        share = self._share(lon)
        low, high = np.full_like(y, -85.0), np.full_like(y, 85.0)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            under = self._height(share, middle) < y
            low, high = np.where(under, middle, low), np.where(under, high, middle)
        return lon, (low + high) / 2

    def top(self, lat: float) -> float:
        """The height of a latitude in the east, where the window's frame is measured."""
        return float(self._near.to_plane(np.array([lat]))[0])

    def right(self, lon: float) -> float:
        """How far a longitude lies to the right of the corner."""
        return float(self._across.to_plane(np.array([lon]))[0])
