"""From games to scenes, changes and replays."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

from render.input import history, position
from render.input.scene import Arrow, FacilityView, Overview, Stack, Theatre
from render.map import strip, views
from render.map.atlas import atlas
from rules.core.view import View
from rules.model.profiles import UnitType
from rules.play.game import Game, Outcome
from tests.render.engine_scenes import Faces
from tests.render.engine_scenes import position as engine_position


def _play(game: Game, *orders: str) -> None:
    for order in orders:
        outcome = game.submit(order, Faces())
        assert isinstance(outcome, Outcome), (order, outcome)


def test_set_up_of_classic() -> None:
    scene = position.scene(Game.new("classic").view)
    germany = scene.at("Germany")
    assert germany.owner == "Germany"
    assert Stack("Germany", "infantry", 4) in germany.units
    assert germany.facilities == (FacilityView("industrial complex"),)
    assert scene.round == 1 and scene.power == "USSR"
    income = {p.name: (p.money, p.income) for p in scene.powers}
    assert income["United States"] == ((36,), (36,))


def test_two_treasuries_are_never_added_up() -> None:
    scene = position.scene(Game.new("global1940").view)
    british = next(p for p in scene.powers if p.name == "United Kingdom")
    assert british.money == (28, 17) and len(british.income) == 2
    assert strip.treasury(british).startswith("28 | 17 IPC")


def test_standing_armies_of_neutrals_are_shown() -> None:
    scene = position.scene(Game.new("global1940").view)
    assert scene.at("Spain").units == (Stack("strict", "infantry", 6),)


def test_neutrals_lean_as_events_have_made_them() -> None:
    start = position.scene(Game.new("europe1943").view)
    assert {start.at(place).neutral for place in ("Sweden", "Turkey", "Portugal")} == {"strict"}
    game = engine_position("europe1943", "Germany", 'flags."y43.leanings".Turkey = "pro-allies"')
    later = position.scene(game.view)
    assert [later.at(place).neutral for place in ("Sweden", "Turkey", "Bavaria")] == ["strict", "pro-allies", ""]


def test_marks_that_begin_with_a_dot_are_not_drawn() -> None:
    game = Game.new("classic")
    unit = next(u for u in game.state.units.values() if (u.place, u.type) == ("Germany", "bomber"))
    game.state.units[unit.id] = unit.but(marks=frozenset({".in repair", "elite"}))
    there = game.state.facilities["Germany"][0]
    game.state.facilities["Germany"] = (replace(there, marks=frozenset({".new"})),)
    found = position.scene(game.view).at("Germany")
    assert Stack("Germany", "bomber", 1, tags=("elite",)) in found.units
    assert found.facilities == (FacilityView("industrial complex"),)


def test_packs_are_shown_as_one() -> None:
    boats = SimpleNamespace(table=SimpleNamespace(units={"u-boat": UnitType("u-boat", "sea", numbers={"pack": 3})}))
    shown = position._packs(cast(View, boats), Stack("Germany", "u-boat", 7))
    assert shown == (Stack("Germany", "u-boat pack", 2), Stack("Germany", "u-boat", 1))
    damaged = Stack("Germany", "u-boat", 3, damaged=1)
    assert position._packs(cast(View, boats), damaged) == (damaged,)


def test_cargo_stands_with_its_ship() -> None:
    game = Game.new("classic")
    _play(game, "done", "done")
    _play(game, "load 1 infantry: Karelia S.S.R. > Karelia Sea Zone")
    scene = position.scene(game.view)
    transport = next(s for s in scene.at("Karelia Sea Zone").units if s.type == "transport")
    assert transport.cargo == "1 infantry"
    assert all(s.type != "infantry" for s in scene.at("Karelia Sea Zone").units)


def test_changes_of_a_move() -> None:
    game = Game.new("classic")
    _play(game, "done", "done")
    outcome = game.submit("move 3 infantry: Caucasus > Ukraine S.S.R.", Faces())
    assert isinstance(outcome, Outcome)
    changes = history.changes(game.view, outcome.events)
    assert changes.arrows == (Arrow(("Caucasus", "Ukraine S.S.R."), "USSR", "3 infantry", "attack"),)
    assert Stack("USSR", "infantry", 5) in changes.before.at("Caucasus").units
    assert Stack("USSR", "infantry", 2) in position.scene(game.view).at("Caucasus").units


def test_replay_leaves_out_what_was_undone() -> None:
    game = Game.new("classic")
    _play(game, "done", "done")
    mark = len(game.log)
    _play(game, "move 1 infantry: Caucasus > Ukraine S.S.R.", "undo", "move 2 infantry: Caucasus > Ukraine S.S.R.")
    start, view = history.replay(game, game.log[mark:])
    assert Stack("USSR", "infantry", 5) in start.at("Caucasus").units
    assert [a.what for f in view.frames for a in f.arrows] == ["2 infantry"]
    assert view.frames[-1].scene.at("Ukraine S.S.R.") == position.scene(game.view).at("Ukraine S.S.R.")


def test_territories_show_what_they_are_worth_in_this_game() -> None:
    scene = position.scene(Game.new("global1940", rules=["x2"]).view)
    assert (scene.at("Okinawa").value, scene.at("Midway").value, scene.at("Formosa").value) == (2, 2, None)
    board = views.look(atlas("global1940"), Theatre("Japan"), scene)
    assert ("Okinawa", 2) in board.values and views.look(atlas("global1940"), Overview(), scene).values == ()


def test_what_is_laid_is_no_loss_in_pictures() -> None:
    game = engine_position("global1940", "Germany", 'rules = ["x4"]\nunits."Germany".Germany = "4 landmine"')
    _play(game, "done", "done", "done", "lay 4 landmine: Germany | Poland")
    assert history.losses(game.log[-1].events) == []
