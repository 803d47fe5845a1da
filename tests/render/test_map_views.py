"""Every view of the map: golden pictures, formats, sizes, determinism, alt text."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from render.input import position
from render.input.scene import (
    Difference,
    Frame,
    Overview,
    Replay,
    Request,
    Theatre,
    View,
    Whole,
    Zoom,
)
from render.map import alt, cache
from render.map import draw as board_map
from render.map.examples import atlantic_wall, besieged, strike_west
from rules.model.board import BOARDS
from tests.render import engine_scenes, map_scenes
from tests.render.golden import assert_golden

SMALL, WHOLE = 600, 900
"""Widths of the pictures that are compared, in pixels: half of what players see, and a quarter for whole boards."""

CASES: tuple[tuple[str, str, View], ...] = (
    ("classic-overview", "classic", Overview()),
    ("classic-europe", "classic", Theatre("Europe")),
    ("classic-pacific", "classic", Theatre("Western Pacific")),
    ("classic-zoom", "classic", Zoom("Ukraine S.S.R.")),
    ("global-overview", "global1940", Overview()),
    ("global-europe", "global1940", Theatre("Western Europe")),
    ("global-china", "global1940", Theatre("China")),
    ("global-zoom-sea", "global1940", Zoom("SZ 97")),
    ("global1942-overview", "global1942", Overview()),
    ("oztea1941-overview", "oztea1941", Overview()),
    ("1943-overview", "europe1943", Overview()),
    ("1943-germany", "europe1943", Theatre("Germany and Poland")),
    ("1943-middle-east", "europe1943", Theatre("Middle East")),
)
LIKE_GLOBAL_1940 = ("global1942", "oztea1941")
"""All of its places, nothing linked or divided: an overview shows the rest."""


@pytest.mark.parametrize(("name", "board", "view"), CASES, ids=[c[0] for c in CASES])
def test_golden_views(name: str, board: str, view: View) -> None:
    assert_golden(board_map.draw(map_scenes.setup(board), view, width=SMALL), f"map-{name}")


@pytest.mark.parametrize("board", [b for b in BOARDS if b not in LIKE_GLOBAL_1940])
def test_golden_whole_board(board: str) -> None:
    assert_golden(board_map.draw(map_scenes.setup(board), Whole(), width=WHOLE), f"map-{board}-whole")


def test_golden_zoom_with_every_mark() -> None:
    assert_golden(
        board_map.draw(besieged(map_scenes.setup("global1940")), Zoom("Ukraine"), width=SMALL), "map-global-zoom"
    )


def test_golden_signs_of_house_rules() -> None:
    start = map_scenes.setup("europe1943")
    assert_golden(board_map.draw(atlantic_wall(start), Theatre("France"), width=SMALL), "map-1943-france")


def test_golden_signs_of_the_expansions() -> None:
    """Mines on lines and coasts, formations, damage marks, a pen; the outline of what was asked for lies beneath."""
    units = """
rules = ["x4", "x2.king-tiger", "bx.waffen-ss"]
units.Poland.Germany = "1 panzer general (panzer army), 5 tank (panzer army), 1 king tiger, 1 king tiger (damaged), 2 rocket"
units."Eastern Poland"."Soviet Union" = "1 commissar (army corps), 2 infantry (army corps), 1 t-34 (army corps)"
units."SZ 114".Germany = "1 battleship (damaged)"
borders."Eastern Poland | Poland"."Soviet Union" = "4 landmine"
borders."Poland | SZ 114".Germany = "12 landmine"
facilities."Germany" = { has = "major industrial complex (damaged 3), u-boat pen" }
"""
    scene = position.scene(engine_scenes.position("global1940", "Germany", units).view)
    assert_golden(board_map.draw(scene, Zoom("Eastern Poland"), width=SMALL), "map-expansions")


def test_golden_difference() -> None:
    after, changes = strike_west(map_scenes.setup("global1940"))
    assert_golden(board_map.draw(after, Difference(changes), width=SMALL), "map-difference")


def test_golden_replay_step() -> None:
    start = map_scenes.setup("global1940")
    after, changes = strike_west(start)
    view = Replay((Frame(after, "Germany strikes", changes.arrows, changes.losses),))
    frames, holds = board_map.replay(start, view, SMALL)
    assert len(frames) == len(holds) == 3
    assert_golden(frames[1], "map-replay-move")
    assert_golden(frames[2], "map-replay-after")


def test_same_request_same_bytes() -> None:
    scene = map_scenes.setup("classic")
    request = Request(scene, Theatre("Europe"), width=SMALL)
    first = board_map._picture(request)
    cache._small._kept.clear()
    cache._layouts._kept.clear()
    assert board_map._picture(request) == first


def test_order_of_places_does_not_matter() -> None:
    scene = map_scenes.setup("classic")
    turned = replace(scene, places=dict(reversed(scene.places.items())))
    assert cache.fingerprint(scene) == cache.fingerprint(turned)
    assert (
        board_map.draw(scene, Overview(), width=SMALL).tobytes()
        == board_map.draw(turned, Overview(), width=SMALL).tobytes()
    )


def _opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def test_formats() -> None:
    scene = map_scenes.setup("classic")
    webp = board_map.picture(Request(scene, Overview(), width=SMALL))
    png = board_map.picture(Request(scene, Overview(), format="png", width=SMALL))
    assert (_opened(webp.data).format, _opened(png.data).format) == ("WEBP", "PNG")
    assert _opened(webp.data).size == (webp.width, webp.height) == _opened(png.data).size
    assert webp.filename == "map.webp"


def test_replay_moves_in_both_formats() -> None:
    start = map_scenes.setup("global1940")
    after, changes = strike_west(start)
    view = Replay((Frame(after, "Germany strikes", changes.arrows, changes.losses),))
    for kind in ("gif", "webp"):
        moving = _opened(board_map.picture(Request(start, view, format=kind, width=SMALL)).data)
        assert getattr(moving, "n_frames", 1) == 3


def test_unknown_places_and_theatres_are_errors() -> None:
    scene = map_scenes.setup("classic")
    with pytest.raises(KeyError):
        board_map.draw(scene, Zoom("Atlantis"))
    with pytest.raises(KeyError):
        board_map.draw(scene, Theatre("Atlantis"))


def test_a_title_that_is_the_phase_leaves_room_for_the_round() -> None:
    """A computer's moves have their phase for a title: the phase is not told twice."""
    told = replace(map_scenes.setup("global1940"), phase="combat move", title="Combat move")
    assert alt.text(told, Overview()).startswith(
        "Overview of the whole board, Axis & Allies Global 1940. Combat move, Early 1940 · Germany. "
    )


def test_alt_text_tells_what_is_there() -> None:
    start = map_scenes.setup("global1940")
    after, changes = strike_west(start)
    zoom = alt.text(start, Zoom("Germany"))
    assert "Germany: Germany; Germany 11 infantry" in zoom
    assert "major industrial complex" in zoom
    told = alt.text(after, Difference(changes))
    assert "Germany took France from France" in told
    assert "United Kingdom lost 1 cruiser in SZ 111" in told
    assert "earns 40, cities Berlin, Warsaw" in alt.text(start, Overview())
    film = Replay((Frame(after, "Combat move: Karelia S.S.R.", changes.arrows, changes.losses),))
    assert ".." not in alt.text(start, film)
    sea = alt.text(after, Zoom("SZ 111"))
    assert "1 transport (carrying 2 infantry)" in sea
    assert "2 sea mine" in sea


@pytest.mark.parametrize("view", [Whole(), Overview(), Theatre("Western Europe"), Zoom("Germany")], ids=str)
def test_alt_text_is_short_enough(view: View) -> None:
    assert 80 < len(alt.text(map_scenes.crowded(), view)) <= alt.LIMIT
