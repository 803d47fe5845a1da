"""Which part of the board a picture shows, and what it marks: requests for render from games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from render.input import history
from render.input.position import scene
from render.input.scene import Changes, Difference, Frame, Overview, Replay, Request, Theatre, Whole, Zoom
from render.map.atlas import atlas
from render.map.shapes import Atlas
from render.map.views import fits_window
from rules.play.game import Entry, Game, standing

OVERVIEW, WHOLE = "Overview", "Whole board"
LARGE = 1200
"""Pixels across a moving picture that somebody asks for; what is posted for everybody is smaller."""


def now(game: Game) -> Request:
    """What matters now: the movements and losses of this turn, else the front of the power to act."""
    entries = turn_entries(game)
    changed = changes(game, entries)
    if changed and (changed.arrows or changed.losses):
        return Request(scene(game.view), Difference(changed))
    return Request(scene(game.view), Theatre(theatre_of(game, game.state.turn.power)))


def around(game: Game, focus: str | None, place: bool = False) -> Request:
    """A power's theatre, a theatre by name, the overview, the whole board, or a place with its neighbours; `place`:
    the focus is one, though a power or a theatre has its name too."""
    shown = scene(game.view)
    if place and focus:
        return Request(shown, Zoom(focus))
    if focus is None:
        return now(game)
    if focus in game.table.board.powers:
        return Request(shown, Theatre(theatre_of(game, focus)))
    if focus in theatres(game):
        return Request(shown, Theatre(focus))
    if focus in game.table.board.places:
        return Request(shown, Zoom(focus))
    return Request(shown, Whole() if focus == WHOLE else Overview())


def plan(game: Game, before: Game, title: str = "Plan") -> Request | None:
    """What a plan would change, or orders have changed; None if that can't be seen on the map."""
    changed = changes(game, game.log[len(before.log) :])
    if changed is None or not (changed.arrows or changed.losses):
        return None
    return Request(scene(game.view, title=title), Difference(changed))


def replay(game: Game, entries: Sequence[Entry], width: int = 0) -> Request | None:
    """Entries at the end of a game's log as a moving picture; None if nothing moved."""
    first, told = history.replay(game, entries)
    return Request(first, told, width=width) if told.frames else None


@dataclass(frozen=True, slots=True)
class Film:
    """A large moving picture. shows: the theatre it shows, WHOLE, or "" where all that moved fits into it. others: what
    else there is to be seen of the turn."""

    request: Request
    shows: str = ""
    others: tuple[str, ...] = ()


def large_replay(game: Game, entries: Sequence[Entry], part: str = "") -> Film | None:
    """The same large: all that moved where it lies close together, else a theatre (part: which; the one in which most
    happened) with what moved in it, or the whole board. None if nothing moved."""
    asked = replay(game, entries)
    if asked is None or not isinstance(asked.view, Replay):
        return None
    counts = _seen(game, asked.view)
    if fits_window(atlas(game.table.board.id), asked.view, asked.scene) or not counts:
        return Film(replace(asked, width=LARGE))
    shown = part if part == WHOLE or part in counts else next(iter(counts))
    others = tuple(name for name in (*counts, WHOLE) if name != shown)
    if shown == WHOLE:
        return Film(replace(asked, view=replace(asked.view, focus="whole"), width=LARGE), shown, others)
    kept = tuple(frame for frame in asked.view.frames if _counted(game, [frame])[shown])
    return Film(replace(asked, view=replace(asked.view, focus=shown, frames=kept), width=LARGE), shown, others)


def _seen(game: Game, view: Replay) -> dict[str, int]:
    """Theatres in which something moved or was lost, and how much; the most first. One that shows nothing else than
    one before it is left out."""
    found, seen = dict[str, int](), set[str]()
    plan_ = atlas(game.table.board.id)
    for name, count in _counted(game, view.frames).most_common():
        places = {p for p in _touched(view.frames) if p in plan_ and name in _theatres_with(plan_, p)}
        if places - seen:
            found[name] = count
            seen |= places
    return found


def _counted(game: Game, frames: Sequence[Frame]) -> Counter[str]:
    plan_ = atlas(game.table.board.id)
    return Counter(name for place in _touched(frames) if place in plan_ for name in _theatres_with(plan_, place))


def _touched(frames: Sequence[Frame | Changes]) -> list[str]:
    """The places in which something ended its way or was lost, each as often as that happened."""
    ends = [arrow.path[-1] for frame in frames for arrow in frame.arrows if arrow.path]
    return ends + [loss.place for frame in frames for loss in frame.losses]


def turn_entries(game: Game) -> list[Entry]:
    """The entries of the turn in which the last order was given."""
    last = game.log[-1].turn if len(game.log) > 1 else game.state.turn
    if (game.state.turn.round, game.state.turn.power) != (last.round, last.power):
        last = game.state.turn if not game.state.winner else last
    return [e for e in game.log.here if e.number and (e.turn.round, e.turn.power) == (last.round, last.power)]


def busiest(told: Changes) -> str:
    """The place in which most ended its way or was lost; "" where nothing moved."""
    return next((place for place, _ in Counter(_touched([told])).most_common(1)), "")


def changes(game: Game, entries: Sequence[Entry]) -> Changes | None:
    """What entries at the end of the log changed; those that were taken back cancel out."""
    if not entries or entries[-1] is not game.log[-1]:
        return None
    every = [event for entry in entries for event in entry.events]
    held = [event for entry in standing(entries) for event in entry.events]
    view = game.view
    start = scene(history.before(view, every))
    return Changes(start, tuple(history.arrows(view, held)), tuple(history.losses(held)))


def theatres(game: Game) -> tuple[str, ...]:
    """The names of a board's theatres."""
    return tuple(atlas(game.table.board.id).theatres)


def theatre_of(game: Game, power: str) -> str:
    """The theatre in which most of a power's units stand face to face with enemies, else most of its units."""
    plan_, view = atlas(game.table.board.id), game.view
    counts: Counter[str] = Counter()
    for unit in game.state.units.values():
        if unit.owner == power:
            near = game.table.board.near(unit.place)
            front = any(view.hostile_land(n, power) for n in near)
            for name in _theatres_with(plan_, unit.place):
                counts[name] += 3 if front else 1
    return counts.most_common(1)[0][0] if counts else next(iter(plan_.theatres))


def _theatres_with(plan_: Atlas, place: str) -> list[str]:
    x, y = plan_.region(place).centre
    return [n for n, (left, top, right, bottom) in plan_.theatres.items() if left <= x <= right and top <= y <= bottom]
