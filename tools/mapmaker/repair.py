"""Small repairs of the sea zones on the raster.

Where two zones touch on a short line though the rules deny it, the zones at the ends of the line are led
to its middle: they meet there (if they may), or all four meet in a point, which counts as no contact.
Where a zone touches a short stretch of a coast it must not touch, the stretch goes to a zone that may.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from tools.mapmaker.rasters import Labels
from tools.mapmaker.table import VOID, Table
from tools.mapmaker.waters import Waters

Bools = NDArray[np.bool_]
Array = NDArray[np.float64]
_LONGEST = 75
"""Longest contact in cells that is mended; a longer one needs other seeds."""
_RIM = 6.0


def repair(table: Table, zones: Waters, land: Labels, land_names: Sequence[str]) -> Waters:
    """The zones with short denied contacts mended."""
    mender = _Mender(table, zones, land, land_names)
    for _ in range(3):
        mender.coasts()
        mender.borders()
    return Waters(zones.names, mender.labels)


class _Mender:
    def __init__(self, table: Table, zones: Waters, land: Labels, land_names: Sequence[str]) -> None:
        self.table, self.names, self.land, self.land_names = table, zones.names, land, land_names
        self.labels = zones.labels.copy()
        _, (y, x) = distance_transform_edt(land == 0, return_indices=True)
        self.shore = land[y, x]

    def allowed(self, a: int, b: int) -> bool:
        """Whether two zones (labels) may touch."""
        first, second = self.names[a - 1], self.names[b - 1]
        return VOID in (first, second) or second in self.table.touching(first)

    # --- zone and zone -----------------------------------------------------------------------------

    def borders(self) -> None:
        """Mend short contacts between zones."""
        for a, b in sorted(_pairs(self.labels)):
            if a and not self.allowed(a, b):
                spots = _contact(self.labels == a, self.labels == b)
                if 1 < len(spots) <= _LONGEST:
                    self._pinch(a, b, spots)

    def _pinch(self, a: int, b: int, spots: Array) -> None:
        """Lead the neighbours at both ends of a contact to its middle."""
        middle = spots.mean(axis=0)
        far = spots[np.argmax(((spots - middle) ** 2).sum(axis=1))]
        other = spots[np.argmax(((spots - far) ** 2).sum(axis=1))]
        left, right = self._beyond(far, a, b), self._beyond(other, a, b)
        if left and right:
            reach = 1.25 if left != right and self.allowed(left, right) else 0.96
            self._wedge(left, far, middle, reach, a, b)
            self._wedge(right, other, middle, reach, a, b)
        elif left or right:
            start, end = (far, other) if left else (other, far)
            self._wedge(left or right, start, end, 1.05, a, b)

    def _beyond(self, end: Array, a: int, b: int) -> int:
        """The zone that lies beyond the end of a contact, 0 if there is only land."""
        x, y = end.astype(int)
        window = self.labels[max(0, y - 5) : y + 6, max(0, x - 5) : x + 6]
        found = [int(v) for v in np.unique(window) if v not in (0, a, b)]
        return max(found, key=lambda v: int((window == v).sum()), default=0)

    def _wedge(self, zone: int, start: Array, tip: Array, reach: float, a: int, b: int) -> None:
        """Give a zone a pointed tongue from a start towards a tip, out of two zones."""
        way = tip - start
        length = float(np.hypot(*way))
        if length < 1:
            return
        along = way / length
        begin = start - along * 6
        total = length * reach + 6
        wide = max(3.0, length * 0.5)
        pad = int(total + wide + 3)
        x0, y0 = np.maximum(start.astype(int) - pad, 0)
        rows, columns = np.mgrid[y0 : y0 + 2 * pad + 1, x0 : x0 + 2 * pad + 1]
        window = self.labels[y0 : y0 + 2 * pad + 1, x0 : x0 + 2 * pad + 1]
        rows, columns = rows[: window.shape[0], : window.shape[1]], columns[: window.shape[0], : window.shape[1]]
        dx, dy = columns + 0.5 - begin[0], rows + 0.5 - begin[1]
        forth = dx * along[0] + dy * along[1]
        aside = np.abs(dy * along[0] - dx * along[1])
        inside = (forth > 0) & (forth < total) & (aside <= wide * (1 - forth / total) + 0.6)
        window[inside & np.isin(window, (a, b))] = zone

    # --- zone and coast ----------------------------------------------------------------------------

    def coasts(self) -> None:
        """Mend short contacts between zones and coasts."""
        for zone, name in enumerate(self.names, start=1):
            if name == VOID:
                continue
            mine = self.labels == zone
            touching = self.table.touching(name)
            for code in np.unique(self.land[_grown(mine) & (self.land > 0)]):
                place = self.land_names[code - 1]
                if place in touching or place.startswith("~") or place in self.table.impassable:
                    continue
                spots = _contact(mine, self.land == code)
                if len(spots) <= _LONGEST:
                    self._give_coast(zone, int(code), spots)

    def _give_coast(self, zone: int, code: int, spots: Array) -> None:
        """Give the water along a stretch of coast to the nearest zone that may touch it."""
        place = self.land_names[code - 1]
        may = [n for n, name in enumerate(self.names, start=1) if name in self.table.touching(place)]
        x0, y0 = np.maximum(spots.min(axis=0).astype(int) - 40, 0)
        x1, y1 = spots.max(axis=0).astype(int) + 40
        window = self.labels[y0:y1, x0:x1]
        if not np.isin(window, may).any():
            return
        away = np.ones(window.shape, dtype=bool)
        columns = np.clip(spots[:, 0].astype(int) - x0, 0, window.shape[1] - 1)
        rows = np.clip(spots[:, 1].astype(int) - y0, 0, window.shape[0] - 1)
        away[rows, columns] = False
        near = distance_transform_edt(away) <= _RIM
        _, (y, x) = distance_transform_edt(~np.isin(window, may), return_indices=True)
        change = near & (window == zone) & (self.shore[y0:y1, x0:x1] == code)
        window[change] = window[y, x][change]


def _pairs(labels: Labels) -> set[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    for p, q in ((labels[:-1], labels[1:]), (labels[:, :-1], labels[:, 1:])):
        differ = (p != q) & (p > 0) & (q > 0)
        codes = np.unique(np.minimum(p, q)[differ].astype(np.int64) * 100000 + np.maximum(p, q)[differ])
        found |= {divmod(int(c), 100000) for c in codes}  # type: ignore[misc]
    return found


def _contact(a: Bools, b: Bools) -> Array:
    """The middles (x, y) of the cell edges between two masks."""
    spots: list[tuple[float, float]] = []
    down = (a[:-1] & b[1:]) | (b[:-1] & a[1:])
    spots += [(x + 0.5, y + 1.0) for y, x in zip(*np.nonzero(down))]
    right = (a[:, :-1] & b[:, 1:]) | (b[:, :-1] & a[:, 1:])
    spots += [(x + 1.0, y + 0.5) for y, x in zip(*np.nonzero(right))]
    return np.array(spots, dtype=float).reshape(-1, 2)


def _grown(mask: Bools) -> Bools:
    grown = mask.copy()
    grown[1:] |= mask[:-1]
    grown[:-1] |= mask[1:]
    grown[:, 1:] |= mask[:, :-1]
    grown[:, :-1] |= mask[:, 1:]
    return grown
