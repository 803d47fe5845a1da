"""From a game's whole log to what a film of the war shows: the board as it went on, in so many steps."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from render.input.history import before
from render.input.position import scene
from render.input.scene import PlaceView, Scene, Stack
from rules.core.view import View
from rules.model.events import BattleChanged, Event, OwnerChanged
from rules.model.state import State
from rules.play.game import Entry, Game

MOST = 60
"""Steps of a film: more would make it long and its file large."""
NAMED = 2
"""Territories that are named where they change hands; of more only how many."""
Span = tuple[int, int]
"""The numbers of a turn's first and last order."""


def war(game: Game, spans: Sequence[Span], marked: Collection[int]) -> tuple[Scene, list[tuple[Scene, int]]]:
    """The board before the first turn, and after some of the turns with how many are over by then, as an overview shows it.
    game: with all of its log. marked: turns (from 0) that have a step of their own; others share one where they are many."""
    log = game.log[spans[0][0] : spans[-1][1] + 1] if spans else []
    later = game.log[spans[-1][1] + 1 :] if spans else []
    state = before(game.view, [e for entry in (*log, *later) for e in entry.events]).state.copy()
    first, found, waiting = _bare(scene(View(game.table, state.copy()))), list[tuple[Scene, int]](), list[Entry]()
    every = -(-len(spans) // max(1, MOST - 2 * len(marked)))
    for n, (begin, end) in enumerate(spans):
        waiting += game.log[begin : end + 1]
        if n in marked or n + 1 in marked or (n + 1) % every == 0 or n + 1 == len(spans):
            found.append((_after(game, state, waiting), n + 1))
            waiting = []
    return first, found


def _after(game: Game, state: State, entries: Sequence[Entry]) -> Scene:
    """The board after some more orders. state: before them; they are applied to it."""
    events = [event for entry in entries for event in entry.events]
    for event in events:
        event.apply(state)
    powers = dict.fromkeys(entry.turn.power for entry in entries)
    title = f"Round {entries[-1].turn.round} · {', '.join(powers)}: {_taken(events, state)}"
    shown = scene(View(game.table, state.copy()), title)
    return _bare(shown, {e.after.place for e in events if isinstance(e, BattleChanged) and e.after})


def _taken(events: Sequence[Event], state: State) -> str:
    """What changed hands, in a few words."""
    taken = list(dict.fromkeys(e.place for e in events if isinstance(e, OwnerChanged)))
    held = [f"{place} to {state.owners[place]}" for place in taken if state.owners.get(place)]
    if len(held) > NAMED:
        return f"{len(held)} territories changed hands"
    return ", ".join(held) if held else "nothing changed hands"


def _bare(whole: Scene, fought: Collection[str] = ()) -> Scene:
    """A scene with what an overview shows of it: owners, whose ships are where, where there was fighting."""
    places = {}
    for name, view in whole.places.items():
        ships = tuple(Stack(owner, "") for owner in dict.fromkeys(stack.owner for stack in view.units))
        places[name] = PlaceView(view.owner, ships, neutral=view.neutral, battle=name in fought)
    return Scene(whole.board, places, whole.round, whole.round_name, whole.power, "", whole.title, whole.subtitle)
