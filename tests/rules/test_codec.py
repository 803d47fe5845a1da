"""Events, states and entries as JSON and back; events and their inverses; replay."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cases.cli import case_files
from rules.cases.file import CaseError, read_case
from rules.cases.setup import build
from rules.model import codec, formats
from rules.model import events as e
from rules.model.state import (
    Battle,
    Bought,
    Decision,
    Facility,
    Line,
    Marker,
    Rolled,
    State,
    Task,
    Turn,
    Unit,
    Volley,
)
from rules.model.written import state_hash, written
from rules.play.game import Game, dump_entry, load_entry
from tests.case_tables import CASES, of_file

UNIT = Unit(7, "transport", "Germany", "Baltic Sea Zone")
MOVED = UNIT.but(
    place="North Sea Zone", damage=1, route=("Baltic Sea Zone", "North Sea Zone"), spent=1,
    moved="combat move", role="attack", target="x", fought=True, loaded="combat move", unloaded="combat move",
    marks=frozenset({"elite", "one way"}),
)  # fmt: skip
BATTLE = Battle(
    "raid Germany", "raid", "Germany", "USSR", "on", 2, (1, 2), (3,), {3: 1}, (1,), (2,),
    zones=("Baltic Sea Zone",), hunters=("attacker",), outcome="draw",
    volley=Volley("fire", "attacker", (Rolled(1, 3, 2), Rolled(2, 1, 6, "air", 3)), targets=(3,), whole=True),
    facts={"steps": ("a", "b"), "nested": {"x": (1, 2)}},
)  # fmt: skip
DECISION = Decision("casualties", "USSR", "Germany", {"hits": {"any": 2}, "owners": ("USSR",)})

EVENTS: list[e.Event] = [
    e.UnitPlaced(UNIT, "setup"),
    e.UnitRemoved(MOVED, "battle"),
    e.UnitMoved(UNIT, MOVED),
    e.UnitChanged(UNIT, Unit(7, "transport", "Germany", "Baltic Sea Zone", carrier=3)),
    e.OwnerChanged("Ukraine S.S.R.", "Germany", "USSR", "captured"),
    e.OwnerChanged("Spain", None, "Germany", "captured"),
    e.MoneyChanged("Germany", 32, 2, "purchase"),
    e.FacilitiesChanged("Germany", (Facility("industrial complex", 2, True, frozenset({"m"})),), (), "gone"),
    e.BorderChanged("A | B", (), (Marker("landmine", "Germany", 10),), "laid"),
    e.RelationChanged("Germany|USSR", "", "war", "declared"),
    e.FlagChanged("tech.Germany", None, ("rockets",)),
    e.FlagChanged("captured", {"Spain": None}, None),
    e.PoolChanged("Germany", (), (Bought("infantry", 3, "Germany", 9, "", frozenset({"x"})),)),
    e.BattleChanged("raid Germany", None, BATTLE),
    e.BattleChanged("raid Germany", BATTLE, None),
    e.DecisionsChanged((), (DECISION,)),
    e.AgendaChanged((), (Task("settle", {"id": "x", "n": 1}),)),
    e.StalledChanged((), (Line((DECISION,), (Task("settle", {"id": "x"}),)),)),
    e.DiceRolled("Germany", "attack", "Spain", (1, 6), (1, 3), ("infantry", "armor")),
    e.DiceUnrolled(e.DiceRolled("Germany", "attack", "Spain", (1,))),
    e.PhaseBegan(Turn(1, "USSR", "research"), Turn(2, "Germany", "purchase")),
    e.GameEnded("", "Axis", "capitals"),
    e.Noted("a line", {"figures": (1, 2)}),
]


def as_json(value: Any) -> Any:
    """Through real JSON text."""
    return json.loads(json.dumps(value))


def test_every_kind_of_event_is_here() -> None:
    """The list above covers the closed set."""
    assert {type(event) for event in EVENTS} == set(e.EVENTS)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_round_trip(event: e.Event) -> None:
    """An event comes back equal from JSON, and so does its inverse."""
    assert codec.load_event(as_json(codec.dump_event(event))) == event
    assert event.inverse().inverse() == event or "undone" in str(event.inverse())


def test_an_unknown_event_is_an_error() -> None:
    """Nothing is guessed."""
    with pytest.raises(codec.Unreadable):
        codec.load_event({"event": "Teleported"})


def position() -> State:
    """A small state in which most events of the list can happen."""
    state = State(turn=Turn(1, "USSR", "research"))
    state.owners.update({"Ukraine S.S.R.": "Germany", "Spain": None})
    state.money["Germany"] = 32
    state.facilities["Germany"] = (Facility("industrial complex", 2, True, frozenset({"m"})),)
    return state


def holds(state: State, event: Any) -> bool:
    """Whether an event can happen now: it starts from what the state holds."""
    starts = {
        e.UnitPlaced: lambda: UNIT.id not in state.units,
        e.UnitMoved: lambda: state.units.get(UNIT.id) == event.before,
        e.UnitChanged: lambda: state.units.get(UNIT.id) == event.before,
        e.UnitRemoved: lambda: state.units.get(UNIT.id) == event.unit,
        e.OwnerChanged: lambda: state.owners.get(event.place) == event.before,
        e.MoneyChanged: lambda: state.money.get(event.purse) == event.before,
        e.FacilitiesChanged: lambda: state.facilities.get(event.place, ()) == event.before,
        e.BorderChanged: lambda: state.borders.get(event.border, ()) == event.before,
        e.RelationChanged: lambda: state.relations.get(event.pair, "") == event.before,
        e.FlagChanged: lambda: state.flags.get(event.flag) == event.before,
        e.PoolChanged: lambda: state.pool.get(event.power, ()) == event.before,
        e.BattleChanged: lambda: state.battles.get(event.id) == event.before,
        e.DecisionsChanged: lambda: state.pending == event.before,
        e.AgendaChanged: lambda: state.agenda == event.before,
        e.StalledChanged: lambda: state.stalled == event.before,
        e.PhaseBegan: lambda: state.turn == event.before,
        e.GameEnded: lambda: state.winner == event.before,
        e.DiceUnrolled: lambda: False,
    }
    start = starts.get(type(event))
    return start is None or start()


def test_equal_values_that_are_written_in_two_ways_are_two() -> None:
    state = position()
    state.flags["seen"] = 1
    before, again = written(state), state.copy()
    assert written(again, before) is before
    again.flags["seen"] = True
    assert written(again, before).hash == state_hash(again) != before.hash


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(EVENTS), max_size=40), st.booleans())
def test_inverses_take_everything_back(events: list[e.Event], as_events: bool) -> None:
    """Applying events and then reverting them backwards, or applying their inverses, leaves the first position."""
    state, done = position(), []
    first, before = state.next_id, state_hash(state)
    known = written(state)
    for event in events:
        if holds(state, event):
            event.apply(state)
            done.append(event)
            known = written(state, known)
            assert known == written(state), "what is taken from the position before is as it would be written anew"
    for event in reversed(done):
        if as_events:
            event.inverse().apply(state)
        else:
            event.revert(state)
    state.next_id = first  # the transaction sets the counter of ids back
    assert state_hash(state) == before
    assert not any(state.ids_by_place.values())


# --- whole games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["classic", "global1940"])
def test_snapshots_round_trip(board: str) -> None:
    """A saved game is the game."""
    game = Game.new(board)
    again = Game.load(as_json(game.head()), as_json(game.snapshot()), game.log)
    assert again.hash == game.hash
    assert again.state == game.state


class Sixes:
    """Dice that always show six."""

    def roll(self, count: int, why: str) -> list[int]:
        return [6] * count


def test_entries_round_trip_and_replay() -> None:
    """The log alone brings a game to where it is."""
    game = Game.new("classic")
    start = as_json(game.snapshot())
    for order in ("done", "buy 3 infantry", "undo", "buy 2 infantry, 1 armor", "done", "done", "done", "done"):
        answer = game.submit(order, Sixes())
        assert not hasattr(answer, "code"), answer
    again = Game.load(game.head(), start, game.log[:1])
    for entry in game.log[1:]:
        copy = load_entry(as_json(dump_entry(entry)))
        assert copy == entry
        again.replay(copy)
    assert again.hash == game.hash


def test_every_case_builds_a_state_that_can_be_saved() -> None:
    """Whatever the cases set up survives a save: the first of each file, as those of a file are set up alike."""
    for file in case_files(CASES):
        for table in of_file(file)[:1]:
            try:
                game = build(read_case(table))
            except CaseError:
                continue  # the case's own test says so
            assert state_hash(codec.load_state(formats.state(as_json(game.snapshot())))) == game.hash


def test_what_no_field_reads_is_named() -> None:
    with pytest.raises(codec.Unreadable, match="Marker has no colour"):
        codec.build(Marker, {**codec.dump(Marker("landmine", "Germany", 2)), "colour": "red"})
