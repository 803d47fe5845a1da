"""python -m render.map.examples FOLDER: the board pictures shown in docs/pictures.md."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from render.input.position import scene
from render.input.scene import (
    Arrow,
    Changes,
    Difference,
    FacilityView,
    Frame,
    Loss,
    MarkerView,
    Overview,
    PlaceView,
    Replay,
    Request,
    Scene,
    Stack,
    Theatre,
    Whole,
    Zoom,
)
from render.map.draw import picture
from rules.play.game import Game


def setup(board: str) -> Scene:
    """The printed set-up of a board."""
    return scene(Game.new(board).view)


def strike_west(start: Scene) -> tuple[Scene, Changes]:
    """A German turn of Global 1940: France and Yugoslavia fall, a sea battle is on."""
    places = dict(start.places)
    places["France"] = PlaceView(
        "Germany",
        (Stack("Germany", "infantry", 4), Stack("Germany", "tank", 3, tags=("elite",))),
        (FacilityView("major industrial complex", 4), FacilityView("air base", 2)),
    )
    places["Yugoslavia"] = PlaceView("Germany", (Stack("Germany", "infantry", 3),))
    places["SZ 111"] = PlaceView(
        None,
        (
            Stack("Germany", "submarine", 2),
            Stack("United Kingdom", "battleship", 1, damaged=1),
            Stack("United Kingdom", "transport", 1, cargo="2 infantry"),
        ),
        markers=(MarkerView("sea mine", "United Kingdom", 2),),
        battle=True,
    )
    arrows = (
        Arrow(("Western Germany", "Holland/Belgium", "France"), "Germany", "3 infantry, 3 tanks", "attack"),
        Arrow(("Germany", "Western Germany", "France"), "Germany", "2 tactical bombers", "air"),
        Arrow(("Greater Southern Germany", "Yugoslavia"), "Germany", "5 infantry", "attack"),
        Arrow(("SZ 118", "SZ 119", "SZ 111"), "Germany", "2 submarines", "attack"),
    )
    lost = (
        Loss("France", "France", "infantry", 6),
        Loss("France", "France", "tank", 1),
        Loss("Yugoslavia", "Germany", "infantry", 2),
        Loss("SZ 111", "United Kingdom", "cruiser", 1),
    )
    return replace(start, places=places, phase="conduct combat"), Changes(start, arrows, lost)


def besieged(start: Scene) -> Scene:
    """Ukraine with guests, damage, cargo and markers: everything that a counter can carry."""
    places = dict(start.places)
    places["Ukraine"] = PlaceView(
        "Soviet Union",
        (
            Stack("Soviet Union", "infantry", 12, tags=("elite",)),
            Stack("Soviet Union", "tank", 3),
            Stack("United Kingdom", "fighter", 2),
            Stack("United States", "strategic bomber", 1),
        ),
        (FacilityView("minor industrial complex", 5), FacilityView("air base", 3)),
        (MarkerView("landmine", "Soviet Union", 3, toward="Bessarabia"),),
    )
    places["Bessarabia"] = PlaceView("Germany", (Stack("Germany", "infantry", 5), Stack("Germany", "tank", 4)))
    places["SZ 100"] = PlaceView(
        None,
        (
            Stack("Soviet Union", "battleship", 2, damaged=1),
            Stack("Soviet Union", "transport", 3, cargo="4 infantry, 2 tanks"),
            Stack("Italy", "submarine", 2),
        ),
        battle=True,
    )
    return replace(start, places=places)


def requests() -> dict[str, Request]:
    """The pictures of the docs by file name."""
    classic, world = setup("classic"), setup("global1940")
    after, changes = strike_west(world)
    steps = (
        Frame(after, "France falls", changes.arrows[:2], changes.losses[:2]),
        Frame(after, "Into the Balkans and the North Sea", changes.arrows[2:], changes.losses[2:]),
    )
    return {
        "map-classic": Request(classic, Whole(), width=1800),
        "map-classic-overview": Request(classic, Overview()),
        "map-classic-europe": Request(classic, Theatre("Europe")),
        "map-global": Request(world, Whole(), width=2400),
        "map-global-overview": Request(world, Overview()),
        "map-western-europe": Request(world, Theatre("Western Europe")),
        "map-global-pacific": Request(world, Theatre("Japan")),
        "map-zoom": Request(besieged(world), Zoom("Ukraine")),
        "map-difference": Request(after, Difference(changes)),
        "map-replay": Request(world, Replay(steps, focus="Western Europe"), format="webp", width=800),
    }


def main(folder: Path) -> None:
    """Draw and write all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, request in requests().items():
        drawn = picture(request)
        (folder / f"{name}.{drawn.format}").write_bytes(drawn.data)
        print(f"{name}: {drawn.width}x{drawn.height}, {len(drawn.data) // 1024} KB; {drawn.alt[:90]}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
