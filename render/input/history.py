"""From a game's log to what a difference picture or a replay shows: scenes, movements, losses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from render.input.position import listed, scene
from render.input.scene import Arrow, Changes, Frame, Loss, Replay, Scene
from rules.core.view import View
from rules.model.events import BattleChanged, Event, OwnerChanged, UnitMoved, UnitRemoved
from rules.model.profiles import AIR
from rules.model.state import COMBAT_MOVE, Unit
from rules.play.game import Entry, Game, standing
from rules.play.recap import NO_LOSS

_MOST_FRAMES = 14
_SHORT = 2  # places that a short flight passes


def before(view: View, events: Sequence[Event]) -> View:
    """The position before some events that were the last to happen."""
    state = view.state.copy()
    for event in reversed(events):
        event.revert(state)
    return View(view.table, state)


def changes(view: View, events: Sequence[Event]) -> Changes:
    """What the last events changed: the scene before them, movements, losses."""
    return Changes(scene(before(view, events)), tuple(arrows(view, events)), tuple(losses(events)))


@dataclass
class _Way:
    """The way of one unit: places in order, the unit when it set out, whether it attacks."""

    unit: Unit
    places: list[str] = field(default_factory=list)
    attack: bool = False


def arrows(view: View, events: Iterable[Event]) -> list[Arrow]:
    """Movements of units, those of one owner along one way together; passengers go with their ships."""
    told = list(events)
    fought_over = {e.place for e in told if isinstance(e, OwnerChanged)}
    fought_over |= {b.place for e in told if isinstance(e, BattleChanged) for b in (e.before, e.after) if b}
    ways: dict[int, _Way] = {}
    for event in told:
        if isinstance(event, UnitMoved) and event.before.place != event.after.place:
            if event.after.carrier is not None and event.before.carrier is not None:
                continue
            way = ways.setdefault(event.after.id, _Way(event.before, [event.before.place]))
            way.places += [p for p in (*_passed(view, event), event.after.place) if p != way.places[-1]]
            way.attack |= event.after.moved == COMBAT_MOVE and (
                event.after.place in fought_over or view.hostile_land(event.after.place, event.after.owner)
            )
    groups: dict[tuple[str, tuple[str, ...], str], list[Unit]] = {}
    for way in ways.values():
        if way.places[0] != way.places[-1]:
            kind = _kind(view, way)
            groups.setdefault((way.unit.owner, tuple(way.places), kind), []).append(way.unit)
    return [Arrow(path, owner, listed(view, units), kind) for (owner, path, kind), units in groups.items()]


def _passed(view: View, event: UnitMoved) -> list[str]:
    """Places that one movement went through, without its ends; a short flight is shown straight, as what it flew over does
    not matter."""
    known = len(event.before.route) or 1
    passed = [p for p in event.after.route[known:] if p != event.after.place]
    flies = view.table.units[event.after.type].domain == AIR
    return [] if flies and len(passed) <= _SHORT else passed


def _kind(view: View, way: _Way) -> str:
    if view.table.units[way.unit.type].domain == AIR:
        return "air"
    return "attack" if way.attack else "move"


def losses(events: Iterable[Event]) -> list[Loss]:
    """Units lost, counted by place, owner and type."""
    counts: dict[tuple[str, str, str], int] = {}
    for event in events:
        if isinstance(event, UnitRemoved) and event.why not in NO_LOSS:
            unit = event.unit
            key = (unit.place, unit.owner, unit.type)
            counts[key] = counts.get(key, 0) + 1
    return [Loss(place, owner, kind, count) for (place, owner, kind), count in counts.items()]


def replay(game: Game, entries: Sequence[Entry], focus: str = "") -> tuple[Scene, Replay]:
    """A replay of entries that were the last of a game's log: the scene before them, and the frames.

    Entries that show nothing on the map are left out; many are joined to about fourteen frames.
    """
    held = standing(entries)
    every = [event for entry in entries for event in entry.events]
    start = before(game.view, every)
    state = start.state.copy()
    frames: list[Frame] = []
    for group in _grouped(held):
        events = [event for entry in group for event in entry.events]
        for event in events:
            event.apply(state)
        if not any(map(_visible, group)):
            continue
        now = View(game.table, state)
        moved, lost = tuple(arrows(now, events)), tuple(losses(events))
        first = group[0].turn
        shown = scene(View(game.table, state.copy()), title=_title(game, group[0]))
        caption = f"{first.phase.capitalize()}: {group[-1].text}" if len(group) == 1 else first.phase.capitalize()
        frames.append(Frame(shown, caption, moved, lost))
    return scene(start), Replay(tuple(frames), focus)


def _title(game: Game, entry: Entry) -> str:
    return f"{game.table.board.round_name(entry.turn.round)} · {entry.turn.power}" if entry.turn.round else ""


def _visible(entry: Entry) -> bool:
    return any(isinstance(e, UnitMoved | UnitRemoved) for e in entry.events)


def _grouped(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Entries by frames: quiet ones join the one before, and neighbours of a phase are joined if many."""
    size = max(1, -(-sum(map(_visible, entries)) // _MOST_FRAMES))
    groups: list[list[Entry]] = []
    room = 0
    for entry in entries:
        same = bool(groups) and groups[-1][-1].turn == entry.turn
        if groups and (not _visible(entry) or (room > 0 and same)):
            groups[-1].append(entry)
        else:
            groups.append([entry])
            room = size
        room -= _visible(entry)
    return groups
