"""python -m render.map.examples FOLDER: the board pictures shown in docs/pictures.md."""

from __future__ import annotations

import functools
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


def atlantic_wall(start: Scene) -> Scene:
    """France of 1943 with every sign of its house rules: guarded coasts, armies, hits, grown complexes."""
    germany = functools.partial(Stack, "Germany")
    guards = {
        "Normandy": (MarkerView("hedgehog", "Germany", 6, "SZ 7"), MarkerView("landmine", "Germany", 4, "SZ 7")),
        "Brittany": (MarkerView("hedgehog", "Germany", 3, "SZ 25"),),
        "Paris": (MarkerView("landmine", "Germany", 10, "Vichy"), MarkerView("railroad", "United Kingdom")),
    }
    added = {
        "Normandy": (germany("heavy bunker"), germany("light bunker", 2), germany("fortification", 2)),
        "Brittany": (germany("tiger i", 3, damaged=3),),
        "Paris": (
            germany("panzer general", tags=("panzer army",)),
            germany("tank", 5, tags=("panzer army",)),
            germany("king tiger", 2, damaged=2, hits=2),
        ),
        "Lorraine": (germany("tank", 3, tags=("waffen-ss army 2",)),),
        "SZ 7": (germany("super heavy battleship", 1, damaged=1, hits=4),),
    }
    places = dict(start.places)
    for name in {*guards, *added}:
        view = places[name]
        units = (*view.units, *added.get(name, ()))
        places[name] = replace(view, units=units, markers=(*view.markers, *guards.get(name, ())))
    grown = FacilityView("major industrial complex", 3, ("underground", "+2 industry"))
    places["Paris"] = replace(places["Paris"], facilities=(grown,))
    return replace(start, places=places)


def requests() -> dict[str, Request]:
    """The pictures of the docs by file name."""
    classic, world, europe = setup("classic"), setup("global1940"), setup("europe1943")
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
        "map-europe1943": Request(europe, Whole(), width=2000),
        "map-europe1943-overview": Request(europe, Overview()),
        "map-europe1943-germany": Request(europe, Theatre("Germany and Poland")),
        "map-europe1943-france": Request(atlantic_wall(europe), Theatre("France")),
        **{
            f"map-{board}": Request(setup(board), Whole(), width=1600)
            for board in ("anniversary", "edition1942", "revised")
        },
        "map-path-to-victory": Request(setup("path_to_victory"), Whole(), width=2000),
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
