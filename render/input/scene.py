"""What a picture shows: a plain description of a position, and the ways to look at it.

A `Scene` knows nothing of the engine. `render/input/position.py` makes one from a game; tests and demos make
theirs by hand. All values are immutable, so a scene can be hashed, cached and sent to another process.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

NEUTRAL = "neutral"
"""Owner of standing armies of neutrals, and the key of their colour."""


@dataclass(frozen=True, slots=True)
class Stack:
    """Equal units of one owner in one place: one counter of the picture.

    count: how many, of which `damaged` have taken a hit, or `hits` each. cargo: what they carry, as text ("2 infantry").
    tags: lasting marks worth showing ("elite", "one way", ...).
    """

    owner: str
    type: str
    count: int = 1
    damaged: int = 0
    cargo: str = ""
    tags: tuple[str, ...] = ()
    hits: int = 1


@dataclass(frozen=True, slots=True)
class FacilityView:
    """A complex or base: its kind as in the board's data, damage in points, marks of rules."""

    kind: str
    damage: int = 0
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkerView:
    """A marker that is no unit: mines, hedgehogs, cells. toward: the neighbour whose border it guards."""

    kind: str
    owner: str = ""
    count: int = 1
    toward: str = ""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One territory or sea zone. owner: controlling power, None for nobody. neutral: the class of a territory
    without owner, "" as printed. battle: fought over now. value: what it is worth, None for what is printed."""

    owner: str | None = None
    units: tuple[Stack, ...] = ()
    facilities: tuple[FacilityView, ...] = ()
    markers: tuple[MarkerView, ...] = ()
    battle: bool = False
    neutral: str = ""
    value: int | None = None


@dataclass(frozen=True, slots=True)
class PowerView:
    """A power in the strip under the map: money in hand and what it earns as things stand, in IPC, treasury by treasury."""

    name: str
    side: str = ""
    money: tuple[int, ...] = ()
    income: tuple[int, ...] = ()
    out: bool = False


@dataclass(frozen=True)
class Scene:
    """A position to draw. Places that are left out are drawn empty with their printed owner.

    board: id of the board. title: headline of the strip; subtitle: smaller, under it. round_name: the
    half-year of the timetable. power and phase: whose turn and what it does.
    """

    board: str
    places: Mapping[str, PlaceView]
    round: int = 0
    round_name: str = ""
    power: str = ""
    phase: str = ""
    title: str = ""
    subtitle: str = ""
    powers: tuple[PowerView, ...] = ()

    def at(self, place: str) -> PlaceView:
        """The view of a place (an empty one if nothing is known of it)."""
        return self.places.get(place, _EMPTY)


_EMPTY = PlaceView()


@dataclass(frozen=True, slots=True)
class Arrow:
    """A movement of the turn. path: places in order. what: short text ("3 infantry, 1 tank").

    kind: "move" | "attack" | "air" | "retreat".
    """

    path: tuple[str, ...]
    owner: str
    what: str = ""
    kind: str = "move"


@dataclass(frozen=True, slots=True)
class Loss:
    """Units of one owner and type that were removed in a place."""

    place: str
    owner: str
    type: str
    count: int


@dataclass(frozen=True)
class Changes:
    """What happened between an earlier scene and this one. Captures follow from the two scenes."""

    before: Scene
    arrows: tuple[Arrow, ...] = ()
    losses: tuple[Loss, ...] = ()


@dataclass(frozen=True, slots=True)
class Whole:
    """The whole board with every counter; for a big screen."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The whole board small: who owns what, capitals and victory cities, fronts. since: what changed hands after this
    earlier scene is hatched."""

    since: Scene | None = None


@dataclass(frozen=True, slots=True)
class Theatre:
    """One of the board's fixed sections, by name (see `render.map.atlas.Atlas.theatres`)."""

    name: str


@dataclass(frozen=True, slots=True)
class Zoom:
    """A place and its neighbours. steps: how many steps of neighbours are to be seen in full."""

    place: str
    steps: int = 1


@dataclass(frozen=True)
class Difference:
    """What changed since an earlier scene. focus: a theatre, "whole", or "" for the area of the changes. near: a place
    around which alone it is shown, instead."""

    changes: Changes
    focus: str = ""
    near: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of a replay: the position after it, what moved, and a caption."""

    scene: Scene
    caption: str = ""
    arrows: tuple[Arrow, ...] = ()
    losses: tuple[Loss, ...] = ()


@dataclass(frozen=True)
class Replay:
    """A turn as an animated picture. The scene drawn first is the position before the first frame.

    focus: as in `Difference`. hold: seconds each frame is shown.
    """

    frames: tuple[Frame, ...]
    focus: str = ""
    hold: float = 1.8


View = Whole | Overview | Theatre | Zoom | Difference | Replay


@dataclass(frozen=True)
class Request:
    """An order for one picture.

    anchor: an earlier scene of the same series (the start of the turn); counters that were in it keep
    their places. format: "webp", "png" or "" for what suits the view. width: pixels, 0 for the view's own.
    """

    scene: Scene
    view: View = field(default_factory=Whole)
    anchor: Scene | None = None
    format: str = ""
    width: int = 0


@dataclass(frozen=True)
class Picture:
    """A finished picture: encoded bytes, their format, size in pixels and alt text."""

    data: bytes
    format: str
    width: int
    height: int
    alt: str

    @property
    def filename(self) -> str:
        """A file name for an upload."""
        return f"map.{self.format}"
