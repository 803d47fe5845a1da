"""Alt text of board pictures, written from the scene: what someone who can't see the picture needs."""

from __future__ import annotations

from collections.abc import Iterable

from render.input.scene import (
    Changes,
    Difference,
    Overview,
    PlaceView,
    Replay,
    Scene,
    Stack,
    Theatre,
    View,
    Whole,
    Zoom,
)
from render.map.atlas import atlas
from render.map.strip import headline, subline
from rules.library.words import counted
from rules.model.board import load

LIMIT = 1000
"""Longest alt text in characters."""
NOTHING = "Nothing changed"


def text(scene: Scene, view: View) -> str:
    """The alt text of a view of a scene, at most LIMIT characters."""
    head = f"{_subject(scene, view)}. {headline(scene)}"
    phase = subline(scene)
    head += f", {phase}. " if phase else ". "
    if isinstance(view, Difference):
        return _cut(head, _changes(view.changes, scene))
    if isinstance(view, Replay):
        return _cut(head, _steps(view, scene))
    if isinstance(view, Overview):
        return _cut(head, _holdings(scene))
    if isinstance(view, Zoom):
        near = load(scene.board).near(view.place)
        return _cut(head, [_place(scene, p) for p in (view.place, *near)])
    return _cut(head, _busy(scene, view))


def _subject(scene: Scene, view: View) -> str:
    board = load(scene.board).name
    if isinstance(view, Zoom):
        return f"Map of {view.place} and its neighbours, {board}"
    if isinstance(view, Theatre):
        return f"Map: {view.name}, {board}"
    if isinstance(view, Difference):
        return f"Map of what changed, {board}"
    if isinstance(view, Replay):
        return f"Animated map of a turn, {board}"
    return f"{'Overview' if isinstance(view, Overview) else 'Map'} of the whole board, {board}"


def _cut(head: str, parts: Iterable[str]) -> str:
    """Head and as many parts as fit; says how many more there are."""
    said, waiting = head, [p for p in parts if p]
    for n, part in enumerate(waiting):
        rest = len(waiting) - n
        if len(said) + len(part) + 30 > LIMIT:
            return f"{said}And {rest} more."
        said += part.rstrip(".") + ". "
    return said.strip()


def units(stacks: Iterable[Stack]) -> str:
    """Units as text: "3 infantry, 1 tank (1 damaged)"."""
    parts = []
    for stack in stacks:
        hits = f" by {stack.hits} hits" if stack.hits > 1 else ""
        notes = [f"{stack.damaged} damaged{hits}"] if stack.damaged else []
        notes += [f"carrying {stack.cargo}"] if stack.cargo else []
        notes += stack.tags
        parts.append(counted(stack.count, stack.type) + (f" ({', '.join(notes)})" if notes else ""))
    return ", ".join(parts)


def _place(scene: Scene, place: str) -> str:
    view = scene.at(place)
    said = f"{place}: {view.owner or 'no owner'}" if place in atlas(scene.board).land else f"{place}: "
    parts = [said] if view.owner else ([] if place in atlas(scene.board).sea else [said])
    for owner in dict.fromkeys(s.owner for s in view.units):
        parts.append(f"{owner} {units(s for s in view.units if s.owner == owner)}")
    parts += [f"{f.kind}" + (f" with {f.damage} damage" if f.damage else "") for f in view.facilities]
    parts += [counted(m.count, m.kind) for m in view.markers]
    if view.battle:
        parts.append("battle")
    if place in atlas(scene.board).sea:
        return f"{place}: {'; '.join(parts) or 'empty'}"
    return "; ".join(parts)


def _strength(view: PlaceView) -> int:
    return sum(s.count for s in view.units)


def _busy(scene: Scene, view: View) -> list[str]:
    """The places with most units, inside a theatre or anywhere."""
    plan = atlas(scene.board)
    places = [p for p in scene.places if p in plan and _strength(scene.at(p))]
    if isinstance(view, Theatre):
        left, top, right, bottom = plan.theatres[view.name]
        centres = {p: plan.region(p).centre for p in places}
        places = [p for p in places if left <= centres[p][0] <= right and top <= centres[p][1] <= bottom]
    assert isinstance(view, Theatre | Whole)
    return [_place(scene, p) for p in sorted(places, key=lambda p: (-_strength(scene.at(p)), p))]


def _holdings(scene: Scene) -> list[str]:
    """What each power owns: number of territories, capitals and victory cities."""
    board = load(scene.board)
    held: dict[str, list[str]] = {}
    for name, place in board.places.items():
        owner = scene.places[name].owner if name in scene.places else place.owner
        if owner and place.is_land:
            held.setdefault(owner, []).append(name)
    incomes = {p.name: p.income for p in scene.powers}
    parts = []
    for owner, places in held.items():
        cities = [c for p in places if (c := board.places[p].victory_city)]
        worth = " and ".join(map(str, incomes.get(owner, ())))
        said = f"{owner}: {_lands(len(places))}" + (f", earns {worth}" if worth else "")
        parts.append(said + (f", cities {', '.join(cities)}" if cities else ""))
    return parts


def _lands(count: int) -> str:
    return f"{count} territor{'y' if count == 1 else 'ies'}"


def _steps(view: Replay, scene: Scene) -> list[str]:
    """What happens in a replay, step by step; a caption that stays is said once."""
    parts, before, caption = list[str](), scene, ""
    for frame in view.frames:
        told = _changes(Changes(before, frame.arrows, frame.losses), frame.scene)
        if frame.caption and frame.caption != caption:
            told[0] = f"{frame.caption.rstrip('.')}. {told[0]}" if told != [NOTHING] else frame.caption
        elif told == [NOTHING]:
            told = []
        parts += told
        before, caption = frame.scene, frame.caption
    return parts


def _changes(changes: Changes, scene: Scene) -> list[str]:
    parts = []
    for place in scene.places:
        old, new = changes.before.at(place).owner, scene.at(place).owner
        if old != new and place in atlas(scene.board).land:
            parts.append(f"{new or 'Nobody'} took {place} from {old or 'nobody'}")
    parts += [f"{a.owner} moved {a.what or 'units'} from {a.path[0]} to {a.path[-1]}" for a in changes.arrows if a.path]
    parts += [f"{loss.owner} lost {counted(loss.count, loss.type)} in {loss.place}" for loss in changes.losses]
    return parts or [NOTHING]
