"""Counters: all shown, none on another, and at the same spot from picture to picture."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import replace

import pytest
from PIL import Image

from render.input.scene import MarkerView, PlaceView, Scene, Stack, Theatre, View, Whole
from render.map import cache, encode, paint, views
from render.map import draw as board_map
from render.map.atlas import atlas
from render.map.base import Base
from render.map.layout import Layout, items, plan
from render.map.room import Block
from tests.render import map_scenes

BOARD = "global1940"
VIEWS = (Whole(), Theatre("Western Europe"), Theatre("Japan"))


def _base(scene: Scene, view: View) -> Base:
    return cache.base(views.look(atlas(scene.board), view, scene))


@functools.cache
def _crowd(view: View) -> tuple[Base, Layout]:
    """The crowd in a view, laid out."""
    base = _base(map_scenes.crowded(), view)
    return base, plan(base, map_scenes.crowded())


def _blocks(layout: Layout) -> list[Block]:
    outside = [p.block for p in layout.counters if not any(p.place == c.place for c in layout.call_outs)]
    return [*outside, *(c.block for c in layout.call_outs), *(block for _, _, block in layout.totals)]


def _overlaps(blocks: Iterable[Block]) -> list[tuple[Block, Block]]:
    """Pairs of blocks that share a cell, found by the cells themselves."""
    owner: dict[tuple[int, int], Block] = {}
    found = []
    for block in blocks:
        for x in range(block.x, block.x + block.width):
            for y in range(block.y, block.y + block.height):
                if (x, y) in owner:
                    found.append((owner[x, y], block))
                owner[x, y] = block
    return found


def _count(scene: Scene) -> int:
    return sum(s.count for view in scene.places.values() for s in view.units)


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_a_crowd_never_overlaps(view: View) -> None:
    assert _count(map_scenes.crowded()) > 3000
    _, layout = _crowd(view)
    assert _overlaps(_blocks(layout)) == []
    within = [p for p in layout.counters if p.place in {c.place for c in layout.call_outs}]
    for call in layout.call_outs:
        mine = [p.block for p in within if p.place == call.place]
        assert _overlaps(mine) == []
        for block in mine:
            assert call.block.x <= block.x and block.x + block.width <= call.block.x + call.block.width
            assert call.block.y <= block.y and block.y + block.height <= call.block.y + call.block.height


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_counters_keep_off_names(view: View) -> None:
    base, layout = _crowd(view)
    assert all(base.room.free(block) for block in _blocks(layout))


def test_every_unit_of_the_whole_board_is_shown_or_counted() -> None:
    scene, (_, layout) = map_scenes.crowded(), _crowd(Whole())
    shown = {(p.place, p.item) for p in layout.counters}
    totals = {place: count for place, count, _ in layout.totals}
    for name, view in scene.places.items():
        for item in items(view):
            assert (name, item) in shown or name in totals, name
    for place, count in totals.items():
        assert count == sum(t.count if isinstance(t, Stack) else 1 for t in items(scene.at(place)))


def test_the_set_up_needs_few_call_outs() -> None:
    scene = map_scenes.setup(BOARD)
    layout = plan(_base(scene, Whole()), scene)
    assert len(layout.call_outs) <= 10
    assert layout.totals == []


def _without(scene: Scene, place: str, kind: str) -> Scene:
    view = scene.at(place)
    kept = tuple(s for s in view.units if s.type != kind)
    return replace(scene, places={**scene.places, place: replace(view, units=kept)})


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_counters_stay_where_they_were(view: View) -> None:
    first = map_scenes.setup(BOARD)
    base = _base(first, view)
    earlier = plan(base, first)
    later = plan(base, _without(first, "Germany", "infantry"), earlier)
    was = earlier.blocks()
    moved = [key for key, placed in later.blocks().items() if was[key].block != placed.block]
    assert moved == []


def test_other_places_do_not_move_when_one_fills_up() -> None:
    first = map_scenes.setup(BOARD)
    base = _base(first, Whole())
    full = PlaceView("Soviet Union", tuple(Stack("Soviet Union", kind, 5) for kind in map_scenes.LAND))
    second = replace(first, places={**first.places, "Ukraine": full})
    was = plan(base, first).blocks()
    now = plan(base, second).blocks()
    called = {c.place for c in plan(base, first).call_outs}
    moved = [k for k, p in now.items() if k in was and k[0] not in called | {"Ukraine"} and was[k].block != p.block]
    assert moved == []


def test_markers_stand_at_the_border_they_guard() -> None:
    first = map_scenes.setup(BOARD)
    mines = (MarkerView("landmine", "Soviet Union", 3, toward="Poland"), MarkerView("hedgehog", "Soviet Union", 1))
    place = replace(first.at("Eastern Poland"), markers=mines)
    scene = replace(first, places={**first.places, "Eastern Poland": place})
    base = _base(scene, Theatre("Eastern Front"))
    layout = plan(base, scene)
    shown = {p.item: p for p in layout.counters if p.place == "Eastern Poland"}
    assert set(mines) <= set(shown)
    x = base.room.centre(shown[mines[0]].block)[0]
    left, right = base.names.anchors["Poland"][0], base.names.anchors["Eastern Poland"][0]
    assert left < x < right
    assert _overlaps(_blocks(layout)) == []


def test_red_numbers_are_explained_where_there_are_some() -> None:
    for view in VIEWS:
        base, layout = _crowd(view)
        for totals in ([], [("Germany", 7, Block(0, 0, 4, 3))]):
            picture = Image.new("RGB", (base.camera.width, base.camera.height))
            shown = replace(layout, totals=totals)
            paint.legend(picture, base, shown, paint.room_after(base, shown))
            assert (picture.getbbox() is not None) == bool(totals)


def test_pictures_of_a_crowd_stay_under_the_limits() -> None:
    crowd = map_scenes.crowded()
    assert len(encode.webp(board_map.draw(crowd, Whole()))) < 2_000_000
    assert len(encode.webp(board_map.draw(crowd, Theatre("Western Europe")))) < 400_000
