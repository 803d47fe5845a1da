"""From a view to a camera: which part of the board it shows, at what size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from render.input.scene import Changes, Difference, Overview, Replay, Scene, Theatre, View, Whole, Zoom
from render.map.camera import Camera, around, whole
from render.map.shapes import Atlas, Box
from rules.model.board import load

WHOLE_WIDTH = 4096
OVERVIEW_WIDTH = 1200
SECTION = (1200, 800)
REPLAY = (960, 640)
_LEAST_SPAN = 0.16
"""Narrowest window, as part of the board's width: closer looks show no more."""
MOST_SPAN = 0.4
"""Widest window, as part of the board's width; what needs more is seen on the whole board."""
_EASY_SPAN = 0.27
"""Width of a window, as part of the board's, that has room for counters of ui 1.0."""


@dataclass(frozen=True)
class Look:
    """How a view is drawn. strip: height of the strip in pixels. counters: whether units are shown. values: of
    territories that are not worth what is printed."""

    camera: Camera
    strip: int
    counters: bool = True
    names: bool = True
    values: tuple[tuple[str, int], ...] = ()


def look(plan: Atlas, view: View, scene: Scene, width: int = 0) -> Look:
    """The look of a view. width: pixels, 0 for the view's own. Raises KeyError for an unknown theatre or
    place."""
    found = _look(plan, view, scene, width)
    worth = tuple(sorted((name, place.value) for name, place in scene.places.items() if place.value is not None))
    return replace(found, values=worth) if found.names else found


def _look(plan: Atlas, view: View, scene: Scene, width: int) -> Look:
    if isinstance(view, Whole):
        wide = width or WHOLE_WIDTH
        return Look(whole(plan, wide, _ease(plan) * wide / WHOLE_WIDTH), round(118 * wide / WHOLE_WIDTH))
    if isinstance(view, Overview):
        wide = width or OVERVIEW_WIDTH
        return Look(whole(plan, wide, wide / 2200), round(64 * wide / OVERVIEW_WIDTH), counters=False, names=False)
    if isinstance(view, Difference) and view.near:
        return _section(plan, zoom_box(plan, Zoom(view.near)), SECTION, width)
    if isinstance(view, Difference):
        return _focused(plan, view.focus, changed_places(view.changes, scene), SECTION, width)
    if isinstance(view, Replay):
        return _focused(plan, view.focus, replayed_places(view, scene), REPLAY, width)
    box = plan.theatres[view.name] if isinstance(view, Theatre) else zoom_box(plan, view)
    return _section(plan, box, SECTION, width)


def replayed_places(view: Replay, scene: Scene) -> set[str]:
    """Places that change in a replay, or that its arrows and losses name."""
    places = {p for frame in view.frames for arrow in frame.arrows for p in arrow.path}
    places |= {loss.place for frame in view.frames for loss in frame.losses}
    before = scene
    for frame in view.frames:
        places |= changed_places(Changes(before), frame.scene)
        before = frame.scene
    return places


def fits_window(plan: Atlas, view: Replay, scene: Scene) -> bool:
    """Whether all of a replay is seen close by: not on the whole board."""
    known = sorted(p for p in replayed_places(view, scene) if p in plan)
    box = _around_places(plan, known) if known else (0.0, 0.0, float(plan.width), 0.0)
    return box[2] - box[0] <= MOST_SPAN * plan.width


def following(plan: Atlas, view: Replay, scene: Scene, width: int) -> list[Look]:
    """What each step of a replay is seen in: all of it in one window where it fits or where its focus says so; else the film
    follows the action, from one window to the next as soon as a step leaves the last one."""
    one = look(plan, view, scene, width)
    if view.focus or not plan.theatres or fits_window(plan, view, scene):
        return [one for _ in view.frames]
    found, before = list[Look](), scene
    for frame in view.frames:
        step = replace(view, frames=(frame,))
        places = sorted(p for p in replayed_places(step, before) if p in plan)
        if not places or not found or not all(_well_inside(plan, found[-1], p) for p in places):
            near = step if fits_window(plan, step, before) else replace(step, focus=_theatre_with(plan, places))
            found.append(look(plan, near, before, width))
        else:
            found.append(found[-1])
        before = frame.scene
    return found


def _well_inside(plan: Atlas, seen: Look, place: str) -> bool:
    """Whether a window shows a place, and some of what is around it."""
    return seen.camera.shows(plan.region(place).centre, margin=0.08 * seen.camera.width)


def _theatre_with(plan: Atlas, places: Sequence[str]) -> str:
    """The theatre that shows most of some places."""

    def shown(name: str) -> int:
        left, top, right, bottom = plan.theatres[name]
        middles = [plan.region(place).centre for place in places]
        return sum(left <= x <= right and top <= y <= bottom for x, y in middles)

    return max(plan.theatres, key=shown)


def _ease(plan: Atlas) -> float:
    """How much larger names and counters may be than on a board of 333 places."""
    return min(1.35, max(1.0, 0.85 * math.sqrt(333 / (len(plan.land) + len(plan.sea)))))


def _section(plan: Atlas, box: Box, size: tuple[int, int], width: int) -> Look:
    wide = width or size[0]
    high = round(wide * size[1] / size[0])
    unit = wide / SECTION[0]
    camera = around(plan, box, wide, high, 0.8 * unit)
    share = (camera.box[2] - camera.box[0]) / plan.width
    ui = min(1.2, max(0.6, _EASY_SPAN * _ease(plan) / share))
    return Look(replace(camera, ui=round(ui * unit, 3)), round(56 * unit))


def _focused(plan: Atlas, focus: str, places: set[str], size: tuple[int, int], width: int) -> Look:
    """A theatre, the whole board, or the area of some places."""
    if focus in plan.theatres:
        return _section(plan, plan.theatres[focus], size, width)
    known = sorted(p for p in places if p in plan)
    box = _around_places(plan, known) if known else (0.0, 0.0, float(plan.width), float(plan.height))
    if focus == "whole" or box[2] - box[0] > MOST_SPAN * plan.width:
        wide = width or 1800
        return Look(whole(plan, wide, _ease(plan) * wide / 3000), round(64 * wide / 1800))
    return _section(plan, box, size, width)


def _around_places(plan: Atlas, places: list[str]) -> Box:
    spots = [plan.region(p) for p in places]
    pad = 0.02 * plan.width
    return _at_least(
        plan,
        (
            min(r.centre[0] for r in spots) - pad,
            min(r.centre[1] for r in spots) - pad,
            max(r.centre[0] for r in spots) + pad,
            max(r.centre[1] for r in spots) + pad,
        ),
    )


def _at_least(plan: Atlas, box: Box) -> Box:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    half = _LEAST_SPAN * plan.width / 2
    return min(box[0], x - half), min(box[1], y - half / 1.5), max(box[2], x + half), max(box[3], y + half / 1.5)


def zoom_box(plan: Atlas, view: Zoom) -> Box:
    """The box of a place and the anchors of its neighbours, not larger than a theatre."""
    board = load(plan.board)
    seen, edge = {view.place}, {view.place}
    for _ in range(view.steps):
        edge = {n for p in edge for n in board.near(p)} - seen
        seen |= edge
    middle = plan.region(view.place)
    most = MOST_SPAN * plan.width / 2
    places = [p for p in sorted(seen) if p in plan and abs(plan.region(p).centre[0] - middle.centre[0]) < most]
    return _at_least(plan, _around_places(plan, places))


def changed_places(changes: Changes, scene: Scene) -> set[str]:
    """Places that differ between two scenes, and those that arrows and losses name."""
    before = changes.before
    places = {p for p in {*before.places, *scene.places} if before.at(p) != scene.at(p)}
    places |= {p for arrow in changes.arrows for p in arrow.path}
    return places | {loss.place for loss in changes.losses}
