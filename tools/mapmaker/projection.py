"""From longitude and latitude to the plane: Miller's projection with bent side edges, or a stretched window."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.table import Window

Array = NDArray[np.float64]
_FADE = 24.0


def miller(lat: Array) -> Array:
    """Miller's ordinate of a latitude, both in degrees."""
    return np.degrees(1.25 * np.log(np.tan(np.pi / 4 + 0.4 * np.radians(lat))))


def unmiller(y: Array) -> Array:
    """The latitude of a Miller ordinate, both in degrees."""
    return np.degrees((np.arctan(np.exp(np.radians(y) / 1.25)) - np.pi / 4) / 0.4)


def bend(window: Window, lat: Array) -> Array:
    """How far the edge has slid to the west at a latitude, in degrees."""
    t = np.clip((lat - window.bend_lat) / window.bend_width, 0, 1)
    return window.bend_shift * t * t * (3 - 2 * t)


def project(window: Window, xy: Array) -> Array:
    """Plane coordinates of points (lon, lat); longitudes run on across 180 up to the window's right."""
    lon, lat = xy[:, 0], np.clip(xy[:, 1], -85, 85)
    if window.stretch:
        return window.stretch.project(lon, lat)
    shift = bend(window, lat)
    middle = (window.left + window.right) / 2
    from_left = np.clip(lon - (window.left - shift), 0, None)
    from_right = np.clip((window.right - shift) - lon, 0, None)
    x = lon + shift * np.exp(-np.where(lon < middle, from_left, from_right) / _FADE)
    return np.column_stack([x, miller(lat)])


def unproject(window: Window, x: Array, y: Array) -> tuple[Array, Array]:
    """Longitude and latitude of plane coordinates (arrays of one shape)."""
    if window.stretch:
        return window.stretch.unproject(x, y)
    lat = unmiller(y)
    shift = bend(window, lat)
    middle = (window.left + window.right) / 2
    lon = x.copy()
    for _ in range(40):
        from_left = np.clip(lon - (window.left - shift), 0, None)
        from_right = np.clip((window.right - shift) - lon, 0, None)
        lon = x - shift * np.exp(-np.where(x < middle, from_left, from_right) / _FADE)
    return lon, lat


def frame(window: Window) -> tuple[float, float, float, float]:
    """The window in plane coordinates: left, bottom, right, top."""
    if window.stretch:
        return 0.0, 0.0, window.stretch.right(window.right), window.stretch.top(window.top)
    bottom, top = miller(np.array([window.bottom, window.top], dtype=float))
    return window.left, float(bottom), window.right, float(top)
