"""`python -m rules board` finds what is wrong with a board's data: boards that somebody has broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.boards.lint import problems
from rules.model.board import Board, load
from rules.model.names import Names

GOOD = load("classic")


def with_place(name: str, **fields: Any) -> Board:
    """The board with one place changed."""
    return replace(GOOD, places={**GOOD.places, name: replace(GOOD.places[name], **fields)})


def with_unit(name: str, **fields: Any) -> Board:
    """The board with one unit changed."""
    return replace(GOOD, units={**GOOD.units, name: replace(GOOD.units[name], **fields)})


def cut_off(names: set[str]) -> Board:
    """The board without the connections of some places to all others."""
    places = {
        name: replace(place, near=tuple(n for n in place.near if (n in names) == (name in names)))
        for name, place in GOOD.places.items()
    }
    return replace(GOOD, places=places)


def without(name: str) -> Names:
    """Names of places, but for one."""
    found = Names()
    for place in GOOD.places.values():
        if place.name != name:
            found.add(place.name, place.aliases)
    return found


def test_a_whole_board_has_nothing() -> None:
    """Nothing is found where nothing is wrong."""
    assert problems(GOOD) == []


BRAZIL = GOOD.places["Brazil"]
ISLES = {"Australia", *(z for z in GOOD.near("Australia"))}


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (with_place("Brazil", near=BRAZIL.near[1:]), f"{BRAZIL.near[0]} and Brazil do not touch each other both ways"),
        (with_place("Brazil", near=(*BRAZIL.near, "Brazil")), "Brazil and Brazil do not touch each other both ways"),
        (cut_off({"Brazil"}), "Brazil touches nothing"),
        (cut_off({"Brazil"}), "the board falls into 2 pieces"),
        (cut_off(ISLES), f"a sea of its own: {', '.join(sorted(z for z in ISLES if GOOD.places[z].is_sea))}"),
        (
            replace(GOOD, place_names=without("Brazil")), "“Brazil” of Brazil means None",
        ),
        (replace(GOOD, setup_facilities={**GOOD.setup_facilities, "Atlantis": ""}), "unknown place Atlantis"),
        (with_place("Brazil", owner="Brazil"), "unknown power Brazil at Brazil"),
        (with_place("Brazil", capital="Brazil"), "Brazil is the capital of the unknown Brazil"),
        (with_place("Brazil", purse="Brazil"), "unknown purse Brazil at Brazil"),
        (with_unit("infantry", domain="space"), "infantry has the domain space"),
        (with_unit("bomber", raids=("castle",)), "bomber raids the unknown castle"),
        (with_unit("infantry", powers=("USSR", "Atlantis")), "infantry is for the unknown Atlantis"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(board: Board, said: str) -> None:
    """Each fault in a sentence of its own."""
    assert said in problems(board)


def test_what_is_right_is_not_told() -> None:
    """Powers that a unit may be of, facilities that a bomber raids, and a purse whose capital a place is."""
    assert problems(with_unit("infantry", powers=("USSR",))) == []
    assert problems(with_unit("bomber", raids=("industrial complex",))) == []
    assert problems(load("global1940")) == []
