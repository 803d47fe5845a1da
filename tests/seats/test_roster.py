"""Players by name: other weights, other versions, the punisher."""

from __future__ import annotations

import json
import subprocess

import pytest
from test_sanity import plan, position

from rules.dice.prng import Prng
from rules.play.game import Game, Outcome, dump_entry
from seats import OFFICER, Player
from seats.levels import PUNISHER
from seats.measure import guest as module
from seats.measure import roster
from seats.measure.cli import main
from seats.measure.guest import ROOT, Gone, Guest
from seats.measure.roster import mark, player, version, weighed
from seats.measure.serve import serve


def test_a_level_is_had_with_other_weights() -> None:
    level = weighed("officer:fear=0.5,plans=3,looks=0")
    assert (level.fear, level.plans, level.looks, level.back) == (0.5, 3, False, OFFICER.back)


@pytest.mark.parametrize("name", ["nobody", "officer:courage=1", "officer:fear=much"])
def test_an_unknown_player_is_refused(name: str) -> None:
    with pytest.raises((KeyError, ValueError)):
        player(name, 1)


def test_a_served_player_gives_the_orders_it_gives_here() -> None:
    game, dice, mine = Game.new("classic"), Prng(9), Player(OFFICER, 5)
    first = {"head": game.head(), "snapshot": game.snapshot(), "log": [dump_entry(e) for e in game.log]}
    told, sent = len(game.log), [json.dumps({"level": "officer", "seed": 5}), json.dumps(first)]
    given = []
    for _ in range(25):
        wish = mine.next(game)
        given.append(wish.text)
        assert isinstance(game.submit(wish.text, dice), Outcome)
        sent.append(json.dumps({"entries": [dump_entry(e) for e in game.log.since(told).here]}))
        told = len(game.log)
    assert [json.loads(line)["text"] for line in serve(sent[:-1])] == given


@pytest.fixture
def history() -> str:
    """A commit that has the players of now, where there is a history at all."""
    found = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip("the versions of the players are in git's history, and there is none here")
    return found.stdout.strip()


def test_a_guest_of_another_version_plays_along(history: str) -> None:
    guest, game, dice = Guest("recruit", history, 3), Game.new("classic"), Prng(2)
    for _ in range(12):
        assert isinstance(game.submit(guest.next(game).text, dice), Outcome)
    guest.close()
    assert game.log[-1].by == "USSR"
    assert not guest.refused


def test_a_version_that_is_not_there_is_told() -> None:
    with pytest.raises(Gone, match="no players of 0000000"):
        module.checked_out("0000000")


def test_a_guest_that_has_ended_is_told(history: str) -> None:
    guest = Guest("nobody at all", history, 1)
    with pytest.raises(Gone, match="ended"):
        guest.next(Game.new("classic"))
    guest.close()


@pytest.mark.parametrize(
    ("units", "power", "order"),
    [
        ({"Eastern Europe": {"Germany": "1 infantry"}, "Russia": {"USSR": "9 infantry"}}, "Germany", "Karelia S.S.R."),
        (
            {"North Sea Zone": {"United Kingdom": "1 transport"}, "Western Europe": {"Germany": "1 fighter"}},
            "Germany",
            "North Sea",
        ),
        (
            {"Karelia S.S.R.": {"USSR": "5 infantry"}, "Eastern Europe": {"Germany": "9 infantry, 9 armor"}},
            "Germany",
            "Karelia",
        ),
    ],
    ids=["empty ground", "a naked ship", "a hanging stack"],
)
def test_the_punisher_takes_what_is_left_to_it(units: dict[str, dict[str, str]], power: str, order: str) -> None:
    assert any(order in text.partition(">")[2] for text in plan(position(power, "combat move", units), PUNISHER))


@pytest.mark.parametrize(("other", "differ"), [("officer:budget=60001", 0), ("greedy", 1)], ids=["alike", "another"])
def test_whether_two_players_give_the_same_orders_is_told_by_whole_games(
    other: str, differ: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["same", "--rounds", "1", "--games", "1", "--a", "officer", "--b", other]) == differ
    assert capsys.readouterr().out == f"seed 1: {'other orders' if differ else 'the same'}\n"


def test_a_version_that_plays_a_board_as_before_keeps_the_mark_of_the_earlier_one_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(roster, "SAME", {(mark(), "global1940"): "12345678"})
    assert version("global1940") == "12345678" and version("classic") == mark() != "12345678"
