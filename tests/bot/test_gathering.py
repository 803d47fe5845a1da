"""Lines of the log gathered by what they tell: what the engine says twice is said once."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from bot.discord.features.orders.commands import asked_once
from bot.discord.text import words
from bot.game.record.narration import as_one, brief, orders_of, tell, without_beginnings
from bot.game.record.rounds import by_rounds, without_dice
from rules.core.table import Table
from rules.model.events import BattleChanged, DiceRolled, Event, UnitRemoved
from rules.model.state import Battle, Unit
from rules.play.game import Entry, Game, NoDice
from rules.play.narrate import Heading, Line, told
from tests.positions import stand

UKRAINE = {
    "game": "classic",
    "units": {"Caucasus": {"USSR": "2 infantry, 1 armor"}, "Ukraine S.S.R.": {"Germany": "1 infantry"}},
}


def last(game: Game) -> list[str]:
    """What the last order of a game is told with."""
    return [line.text for line in tell(game.table, [game.log[-1]])]


def test_purchases_are_one_line() -> None:
    game = stand("USSR", "buy 3 infantry, 1 armor", **{**UKRAINE, "phase": "purchase", "money": {"USSR": 24}})
    assert last(game) == ["USSR buys 3 infantry (9 IPC), 1 armor (5 IPC); 10 IPC left"]
    more = stand("Italy", "buy 1 air base: Libya", phase="purchase", money={"Italy": 26}, owner={"Libya": "Italy"})
    assert last(more) == ["Italy buys 1 air base for Libya (15 IPC); 11 IPC left"]


def test_what_else_is_paid_between_purchases_shows_in_what_is_left() -> None:
    site = {"facilities": {"Germany": "minor industrial complex"}, "owner": {"Germany": "Germany"}}
    orders = ("buy 1 infantry", "upgrade 1 minor industrial complex to major industrial complex: Germany")
    game = stand("Germany", *orders, phase="purchase", money={"Germany": 30}, **site)
    lines = [line.text for line in as_one(game.table, game.log.here[-2:])]
    assert lines[0] == "Germany buys 1 infantry (3 IPC); 7 IPC left"


def test_a_conquest_is_one_line() -> None:
    """Neither that the battle is over nor who has won it is told beside; names may end with a full stop."""
    attack = "move 2 infantry, 1 armor: Caucasus > Ukraine S.S.R."
    game = stand("USSR", attack, "done", "fight Ukraine S.S.R.", dice=(1, 6, 6, 6), **UKRAINE)
    lines = last(game)
    assert "USSR takes Ukraine S.S.R. from Germany." in lines
    assert not [line for line in lines if "is over" in line or "has won" in line or "captured" in line]


def test_a_capital_falls_in_one_line_and_no_land_is_taken_from_itself() -> None:
    game = stand(
        "Germany", "move 6 tank, 2 fighter: Holland/Belgium > France", "done", "fight France", dice=(1,) * 8,
        money={"France": 19, "Germany": 30}, owner={"France": "France"},
        units={"Holland/Belgium": {"Germany": "6 tank, 2 fighter"}, "France": {"France": "1 infantry"}},
    )  # fmt: skip
    lines = last(game)
    assert "Germany takes France." in lines
    loot = [line for line in lines if "19 IPC" in line or "loot" in line]
    assert loot == ["The capital of France has fallen: Germany takes its 19 IPC, 49 IPC now."]


def test_an_end_that_no_other_line_tells_is_told() -> None:
    over = Battle("A", "land", "A", "USSR", "on"), Battle("A", "land", "A", "USSR", "over")
    lines = told(Table("classic"), [BattleChanged("A", *over)])
    lines = [Line("B: held.", ()), *lines]
    assert [line.text for line in brief(lines)] == ["B: held.", "A: the battle is over"]


def test_a_phase_that_begins_with_news_is_headed_once() -> None:
    lines = [Heading("France: Purchase", ()), Line("France makes an armistice.", ()), Heading("France: Purchase", ())]
    assert [line.text for line in brief(lines)] == ["France makes an armistice.", "France: Purchase"]


def test_what_is_asked_of_several_is_not_told_singly_too() -> None:
    both = "**United Kingdom / France** in France: choose the losses (6 hits)"
    told = "France, round 1\n**United Kingdom** in France: choose the losses (6 hits)\n**Italy** in Egypt: retreat"
    assert asked_once(told, [both]) == "France, round 1\n**Italy** in Egypt: retreat"
    assert asked_once(told, ["**Italy** in Egypt: retreat"]) == told


def test_changes_of_units_alike_are_told_once_and_figures_as_often_as_they_fall() -> None:
    roll = DiceRolled("USSR", "raid damage", "A", (3,))
    other = replace(roll, who="Germany")
    lines = told(Table("classic"), [roll, other])
    assert len(brief([*lines, *lines[-1:]])) == 3


def test_a_declaration_of_war_is_told_without_what_it_means() -> None:
    game = stand("Japan", "declare war on Soviet Union", phase="combat move", war=[])
    assert last(game) == ["Japan declares war on Soviet Union."]


def rounds(table: Table) -> list[Line]:
    """Four rounds of a battle in Libya and one at sea."""
    libya, sea = Battle("Libya", "land", "Libya", "Italy"), Battle("SZ 36", "sea", "SZ 36", "Japan")
    before = [replace(libya, round=number) for number in range(4)]
    begin = [BattleChanged("Libya", *pair) for pair in pairwise(before)]
    italy, france = Unit(1, "infantry", "Italy", "Libya"), Unit(2, "infantry", "France", "Libya")
    ships = [UnitRemoved(Unit(number, "transport", "Japan", "SZ 36"), "battle") for number in (3, 4, 5)]
    events: list[Event] = [
        begin[0],
        DiceRolled("Italy", "attack", "Libya", (4, 2, 4), (1, 1, 1), ("infantry",) * 3),
        DiceRolled("France", "defense", "Libya", (2,), (2,), ("infantry",)),
        UnitRemoved(italy, "battle"),
        begin[1],
        DiceRolled("Italy", "first strike (attacker)", "Libya", (1,), (2,), ("submarine",)),
        begin[2],
        UnitRemoved(france, "no landing"),
        BattleChanged("SZ 36", sea, replace(sea, round=1)),
        *ships,
    ]
    return told(table, events)


def test_a_battle_is_told_round_by_round() -> None:
    """A round that brought nothing of its own is left out; what else happens stands behind its round."""
    table = Table("global1940")
    assert [line.text for line in by_rounds(table, rounds(table))] == [
        "Libya, round 1: Italy no hit, France 1 hit; Italy loses 1 infantry",
        "Libya, round 2: Italy 1 hit by first strike",
        "France loses 1 infantry in Libya (no landing)",
        "SZ 36, round 1: Japan loses 3 transports",
    ]


def test_dice_are_left_out_where_something_else_is_left() -> None:
    lines = rounds(Table("global1940"))
    assert len(without_dice(lines)) == len(lines) - 3
    fire = [line for line in lines if any(isinstance(event, DiceRolled) for event in line.events)]
    assert without_dice(fire) == fire


def test_beginnings_and_questions_are_left_out() -> None:
    game = stand("USSR", "move 2 infantry, 1 armor: Caucasus > Ukraine S.S.R.", "done", **UKRAINE)
    entries = game.log.here[-2:]
    lines = tell(game.table, entries)
    assert [line.text for line in lines[1:]] == ["Battle in Ukraine S.S.R.", "USSR: conduct combat"]
    assert without_beginnings(lines) == lines[:1]


def test_what_begins_is_a_heading() -> None:
    game = Game.new("classic")
    assert [words.told(line) for line in tell(game.table, game.log.here)] == ["**Round 1: Early 1942**"]
    game.submit("done", NoDice(), "USSR")
    assert [words.told(line) for line in tell(game.table, game.log.here[1:])] == ["**USSR: Purchase**"]


def test_lines_know_the_orders_they_tell_of() -> None:
    moves = ("move 1 infantry: Caucasus > Ukraine S.S.R.", "move 1 armor: Caucasus > Ukraine S.S.R.")
    game = stand("USSR", *moves, **UKRAINE)
    entries: list[Entry] = game.log.here[-2:]
    (line,) = as_one(game.table, entries)
    assert line.text == "USSR: 1 infantry, 1 armor: Caucasus → Ukraine S.S.R."
    assert orders_of(line, entries) == tuple(entry.number for entry in entries)
