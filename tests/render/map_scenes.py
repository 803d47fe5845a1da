"""Scenes for the tests of board pictures: printed set-ups, a turn's changes, a crowd."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from render.position import scene
from render.scene import (
    Arrow,
    Changes,
    FacilityView,
    Loss,
    MarkerView,
    PlaceView,
    Scene,
    Stack,
)
from rules.board import load
from rules.game import Game

LAND = ("infantry", "artillery", "mechanized infantry", "tank", "antiaircraft artillery", "fighter", "strategic bomber")
SEA = ("battleship", "aircraft carrier", "cruiser", "destroyer", "submarine", "transport", "fighter")


@cache
def setup(board: str) -> Scene:
    """The printed set-up."""
    return scene(Game.new(board).view)


def crowded(board: str = "global1940") -> Scene:
    """Far more units than any game has: every second territory and zone is full."""
    start = setup(board)
    powers = load(board).order
    places = dict(start.places)
    for n, (name, view) in enumerate(sorted(places.items())):
        sea = load(board).places[name].is_sea
        if n % 2 or load(board).places[name].impassable:
            continue
        kinds, owner = (SEA, powers[n % len(powers)]) if sea else (LAND, view.owner or powers[0])
        stacks = tuple(Stack(owner, kind, 1 + (n + i) % 9) for i, kind in enumerate(kinds[: 3 + n % 5]))
        guests = (Stack(powers[(n + 3) % len(powers)], "infantry", 2),) if not sea and n % 3 == 0 else ()
        places[name] = replace(view, units=stacks + guests)
    return replace(start, places=places)


def west(scene_: Scene) -> tuple[Scene, Changes]:
    """Germany strikes west in Global 1940: two captures, a sea battle, losses."""
    places = dict(scene_.places)
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
        Arrow(("SZ 118", "SZ 119", "SZ 111"), "Germany", "2 submarines", "attack"),
    )
    lost = (Loss("France", "France", "infantry", 6), Loss("SZ 111", "United Kingdom", "cruiser", 1))
    return replace(scene_, places=places, phase="conduct combat"), Changes(scene_, arrows, lost)
