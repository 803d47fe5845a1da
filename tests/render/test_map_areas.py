"""Changes that lie far apart are a picture for each area."""

from __future__ import annotations

from render.input.scene import Arrow, Changes, Difference, Loss, PlaceView, Request, Scene, Stack, Whole
from render.map.areas import areas
from render.map.views import changed_places

UK = "United Kingdom"


def asked(*arrows: Arrow, losses: tuple[Loss, ...] = ()) -> Request:
    """A request for some moves on Global 1940; the last place of each holds what has come there."""
    after = {arrow.path[-1]: PlaceView(UK, (Stack(UK, "infantry"),)) for arrow in arrows}
    before = Scene("global1940", {place: PlaceView(UK) for place in after})
    return Request(Scene("global1940", after), Difference(Changes(before, arrows, losses)))


def test_one_picture_for_each_area_from_west_to_east() -> None:
    europe, asia = Arrow(("Malta", "Gibraltar"), UK), Arrow(("Japan", "Korea"), UK)
    found = areas(asked(asia, europe, losses=(Loss("Korea", UK, "infantry", 1),)))
    assert [one.view.changes.arrows for one in found if isinstance(one.view, Difference)] == [(europe,), (asia,)]
    for one, there in zip(found, ({"Malta", "Gibraltar"}, {"Japan", "Korea"}), strict=True):
        assert isinstance(one.view, Difference)
        assert changed_places(one.view.changes, one.scene) == there


def test_what_lies_together_is_one_picture() -> None:
    near = asked(Arrow(("Malta", "Gibraltar"), UK), Arrow(("United Kingdom", "Scotland"), UK))
    everywhere = asked(
        *(Arrow(way, UK) for way in (("Eastern United States", "Gibraltar", "Russia"), ("Russia", "India", "Japan")))
    )
    for request in (near, everywhere, Request(near.scene, Whole())):
        assert areas(request) == [request]
