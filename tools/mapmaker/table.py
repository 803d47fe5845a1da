"""A board as a table: which provinces make a territory, where the sea zones lie, how much room each gets."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.model import board as rules_board
from tools.mapmaker.stretch import Stretch

VOID = "~void"
"""The region of waters that are in no game (polar seas)."""

HERE = Path(__file__).parent / "boards"
Point = tuple[float, float]


@dataclass(frozen=True)
class Window:
    """The part of the world that is drawn, in degrees, and the bend of its left and right edge.

    The edge runs along `left` up to latitude `bend_lat`, then slides by `bend_shift` degrees to the west
    within `bend_width` degrees of latitude (so that the cut can follow a border).

    With `widths` and `heights` (degree, length of a degree there) the window is stretched (stretch.py); west of
    the `seam`, two longitudes, `far_heights` hold. Such a window has no bend.
    """

    left: float
    right: float
    bottom: float
    top: float
    bend_lat: float = 0.0
    bend_width: float = 5.0
    bend_shift: float = 0.0
    widths: tuple[Point, ...] = ()
    heights: tuple[Point, ...] = ()
    far_heights: tuple[Point, ...] = ()
    seam: Point = (0.0, 0.0)

    @functools.cached_property
    def stretch(self) -> Stretch | None:
        """How the window is stretched, None if it is not."""
        if not self.widths:
            return None
        return Stretch((self.left, self.bottom), self.widths, self.heights, self.far_heights, self.seam)


@dataclass(frozen=True)
class Weights:
    """How much room regions get in the cartogram (see cartogram.py): floors in pixels, factors by name."""

    land_floor: float
    sea_floor: float
    land: Mapping[str, float]
    sea: Mapping[str, float]


@dataclass(frozen=True)
class Table:
    """Everything the build needs to know of one board. Regions that start with `~` are no places."""

    board: str
    window: Window
    land: Mapping[str, str]
    split: Mapping[tuple[str, str], tuple[tuple[str, float, float], ...]]
    sea: Mapping[str, tuple[Point, ...]]
    void: tuple[Point, ...]
    weights: Weights
    enlarge: Mapping[str, float]
    channels: tuple[tuple[float, tuple[Point, ...]], ...]
    theatres: Mapping[str, Mapping[str, Any]]
    far_side: frozenset[str]
    clip: Mapping[str, tuple[float, float, float, float]]
    leave_out: frozenset[str]
    keep_islets: frozenset[str]
    short: Mapping[str, str]
    connections: frozenset[frozenset[str]] = field(repr=False)
    canals: tuple[tuple[str, tuple[str, str], tuple[str, ...]], ...] = ()
    impassable: frozenset[str] = frozenset()

    def touching(self, name: str) -> frozenset[str]:
        """The neighbours of a place by the rules."""
        return frozenset(n for pair in self.connections if name in pair for n in pair if n != name)


def _points(rows: Any) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in rows)


def _window(data: dict[str, Any]) -> Window:
    lists = {key: _points(data.pop(key)) for key in ("widths", "heights", "far_heights") if key in data}
    seam = _points([data.pop("seam")])[0] if "seam" in data else (0.0, 0.0)
    return Window(**data, **lists, seam=seam)


def _split_key(text: str) -> tuple[str, str]:
    country, _, province = text.partition(":")
    return country, province


def load(board: str) -> Table:
    """Read boards/BOARD.toml and the connections of the rules; raises if the places differ."""
    data = tomllib.loads((HERE / f"{board}.toml").read_text("utf-8"))
    rules = rules_board.load(board)
    missing = set(rules.places) ^ {n for n in (*data["land"], *data["sea"]) if not n.startswith("~")}
    if missing:
        raise ValueError(f"places that only the rules or only the table know: {sorted(missing)}")
    room = data["room"]
    return Table(
        board=board,
        window=_window(data["window"]),
        land=data["land"],
        split={_split_key(k): tuple((n, float(x), float(y)) for n, x, y in v) for k, v in data["split"].items()},
        sea={name: _points(seeds) for name, seeds in data["sea"].items()},
        void=_points(data["void"]),
        weights=Weights(room["land_floor"], room["sea_floor"], room["land"], room["sea"]),
        enlarge=data.get("enlarge", {}),
        channels=tuple((c["width"], _points(c["line"])) for c in data.get("channel", ())),
        theatres=data["theatres"],
        far_side=frozenset(data.get("far_side", ())),
        clip={k: tuple(v) for k, v in data.get("clip", {}).items()},
        leave_out=frozenset(data.get("leave_out", ())),
        keep_islets=frozenset(data.get("keep_islets", ())),
        short=data.get("short", {}),
        connections=frozenset(frozenset((p.name, n)) for p in rules.places.values() for n in p.near),
        canals=tuple((c.name, (min(c.zones), max(c.zones)), c.needs) for c in rules.canals),
        impassable=frozenset(p.name for p in rules.places.values() if p.impassable),
    )
