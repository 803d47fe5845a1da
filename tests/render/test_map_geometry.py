"""The geometry of the boards: complete, and honest about what touches what."""

from __future__ import annotations

import functools

import pytest

from render.input.scene import Scene, Theatre
from render.map import views
from render.map.atlas import FOLDER, atlas, relief
from render.map.names import short_name, zone_name
from rules.model.board import BOARDS, load
from tools import mapcheck


def _known(board: str) -> bool:
    try:
        load(board)
    except KeyError:
        return False
    return True


MAPPED = [b for b in sorted(f.name.removesuffix(".map.json.gz") for f in FOLDER.glob("*.map.json.gz")) if _known(b)]
"""Boards that have a map; one may be drawn before its board is offered."""

report = functools.cache(mapcheck.report)


def test_every_board_that_is_offered_has_a_map() -> None:
    for board in BOARDS:
        assert set(atlas(board).land) | set(atlas(board).sea) == set(load(board).places)


@pytest.mark.parametrize("board", MAPPED)
def test_geometry_has_exactly_the_places_of_the_rules(board: str) -> None:
    plan, rules = atlas(board), load(board)
    assert set(plan.land) == {p.name for p in rules.places.values() if p.is_land}
    assert set(plan.sea) == {p.name for p in rules.places.values() if p.is_sea}
    assert all(r.polygons and r.radius > 0 for r in (*plan.land.values(), *plan.sea.values()))


@pytest.mark.parametrize("board", MAPPED)
def test_every_name_on_the_map_is_one_for_orders(board: str) -> None:
    plan, rules = atlas(board), load(board)
    printed = {place: short_name(plan, place) for place in plan.land}
    assert {place: text for place, text in printed.items() if rules.place_names.find(text) != place} == {}
    assert [z for z in plan.sea if not rules.place_names.find(zone_name(plan, z))] == []


@pytest.mark.parametrize("board", MAPPED)
def test_nothing_drawn_misleads(board: str) -> None:
    assert report(board).unexplained == []


@pytest.mark.parametrize("board", MAPPED)
def test_few_marks_are_needed(board: str) -> None:
    plan = atlas(board)
    assert len([link for link in plan.links if not link.canal]) <= 4
    assert len(plan.barriers) <= 6


@pytest.mark.parametrize("board", MAPPED)
def test_every_canal_is_drawn_or_its_zones_touch(board: str) -> None:
    rules, missing = load(board), report(board).missing
    for canal in rules.canals:
        first, second = sorted(canal.zones)
        assert second in rules.near(first)
        assert missing.get((first, second), "canal: they touch").startswith("canal: "), canal.name


@pytest.mark.parametrize("board", MAPPED)
def test_edges_come_in_pairs(board: str) -> None:
    edges = {(e.place, e.beyond): e.side for e in atlas(board).edges}
    assert edges or atlas(board).outside  # a part of a map has none where it is cut
    for (here, beyond), side in edges.items():
        assert edges[beyond, here] == {"left": "right", "right": "left", "bottom": "bottom"}[side]


@pytest.mark.parametrize("board", MAPPED)
def test_relief_fits_the_board(board: str) -> None:
    plan, picture = atlas(board), relief(board)
    assert abs(picture.height / picture.width - plan.height / plan.width) < 0.002


@pytest.mark.parametrize("board", MAPPED)
def test_theatres_together_show_every_place(board: str) -> None:
    plan = atlas(board)
    cameras = [views.look(plan, Theatre(name), Scene(board, {})).camera for name in plan.theatres]
    hidden = [r.name for r in plan.land.values() if not any(c.shows(r.centre) for c in cameras)]
    assert hidden == []
