"""Changes that lie far apart, as a picture for each area: one of all of them would be of the whole board, and unreadable."""

from __future__ import annotations

from dataclasses import replace

from render.input.scene import Changes, Difference, Request, Scene
from render.map.atlas import atlas
from render.map.shapes import Atlas
from render.map.views import MOST_SPAN, changed_places

Places = frozenset[str]
MOST = 3
"""Areas at most; what falls into more is drawn as a whole."""


def areas(request: Request) -> list[Request]:
    """A request for what changed as one for each area, from west to east; any other as it is."""
    view = request.view
    if not isinstance(view, Difference) or view.focus:
        return [request]
    found = _apart(atlas(request.scene.board), _together(view.changes, request.scene))
    if not 1 < len(found) <= MOST:
        return [request]
    return [replace(request, view=Difference(_within(view.changes, request.scene, part))) for part in found]


def _together(changes: Changes, scene: Scene) -> list[Places]:
    """What has to be seen in one picture: the way of each arrow, each other place that changed."""
    ways = [frozenset(arrow.path) for arrow in changes.arrows]
    rest = changed_places(changes, scene).difference(*ways)
    return [*ways, *(frozenset([place]) for place in sorted(rest))]


def _apart(plan: Atlas, parts: list[Places]) -> list[Places]:
    """Split at the widest gap, as long as a part is too wide for a picture of its own and has one."""
    spans = sorted((_span(plan, part) for part in parts if any(p in plan for p in part)), key=lambda span: span[:2])
    if not spans:
        return []
    reach, gaps = spans[0][1], list[tuple[float, int]]()
    for number, (left, right, _) in enumerate(spans):
        gaps.append((left - reach, number))
        reach = max(reach, right)
    gap, at = max(gaps)
    if reach - spans[0][0] <= MOST_SPAN * plan.width or gap <= 0:
        return [frozenset().union(*(part for _, _, part in spans))]
    west, east = [part for _, _, part in spans[:at]], [part for _, _, part in spans[at:]]
    return [*_apart(plan, west), *_apart(plan, east)]


def _span(plan: Atlas, part: Places) -> tuple[float, float, Places]:
    """The columns of the board in which some places lie."""
    middles = [plan.region(place).centre[0] for place in part if place in plan]
    return min(middles), max(middles), part


def _within(changes: Changes, scene: Scene, part: Places) -> Changes:
    """The changes of an area: everywhere else nothing has changed."""
    elsewhere = {name: place for name, place in scene.places.items() if name not in part}
    here = {name: place for name, place in changes.before.places.items() if name in part}
    before = replace(changes.before, places={**elsewhere, **here})
    arrows = tuple(arrow for arrow in changes.arrows if part.issuperset(arrow.path))
    return Changes(before, arrows, tuple(loss for loss in changes.losses if loss.place in part))
