"""Computer players: whole turns without a slip, the same orders for the same seed, plans that survive a restart."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.dice.prng import Prng
from rules.model.board import BOARDS
from rules.play.game import Game, Outcome
from rules.soak.run import Report, play
from seats import GENERAL, OFFICER, Player, think
from tests.positions import stand
from tests.soak.computers import Team, setting


def orders(player: Player, game: Game, dice: Prng, count: int) -> list[str]:
    found = []
    for _ in range(count):
        wish = player.next(game)
        assert isinstance(game.submit(wish.text, dice), Outcome), wish
        found.append(wish.text)
    return found


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_a_round_of_classic_goes_by_the_rules(level: str) -> None:
    report = Report()
    play("classic", 3, report, (), None, 1, Team(level, 3))
    assert not report.violations
    assert not report.refusals
    assert report.rounds == 1


def test_same_seed_same_orders() -> None:
    both = [orders(Player(OFFICER, 5), Game.new("classic"), Prng(9), 20) for _ in range(2)]
    assert both[0] == both[1]


def test_a_restart_in_the_middle_of_a_phase_changes_nothing() -> None:
    first, game, dice = Player(OFFICER, 5), Game.new("classic"), Prng(9)
    orders(first, game, dice, 4)
    twin = Game.load(game.head(), game.snapshot(), game.log)
    second = Player(OFFICER, 5, json.loads(json.dumps(first.memory)))
    assert orders(second, twin, Prng(1), 3) == orders(first, game, Prng(1), 3)


def at_peace() -> Game:
    """A small front of Global at which Germany may declare war."""
    units = {
        "Poland": {"Germany": "6 infantry, 3 armor, 1 fighter"},
        "Eastern Poland": {"Soviet Union": "1 infantry"},
        "Baltic States": {"Soviet Union": "1 infantry"},
        "Russia": {"Soviet Union": "4 infantry"},
    }
    return stand("Germany", units=units, phase="purchase", round=4, war="printed", money={"Germany": 30})


def whole() -> Game:
    return Game.new("classic")


@pytest.mark.parametrize(("begin", "count"), [(whole, 40), (at_peace, 25)])
def test_a_player_kept_for_a_game_plays_as_one_made_for_each_order(begin: Callable[[], Game], count: int) -> None:
    """So what arena and league rate is whom people meet."""
    kept, game, dice, memory = Player(OFFICER, 5), begin(), Prng(9), dict[str, Any]()
    for _ in range(count):
        fresh = Player(OFFICER, 5, json.loads(json.dumps(memory)))
        found = kept.next(game)
        assert fresh.next(game).text == found.text, game.state.turn
        memory = fresh.memory
        assert isinstance(game.submit(found.text, dice), Outcome)


def test_every_order_of_a_turn_has_a_reason_where_one_is_due() -> None:
    general = replace(GENERAL, foresees=150)  # its reasons are the same, however far it looks ahead
    player, game, dice, reasons = Player(general, 1), Game.new("classic"), Prng(4), []
    while game.state.turn.power == "USSR":
        wish = player.next(game)
        game.submit(wish.text, dice)
        reasons += [wish.why] if wish.text.startswith(("buy", "move")) else []
    assert reasons[0].endswith(".")
    assert any("to take" in why for why in reasons)


def test_soaks_go_over_every_board_and_document_with_every_level() -> None:
    found = {setting(number) for number in range(200)}
    assert {board for board, _, _ in found} == set(BOARDS)
    assert {("classic", ("rw",), "officer"), ("classic", ("rw",), "recruit")} <= found
    assert Game.new(*setting(11)[:2], begin=False)


def test_a_thought_ends_where_somebody_is_asked() -> None:
    """Its owner may have left an answer: what would follow is thought of when that is known."""
    sub = {"SZ 110": {"Germany": "1 submarine", "United Kingdom": "1 cruiser"}}
    game = stand("Germany", "done", phase="combat move", units=sub)
    thought = think(game, "officer", 1)
    assert [text for text, _ in thought.orders] == ["fight SZ 110"]
    game.submit("fight SZ 110", Prng(1))
    assert [decision.kind for decision in game.state.pending] == ["submerge"]
