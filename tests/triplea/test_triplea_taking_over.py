"""Summaries of turns that come in: what was really posted, what people write by hand, what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.cases import edits
from rules.dice.protocol import ScriptedDice
from rules.play.game import Game
from tests.triplea.tellers import china, taken, told
from triplea import Problem, read_summary

CHINA = (Path(__file__).parents[1] / "data" / "summaries" / "china-first-turn.txt").read_text("utf-8")


def classic(*orders: str) -> Game:
    """The first turn of Classic, after some orders."""
    game = Game.new("classic")
    for order in orders:
        assert not hasattr(game.submit(order, ScriptedDice([])), "code"), order
    return game


UKRAINE = """Purchase Units - Russians
Russians buy 8 infantry; Remaining resources: 0 PUs;
Combat Move - Russians
3 infantry and 1 armour moved from Karelia S.S.R. to Ukraine S.S.R.
Combat - Russians
Battle in Ukraine S.S.R.
"""


def only(problems: list[Problem]) -> Problem:
    """The one thing that is wrong."""
    (problem,) = problems
    return problem


def test_a_turn_that_was_really_played_comes_in() -> None:
    """Orders and hits are those of a turn that a player posted; the game plays on from there."""
    game = china()
    found = taken(CHINA, game)
    assert not found.problems
    texts = [order for order, _ in told(found)]
    assert "move 6 infantry: Szechwan > Yunnan" in texts and "place 4 infantry: Yunnan" in texts
    dice = {order: throws for order, throws in told(found) if throws}
    assert [sum(face <= 3 for face in throw) for throws in dice.values() for throw in throws] == [0, 0, 3, 1]
    state = found.game.state
    assert state.owners["Yunnan"] == "China" and state.turn.power == "United Kingdom"
    in_yunnan = [u.type for u in state.units.values() if u.place == "Yunnan"]
    assert in_yunnan == ["infantry"] * 10
    assert state.money["China"] == 16 and not found.notes


def test_the_game_itself_is_not_touched() -> None:
    game = china()
    before = game.hash
    taken(CHINA, game)
    assert game.hash == before


def test_dice_that_cannot_be_are_refused_with_their_line() -> None:
    for line, wrong, why in (
        ("0/8 hits, 1.67", "0/7 hits, 1.67", "7 dice are told; 8 are rolled"),
        ("0/8 hits, 1.67", "9/8 hits, 1.67", "9 hits are told; 0 to 8 are possible"),
        ("round 2 : 0/1 hits", "round 2 : 2/1 hits", "2 hits are told; 0 to 1"),
        (
            "Japanese roll dice for 1 artillery in Yunnan, round 2",
            "Chinese roll dice for 1 artillery in Yunnan, round 2",
            "Japan rolls",
        ),
    ):
        problem = only(taken(CHINA.replace(line, wrong, 1), china()).problems)
        assert why in problem.why and wrong.split(",")[0] in problem.text, problem


def test_losses_that_the_dice_do_not_give_are_refused() -> None:
    text = CHINA.replace("4 infantry; Remaining", "3 infantry; Remaining").replace(
        "4 infantry placed", "5 infantry placed"
    )
    problem = only(taken(text, china()).problems)
    assert problem.text == "5 infantry placed in Yunnan"


def test_what_cannot_be_read_is_told_line_by_line() -> None:
    game = china()
    text = CHINA.replace("from Szechwan to Yunnan", "from Szechwann to Yunnan").replace(
        "buy 4 infantry", "buy 4 infantri"
    )
    found = taken(text, game)
    assert [p.text.split(" ", 1)[0] for p in found.problems] == ["Chinese", "6", "1"]
    assert "Did you mean Szechwan" in found.problems[1].why and "infantry" in found.problems[0].why
    assert not found.orders


def test_another_powers_turn_is_refused() -> None:
    problem = only(taken(CHINA, Game.new("global1940")).problems)
    assert "It is Germany's turn here" in problem.why and problem.text == "Purchase Units - Chinese"


def test_a_turn_written_by_hand_comes_in() -> None:
    text = """Russia R1
    Purchase: 8 inf
    CM:
    3 inf, 1 arm from Karelia to Ukraine
    Battle in Ukraine:
    Russians: 1/4 hits
    Germans hit 2 of 6
    1 infantry owned by the Germans and 2 infantry owned by the Russians lost
    Russians retreat to Karelia
    NCM
    Placement:
    8 inf in Russia
    End turn
    """
    game = classic("done")
    found = taken(text.partition("\n")[2], game)
    assert not found.problems, found.problems
    texts = [order for order, _ in told(found)]
    assert texts[:4] == [
        "buy 8 infantry",
        "done",
        "move 3 infantry, 1 armor: Karelia S.S.R. > Ukraine S.S.R.",
        "done",
    ]
    assert "retreat to Karelia S.S.R." in texts and texts[-1] == "done"
    assert found.game.state.turn.power == "Germany"


def test_a_battle_without_dice_follows_from_its_losses() -> None:
    text = UKRAINE + (
        "2 infantry owned by the Germans and 1 infantry owned by the Russians lost in Ukraine S.S.R.\n"
        "3 infantry owned by the Russians retreated to Karelia S.S.R.\n"
        "Casualties for Germans: 2 infantry\nCasualties for Russians: 1 infantry\n"
    )
    found = taken(text, classic("done"))
    assert not found.problems, found.problems
    left = [u.owner for u in found.game.state.units.values() if u.place == "Ukraine S.S.R."]
    assert left.count("Germany") == sum(u.place == "Ukraine S.S.R." for u in classic().state.units.values()) - 2


def test_a_battle_that_is_told_without_its_end_is_refused() -> None:
    text = UKRAINE + "Russians roll dice in Ukraine S.S.R. : 0/4 hits\nGermans: 0/6 hits\n"
    problem = only(taken(text, classic("done")).problems)
    assert "Russia" in problem.why or "USSR" in problem.why
    assert "as an order" in problem.why


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("2 inf and 1 arm moved from Germany to Poland", "move 2 infantry, 1 tank: Germany > Poland"),
        ("1 transport and 2 infantry moved from 113 Sea Zone to 114 Sea Zone", "move 1 transport: SZ 113 > SZ 114"),
        ("1 infantry and 1 fighter moved from Germany to 113 Sea Zone", "load 1 infantry: Germany > SZ 113"),
        ("2 mech_infantrys moved from 113 Sea Zone to Norway", "unload 2 mechanized infantry: SZ 113 > Norway"),
        ("Germans buy 2 artilleries and 1 bomber; Remaining resources: 0 PUs;", "buy 2 artillery, 1 strategic bomber"),
        ("1 factory_minor placed in Romania", "place 1 minor industrial complex: Romania"),
        ("[casualties 1 infantry] by British", "casualties 1 infantry"),
        ("move 3 tanks: germany > poland", "move 3 tank: Germany > Poland"),
        ("Battle in 112 Sea Zone", "fight SZ 112"),
    ],
)
def test_one_line(line: str, order: str) -> None:
    orders = [one.order for one in read_summary(line, china().table).lines if hasattr(one, "order")]
    assert orders[0] == order


def test_bombers_that_raid_are_told_by_their_raid() -> None:
    text = """1 bomber moved from Germany to United Kingdom
    Strategic bombing raid in United Kingdom
    Bombing raid in United Kingdom rolls: 3 and causes: 5 damage to unit: factory_major"""
    lines = read_summary(text, china().table).lines
    assert lines[0].order == "bomb major industrial complex: 1 strategic bomber: Germany > United Kingdom"  # type: ignore[attr-defined]


def test_repairs_are_done_where_it_is_clear() -> None:
    """Six points at once, as a German player repaired them in round 20 of a public game."""
    game = Game.new("global1940")
    for place, hits in (("Germany", 2), ("Western Germany", 4)):
        edits.carry_out(game, edits.set_damage("", "major industrial complex", place, hits), "bombed")
    text = "Purchase Units - Germans\nGermans repair damage of {}x factory_major; Remaining resources: 24 PUs;"
    found = taken(text.format(6), game)
    assert not found.problems and [order for order, _ in told(found)][-2:] == [
        "repair 2 on major industrial complex: Germany",
        "repair 4 on major industrial complex: Western Germany",
    ]
    problem = only(taken(text.format(5), game).problems)
    assert "2 in Germany, 4 in Western Germany" in problem.why


def test_of_several_ways_the_one_is_meant_that_is_told_as_taken() -> None:
    """An armour and a mechanized infantry drove from Novosibirsk to Yenisey and took Timguska, in that game."""
    game = Game.new("global1940")
    for place, owner in (("Novosibirsk", "Germany"), ("Yenisey", "Soviet Union"), ("Timguska", "Soviet Union")):
        edits.carry_out(game, edits.set_owner(place, owner), "in round 20")
    edits.carry_out(game, edits.add_units("Germany", "1 tank, 1 mechanized infantry", "Novosibirsk"), "in round 20")
    text = (
        "Politics - Germans\nGermans succeeds on action: To War With Russia: Changing Relationship for Germans and Russians "
        "from Neutrality to War\nCombat Move - Germans\n1 armour and 1 mech_infantry moved from Novosibirsk to Yenisey\n"
        "Germans take Timguska from Russians\n"
    )
    found = taken(text, game)
    assert not found.problems, found.problems
    assert found.game.state.owners["Timguska"] == "Germany"
