"""A film of what happens far apart follows the action; what lies close together stays in one window."""

from __future__ import annotations

from render.input.scene import Arrow, Frame, Replay
from render.map import draw, views
from render.map.atlas import atlas
from tests.render import map_scenes

WIDTH = 480
WEST, EAST = ("France", "Western Germany"), ("Manchuria", "Korea")


def test_it_goes_from_window_to_window() -> None:
    scene, plan = map_scenes.setup("global1940"), atlas("global1940")

    def step(*places: str) -> Frame:
        return Frame(scene, " to ".join(places), (Arrow(places, "Germany", "1 infantry"),))

    far = Replay((step(*WEST), step(*reversed(WEST)), step(*EAST)))
    looks = views.following(plan, far, scene, WIDTH)
    assert len(looks) == 3 and looks[0] == looks[1] != looks[2]
    for look, places in zip(looks, (WEST, WEST, EAST), strict=True):
        assert all(look.camera.shows(plan.region(place).centre) for place in places)
        assert look.camera.box[2] - look.camera.box[0] <= views.MOST_SPAN * plan.width
    images, holds = draw.replay(scene, far, WIDTH)
    assert len(images) == len(holds) == 7 and len({image.size for image in images}) == 1
    across = Replay((step(*WEST), step(WEST[0], EAST[0])))  # one step that no window holds: its theatre
    assert len({(look.camera.width, look.camera.height) for look in views.following(plan, across, scene, WIDTH)}) == 1
    near = views.following(plan, Replay((step(*WEST), step(*WEST))), scene, WIDTH)
    assert near[0] == near[1] == views.look(plan, Replay((step(*WEST), step(*WEST))), scene, WIDTH)
