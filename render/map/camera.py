"""Which part of the board a picture shows, and at what scale."""

from __future__ import annotations

from dataclasses import dataclass

from render.map.shapes import Atlas, Box, Spot


@dataclass(frozen=True)
class Camera:
    """A window on the atlas. box: in grid units. width, height: pixels. ui: size of text and counters,
    1.0 is a counter of 50 pixels."""

    board: str
    box: Box
    width: int
    height: int
    ui: float

    @property
    def scale(self) -> float:
        """Pixels a grid unit."""
        return self.width / (self.box[2] - self.box[0])

    def spot(self, point: tuple[float, float]) -> tuple[float, float]:
        """Pixel coordinates of a point of the grid."""
        k = self.scale
        return (point[0] - self.box[0]) * k, (point[1] - self.box[1]) * k

    def line(self, points: tuple[Spot, ...], factor: float = 1.0) -> list[tuple[float, float]]:
        """Pixel coordinates of several points, times a factor (for supersampling)."""
        k = self.scale * factor
        x0, y0 = self.box[0], self.box[1]
        return [((x - x0) * k, (y - y0) * k) for x, y in points]

    def sees(self, box: Box) -> bool:
        """Whether any of a box of the grid lies in the window."""
        return box[0] < self.box[2] and box[2] > self.box[0] and box[1] < self.box[3] and box[3] > self.box[1]

    def shows(self, point: tuple[float, float], margin: float = 0.0) -> bool:
        """Whether a point of the grid lies in the window, `margin` pixels inside it."""
        x, y = self.spot(point)
        return margin <= x <= self.width - margin and margin <= y <= self.height - margin

    def pixels(self, value: float) -> int:
        """A length in pixels at ui 1.0, at this camera's size; at least 1."""
        return max(1, round(value * self.ui))


def whole(atlas: Atlas, width: int, ui: float) -> Camera:
    """The whole board."""
    return Camera(atlas.board, (0, 0, atlas.width, atlas.height), width, round(width * atlas.height / atlas.width), ui)


def around(atlas: Atlas, box: Box, width: int, height: int, ui: float, margin: float = 0.05) -> Camera:
    """A window of fixed size in pixels that holds a box, moved inside the board."""
    x0, y0, x1, y1 = box
    pad = margin * max(x1 - x0, y1 - y0)
    wide, high = x1 - x0 + 2 * pad, y1 - y0 + 2 * pad
    aspect = width / height
    wide, high = max(wide, high * aspect), max(high, wide / aspect)
    if high > atlas.height:
        wide, high = atlas.height * aspect, float(atlas.height)
    if wide > atlas.width:
        wide, high = float(atlas.width), atlas.width / aspect
    left = min(max((x0 + x1 - wide) / 2, 0), atlas.width - wide)
    top = min(max((y0 + y1 - high) / 2, 0), atlas.height - high)
    return Camera(atlas.board, (round(left), round(top), round(left + wide), round(top + high)), width, height, ui)
