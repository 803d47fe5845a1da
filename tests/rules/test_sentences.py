"""Sentences as people write them: read where they can mean one order, refused with that order's form where not."""

from __future__ import annotations

import pytest

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.model.refusals import Refused
from rules.play.game import Game, NoDice, Outcome
from rules.play.reading import unreadable


def at(board: str, power: str, phase: str) -> Game:
    """A game as it is set up, in the first turn of a power."""
    game = Game.new(board)
    for _ in range(60):
        turn = game.state.turn
        if (turn.power, turn.phase) == (power, phase):
            return game
        assert isinstance(game.submit("done", NoDice()), Outcome)
    raise AssertionError("no such turn")


GERMANY = {
    phase: at("global1940", "Germany", phase) for phase in ("purchase", "combat move", "noncombat move", "mobilize")
}
CLASSIC = at("classic", "Germany", "combat move")


def refused(game: Game, text: str) -> Refused:
    before = game.hash
    with pytest.raises(Refused) as caught:
        game.parse(text)
    assert game.hash == before
    return caught.value


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("buy 2 tanks and a fighter", "buy 2 tank, 1 fighter"),
        ("purchase 3 inf", "buy 3 infantry"),
        ("buy 2 inf and 1 tank for UK Pacific", "buy 2 infantry (UK Pacific), 1 tank (UK Pacific)"),
        ("please buy ten inf & 2 str bombers!", "buy 10 infantry, 2 strategic bomber"),
        ("buy 1 air base in Germany", "buy 1 air base: Germany"),
        ("move 3 inf from germany to poland", "move 3 infantry: Germany > Poland"),
        ("mv 3 inf germany > poland", "move 3 infantry: Germany > Poland"),
        ("move 3 inf and 2 tanks germany to poland", "move 3 infantry, 2 tank: Germany > Poland"),
        ("move 3 inf to poland from germany", "move 3 infantry: Germany > Poland"),
        ("send 2 tac bombers from germany via poland to baltic states",
         "move 2 tactical bomber: Germany > Poland > Baltic States"),
        ("move 2 tanks from germany to baltic states through poland", "move 2 tank: Germany > Poland > Baltic States"),
        ("move 1 transport (cargo: 2 infantry) from sz 113 to sz 112 anyway",
         "move 1 transport (cargo: 2 infantry): SZ 113 > SZ 112"),
        ("move all 3 tanks: greater southern germany -> slovakia hungary",
         "move 3 tank: Greater Southern Germany > Slovakia/Hungary"),
        ("load 2 inf from germany to sz 113", "load 2 infantry: Germany > SZ 113"),
        ("ship 1 inf germany > 113 > norway using transport in 114",
         "ship 1 infantry: Germany > SZ 113 > Norway using 1 transport: SZ 114"),
        ("ship 1 inf: germany > 113 > norway using 1 transport 114",
         "ship 1 infantry: Germany > SZ 113 > Norway using 1 transport: SZ 114"),
        ("repair 8 major complex germany", "repair 8 on major industrial complex: Germany"),
        ("repair 3 points of the air base in uk", "repair 3 on air base: United Kingdom"),
        ("repair 2 battleships in 110", "repair 2 battleship: SZ 110"),
        ("place 3 inf and a tank in germany", "place 3 infantry, 1 tank: Germany"),
        ("lose 2 inf and a tank", "casualties 2 infantry, 1 tank"),
        ("in poland: lose 2 inf and a tank", "in Poland: casualties 2 infantry, 1 tank"),
        ("fight in poland", "fight Poland"),
        ("land a fighter and a bomber from 110 to the united kingdom",
         "land 1 fighter, 1 strategic bomber: SZ 110 > United Kingdom"),
        ("declare war against ussr", "declare war on Soviet Union"),
        ("demolish the air base in western germany", "demolish air base: Western Germany"),
        ("bomb the air base in the uk with 2 bombers and a fighter from western germany",
         "bomb air base: 2 strategic bomber, 1 fighter: Western Germany > United Kingdom"),
        ("bomb ukraine with 2 bombers from germany",
         "bomb minor industrial complex: 2 strategic bomber: Germany > Ukraine"),
        ("fall back to poland", "retreat to Poland"),
        ("i lose 2 inf", "casualties 2 infantry"),
        ("blitz 2 tanks germany > poland", "move 2 tank: Germany > Poland"),
        ("move 3 inf from the united kingdom to the 110", "move 3 infantry: United Kingdom > SZ 110"),
        ("end the phase", "done"),
        ("no scramble", "pass"),
        ("take it back", "undo"),
    ],
)  # fmt: skip
def test_what_means_one_order_in_any_position(typed: str, canonical: str) -> None:
    assert str(GERMANY["purchase"].parse(typed)) == canonical


def test_all_are_those_that_can_go() -> None:
    game = GERMANY["noncombat move"]
    every = "3 antiaircraft artillery, 3 artillery, 11 infantry, 2 strategic bomber, 1 tactical bomber"
    for text in (
        "move all: germany > poland",
        "move everything from germany to poland",
        "mv all units germany > poland",
    ):
        assert str(game.parse(text)) == f"move {every}: Germany > Poland"
    assert str(game.parse("move all planes: germany > poland")) == (
        "move 2 strategic bomber, 1 tactical bomber: Germany > Poland"
    )
    assert str(game.parse("move all infantry and 2 art: germany > poland")) == (
        "move 11 infantry, 2 artillery: Germany > Poland"
    )


def test_all_is_no_guess_where_some_can_not() -> None:
    refusal = refused(CLASSIC, "move all: germany > karelia").refusal
    assert refusal.choices == ("move 2 armor, 1 bomber, 1 fighter: Germany > Karelia S.S.R.",)
    assert refusal.code == "too-far" and "4 infantry cannot" in refusal.message
    assert CLASSIC.trial(refusal.choices[0]) is None


def test_place_all_is_what_was_bought() -> None:
    game = at("global1940", "Germany", "purchase")
    assert isinstance(game.submit("buy 3 inf and a tank", NoDice()), Outcome)
    while game.state.turn.phase != "mobilize":
        assert isinstance(game.submit("done", NoDice()), Outcome)
    outcome = game.submit("place everything in germany", NoDice())
    assert isinstance(outcome, Outcome) and outcome.entry.text == "place 3 infantry, 1 tank: Germany"


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("attack karelia from ukraine with everything",
         "move 2 armor, 1 fighter, 3 infantry: Ukraine S.S.R. > Karelia S.S.R."),
        ("attack karelia with 3 inf from ukraine", "move 3 infantry: Ukraine S.S.R. > Karelia S.S.R."),
        ("attack yakut with all bombers", "move 1 bomber: Germany > Yakut S.S.R."),
        ("attack caucasus with all infantry", "move 3 infantry: Ukraine S.S.R. > Caucasus"),
    ],
)  # fmt: skip
def test_an_attack_is_a_move(typed: str, canonical: str) -> None:
    assert str(CLASSIC.parse(typed)) == canonical


def test_an_attack_that_may_mean_several_moves_names_them() -> None:
    for text in ("attack karelia with everything", "attack karelia", "attack karelia with 3 inf"):
        refusal = refused(CLASSIC, text).refusal
        assert len(refusal.choices) > 1 and "one from each place" in refusal.message
        assert all(CLASSIC.trial(choice) is None for choice in refusal.choices)
    assert (
        "move 2 infantry, 1 tank: Romania > Yugoslavia"
        in refused(GERMANY["combat move"], "attack yugoslavia").refusal.choices
    )


def test_an_attack_that_cannot_be_says_why() -> None:
    germany = GERMANY["combat move"]
    assert refused(germany, "attack ukraine with everything").refusal.code == "at-peace"
    assert refused(germany, "attack poland").refusal.message == "Poland is not in enemy hands."
    assert refused(CLASSIC, "attack brazil with everything").refusal.code == "too-far"
    early = refused(GERMANY["purchase"], "attack yugoslavia").refusal
    assert early.code == "wrong-phase" and "combat move" in early.message and "> Yugoslavia`" in early.message
    transports = GERMANY["purchase"].trial("attack transports: SZ 112")
    assert transports is not None and "belongs to combat move and conduct combat" in transports.message


def test_a_battle_that_is_due_is_fought() -> None:
    game = at("global1940", "Germany", "combat move")
    assert isinstance(game.submit("move 2 infantry: Romania > Yugoslavia", NoDice()), Outcome)
    assert isinstance(game.submit("done", NoDice()), Outcome)
    assert str(game.parse("attack yugoslavia")) == "fight Yugoslavia"


def test_the_end_of_the_turn() -> None:
    assert str(GERMANY["mobilize"].parse("end turn")) == "done"
    early = refused(GERMANY["purchase"], "end turn").refusal
    assert "`done` ends purchase" in early.message and "combat move" in early.message


def test_help_tells_the_orders_of_the_phase() -> None:
    told = refused(GERMANY["purchase"], "help").refusal
    assert "`buy 3 infantry, 1 tank`" in told.message and "`done`" in told.message
    assert "`move 3 infantry: Germany > Poland`" in refused(GERMANY["combat move"], "help").refusal.message


@pytest.mark.parametrize(
    ("phase", "typed", "canonical"),
    [
        ("combat move", "battleship SZ 113 > SZ 111", "move 1 battleship: SZ 113 > SZ 111"),
        ("combat move", "2 fighters Western Germany to SZ 111", "move 2 fighter: Western Germany > SZ 111"),
        ("combat move", "2 tanks holland -> france anyway", "move 2 tank: Holland/Belgium > France"),
        ("combat move", "all fighters western germany > SZ 111", "move 2 fighter: Western Germany > SZ 111"),
        ("noncombat move", "3 inf: germany > poland", "move 3 infantry: Germany > Poland"),
        ("purchase", "3 inf and a tank", "buy 3 infantry, 1 tank"),
        ("mobilize", "3 inf germany", "place 3 infantry: Germany"),
    ],
)
def test_units_alone_are_for_what_the_phase_orders(phase: str, typed: str, canonical: str) -> None:
    game = GERMANY[phase]
    assert str(game.parse(typed)) == canonical
    for other in GERMANY.values():  # of a line further below nobody knows the phase yet
        assert unreadable(typed, other.table.lexicon) is None


def test_a_way_without_a_verb_is_refused_as_a_move() -> None:
    told = refused(GERMANY["combat move"], "2 fighters Western Germany > Polnd").refusal
    assert "Did you mean Poland" in told.message
    assert "I do not know the order" in refused(GERMANY["combat move"], "dance with me").refusal.message
    assert refused(GERMANY["purchase"], "2 fighters Western Germany > SZ 111").refusal.code == "syntax"


def test_all_of_a_kind_are_told_from_a_place_of_two_words() -> None:
    game = GERMANY["combat move"]
    found = "move 2 fighter, 3 tactical bomber: Western Germany > SZ 111"
    assert str(game.parse("move all planes western germany > SZ 111")) == found


def test_what_is_no_sentence_is_refused_by_what_was_understood() -> None:
    assert "Did you mean Poland" in refused(GERMANY["combat move"], "move 3 inf from germany to polnd").refusal.message
    for text in (
        "move 3 inf",
        "infant",
        "dance",
        "attack",
        "move : Germany > Poland",
        "all",
        ",, 1",
    ):
        refusal = GERMANY["purchase"].trial(text)
        assert refusal is not None and refusal.code in ("syntax", "wrong-phase"), text
    assert refused(GERMANY["purchase"], "buy ,, 13 # art").refusal.code == "unknown-unit"


def test_ships_that_fetch_are_looked_for_where_the_cargo_boards() -> None:
    germany = at("global1940", "Germany", "noncombat move")
    done = germany.submit("ship 2 inf germany > 114 > norway using transport", NoDice())
    assert isinstance(done, Outcome)


def test_the_rest_is_placed_as_far_as_room_goes() -> None:
    game = at("global1940", "Germany", "purchase")
    assert isinstance(game.submit("buy 10 infantry", NoDice()), Outcome)
    while game.state.turn.phase != "mobilize":
        assert isinstance(game.submit("done", NoDice()), Outcome)
    assert isinstance(game.submit("place 4 infantry: Western Germany", NoDice()), Outcome)
    for typed in ("place rest in Germany", "place the rest: germany", "place all the remaining units in Germany"):
        assert str(game.parse(typed)) == "place 6 infantry: Germany"
    assert str(game.parse("place all infantry in Germany")) == "place 6 infantry: Germany"
    small = at("global1940", "Italy", "purchase")
    assert isinstance(small.submit("buy 2 infantry, 1 artillery", NoDice()), Outcome)
    while small.state.turn.phase != "mobilize":
        assert isinstance(small.submit("done", NoDice()), Outcome)
    assert str(small.parse("place rest in Northern Italy")) == "place 2 infantry, 1 artillery: Northern Italy"


def test_load_with_the_using_of_ship_says_whose_it_is() -> None:
    refusal = refused(GERMANY["combat move"], "load 1 infantry: Germany > SZ 113 using 1 transport").refusal
    assert refusal.code == "syntax" and "belongs to `ship`" in refusal.message
    assert refusal.choices == ("load 1 infantry: Germany > SZ 113",)


HOUSE = Game.new("global1940", ["x4", "bx.waffen-ss", "bx.heavy-industry"])


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("upgrade 2 infantry in germany to waffen ss infantry", "upgrade 2 infantry to waffen-ss infantry: Germany"),
        ("upgrade 2 inf to waffen-ss infantry in germany", "upgrade 2 infantry to waffen-ss infantry: Germany"),
        ("upgrade 2 inf germany to waffen-ss infantry", "upgrade 2 infantry to waffen-ss infantry: Germany"),
        ("upgrade the major complex in germany to heavy industry",
         "upgrade major industrial complex to heavy industry: Germany"),
        ("form a panzer army in germany with 1 panzer general and 5 tanks",
         "form panzer army: Germany: 1 panzer general, 5 tank"),
        ("disband the panzer army in germany", "disband panzer army: Germany"),
        ("lay 2 mines in germany on the border to poland", "lay 2 landmine: Germany | Poland"),
        ("lay 2 mines between germany and poland", "lay 2 landmine: Germany | Poland"),
    ],
)  # fmt: skip
def test_orders_of_house_rules_are_sentences_too(typed: str, canonical: str) -> None:
    assert str(HOUSE.parse(typed)) == canonical


def damaged() -> Game:
    """Germany's purchase, a complex damaged in Berlin, complex and base in Western Germany."""
    both = "major industrial complex (damaged 2), air base (damaged 3)"
    where = {"Germany": "major industrial complex (damaged 5)", "Western Germany": both}
    table = {"id": "G40-4.3.x", "title": "", "game": "global1940", "power": "Germany", "phase": "purchase"}
    step = [{"order": "done"}]
    return build(read_case({**table, "facilities": {p: {"has": text} for p, text in where.items()}, "step": step}))


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("repair 3 damage in germany", "repair 3 on major industrial complex: Germany"),
        ("repair 3: germany", "repair 3 on major industrial complex: Germany"),
        ("repair 3 points in germany", "repair 3 on major industrial complex: Germany"),
        ("repair the complex in germany", "repair 5 on major industrial complex: Germany"),
        ("repair all in germany", "repair 5 on major industrial complex: Germany"),
        ("repair all damage of the air base in western germany", "repair 3 on air base: Western Germany"),
    ],
)
def test_what_is_repaired_may_be_what_is_damaged(typed: str, canonical: str) -> None:
    game = damaged()
    assert str(game.parse(typed)) == canonical and game.trial(typed) is None


def test_where_several_are_damaged_each_is_a_choice() -> None:
    game = damaged()
    several = ("repair 2 on major industrial complex: Western Germany", "repair 3 on air base: Western Germany")
    assert refused(game, "repair everything in western germany").refusal.choices == several
    found = game.trial("repair complex: western germany")
    assert found and found.code == "not-eligible" and found.choices == several[:1]


def test_what_is_bombed_is_asked_where_several_things_stand() -> None:
    refusal = refused(GERMANY["combat move"], "bomb london with 2 bombers from germany").refusal
    assert (
        "bomb air base: 2 strategic bomber: Germany > United Kingdom" in refusal.choices and len(refusal.choices) == 3
    )
