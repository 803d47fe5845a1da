"""Whoever has to act can: a refusal of `done` names orders that cure it."""

from __future__ import annotations

import pytest

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.core.act import Act
from rules.model.refusals import Refusal
from rules.movement import serving
from rules.phases import idle
from rules.play.game import Game, NoDice, Outcome
from rules.soak import invariants


def stand(phase: str, power: str, game: str = "global1940", **more: object) -> Game:
    """A position with nothing but what is named."""
    return build(read_case({"id": "X", "game": game, "phase": phase, "power": power, "setup": "empty", **more}))


def done(game: Game) -> Refusal:
    """Why the phase cannot be ended."""
    refusal = game.trial("done")
    assert refusal is not None
    return refusal


def lost_fighter() -> Game:
    """A fighter that only a carrier two zones away can save."""
    return stand(
        "noncombat move", "Italy", units={"SZ 10": {"Italy": "1 fighter"}, "SZ 2": {"Italy": "1 aircraft carrier"}}
    )


def test_a_carrier_that_must_serve_is_told_how() -> None:
    game = lost_fighter()
    assert done(game).code == "no-landing"
    assert done(game).choices == ("move 1 aircraft carrier: SZ 2 > SZ 10",)
    assert isinstance(game.submit(done(game).choices[0], NoDice()), Outcome)
    assert game.trial("done") is None


def test_where_no_carrier_can_come_the_phase_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_moves", lambda view, zones: iter(()))
    assert lost_fighter().trial("done") is None


def test_a_ship_that_stands_idle_is_taken_back() -> None:
    game = stand("combat move", "Germany", units={"SZ 112": {"Germany": "1 cruiser"}})
    assert isinstance(game.submit("move 1 cruiser: SZ 112 > SZ 113", NoDice()), Outcome)
    assert done(game).choices == ("undo",) and not list(invariants.no_dead_end(game))


def test_after_another_powers_order_nothing_is_asked_that_undo_would_cure() -> None:
    game = stand("combat move", "Germany", units={"SZ 112": {"Germany": "1 cruiser"}})
    assert isinstance(game.submit("move 1 cruiser: SZ 112 > SZ 113", NoDice()), Outcome)
    game.state.flags["turn.combat move rolls"] = -1
    assert game.trial("done") is None


def test_only_battles_that_may_be_fought_now_are_named() -> None:
    units = {"Poland": {"Germany": "1 tank"}, "Eastern Poland": {"Soviet Union": "1 infantry"}}
    game = stand("combat move", "Germany", units=units, war="all")
    assert isinstance(game.submit("move 1 tank: Poland > Eastern Poland", NoDice()), Outcome)
    game.submit("done", NoDice())
    assert done(game).choices == ("fight Eastern Poland",) and not list(invariants.no_dead_end(game))


def raiders(*more: str) -> Game:
    """German troops at sea, and a submarine that sailed for nothing before they boarded. more: orders after that."""
    units = {
        "SZ 112": {"Germany": "1 transport"},
        "SZ 125": {"Germany": "1 submarine"},
        "Norway": {"Germany": "2 infantry"},
    }
    owner = {"Norway": "Germany", "Scotland": "United Kingdom"}
    game = stand("combat move", "Germany", units=units, owner=owner, war="all")
    for order in ("move 1 submarine: SZ 125 > SZ 124", "load 2 infantry: Norway > SZ 112", *more):
        assert isinstance(game.submit(order, NoDice()), Outcome), order
    return game


SAIL = "move 1 transport: SZ 112 > SZ 111"


def test_cures_do_not_take_one_another_back() -> None:
    game = raiders(SAIL)
    assert done(game).choices == ("undo",) and "submarine in SZ 124" in done(game).message
    assert not list(invariants.leads_on(game, NoDice()))


def test_what_boarded_together_is_told_to_land_together() -> None:
    game = raiders(SAIL)
    game.state.units = {i: u for i, u in game.state.units.items() if u.type != "submarine"}
    assert done(game).choices == ("unload 2 infantry: SZ 111 > Scotland", "undo")
    assert isinstance(game.submit(done(game).choices[0], NoDice()), Outcome) and game.trial("done") is None


def test_cargo_that_can_land_nowhere_is_taken_back() -> None:
    assert "2 infantry aboard in SZ 112" in done(raiders()).message
    assert done(raiders()).choices == ("undo",)


def test_cures_that_lead_in_a_circle_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a landing is named first, and then `undo` for what was ordered before it."""

    def landing_first(act: Act) -> None:
        for units in idle._cargo(act):
            idle._refuse_cargo(act, units, tuple(idle._landings(act, units)))
        idle._check_ships(act, set())

    monkeypatch.setattr(idle, "check", landing_first)
    monkeypatch.setattr(invariants, "PATIENCE", 20)
    assert "does not lead on" in next(invariants.leads_on(raiders(SAIL), NoDice()))


def test_the_way_out_of_a_patrol_zone_is_named_to_the_nearest_place() -> None:
    units = {"SZ 62": {"Soviet Union": "1 battleship"}, "SZ 61": {"Japan": "1 submarine"}}
    game = stand("noncombat move", "Soviet Union", "anniversary", rules=["x2.patrol-zones"], war="all", units=units)
    assert done(game).code == "must-leave"
    assert done(game).choices == ("move 1 battleship: SZ 62 > SZ 58",)
    assert game.trial(done(game).choices[0]) is None
