"""Scenes for the tests of board pictures: printed set-ups and a crowd."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from render.input.scene import Scene, Stack
from render.map import examples as map_examples
from rules.model.board import load

LAND = ("infantry", "artillery", "mechanized infantry", "tank", "antiaircraft artillery", "fighter", "strategic bomber")
SEA = ("battleship", "aircraft carrier", "cruiser", "destroyer", "submarine", "transport", "fighter")


@cache
def setup(board: str) -> Scene:
    """The printed set-up."""
    return map_examples.setup(board)


@cache
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
