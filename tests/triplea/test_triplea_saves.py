"""Saves of TripleA as positions: what is in them comes over, what can't is named, what is none is refused."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from rules.cases import start
from rules.dice.prng import Prng
from rules.play.game import Game
from rules.soak import Player, Report, play_on
from tests.triplea.older import older_file
from tests.triplea.saves import Saved
from tests.triplea.tellers import played
from triplea import BadSave, Unsuited, position_of, read_save

GAME_OF_2008 = (Path(__file__).parents[1] / "data" / "saves_of_others" / "classic-2008.toml").read_text("utf-8")
NAMED = {
    "global1940": "World War II Global 1940 2nd Edition",
    "global1942": "World War II Global 1942 2nd Edition",
    "oztea1941": "Ozteas 1941 Global Setup",
    "path_to_victory": "WW2 Path to Victory",
    "europe1940": "World War II Europe 1940 2nd Edition",
    "pacific1940": "World War II Pacific 1940 2nd Edition",
    "anniversary": "World War II v3 1941",
    "edition1942": "World War II v5 1942",
    "revised": "World War II Revised",
    "classic": "World War II Classic",
}


def _stock(game: Game) -> dict[tuple[str, str, str, int, bool], int]:
    found: dict[tuple[str, str, str, int, bool], int] = {}
    for unit in game.state.units.values():
        aboard = unit.carrier is not None
        mark = (unit.place, unit.owner, unit.type, unit.damage, aboard)
        found[mark] = found.get(mark, 0) + 1
    return found


def _facilities(game: Game) -> dict[str, list[tuple[str, int]]]:
    return {place: sorted((f.type, f.damage) for f in found) for place, found in game.state.facilities.items() if found}


@pytest.mark.parametrize("board", NAMED)
def test_a_game_goes_out_and_comes_back(board: str) -> None:
    """After a round: units with damage and cargo, owners, money, wars, facilities."""
    game = played(board)
    found = position_of(read_save(Saved(game, NAMED[board], "Purchase").file()))
    assert found.board == board
    case = start.read(found.text)
    again = start.begin(case, case.rules, case.options, Prng(1))
    assert _stock(again) == _stock(game)
    assert again.state.owners == game.state.owners
    assert again.state.money == game.state.money
    wars = ({p for p, r in g.state.relations.items() if r == "war"} for g in (again, game))
    assert next(wars) == next(wars)
    assert _facilities(again) == _facilities(game)
    assert (again.state.turn.round, again.state.turn.power) == (game.state.turn.round, game.state.turn.power)


def test_what_was_bought_is_had_back() -> None:
    game = Game.new("global1940")
    found = position_of(read_save(Saved(game, NAMED["global1940"], "CombatMove", ["tank", "infantry"]).file()))
    case = start.read(found.text)
    assert case.phase == "purchase" and case.money["Germany"] == game.state.money["Germany"] + 9
    assert any("1 armour and 1 infantry" in told for told in found.lost)


def test_technologies_come_over() -> None:
    found = position_of(read_save(Saved(Game.new("global1940"), NAMED["global1940"]).file()))
    assert start.read(found.text).tech["Germany"] == ["heavy bombers"]


def test_a_turn_that_is_half_played_is_refused() -> None:
    save = read_save(Saved(Game.new("global1940"), NAMED["global1940"], "NonCombatMove").file())
    with pytest.raises(Unsuited, match="start of a turn"):
        position_of(save)


def test_a_game_that_is_not_played_here_is_refused() -> None:
    save = read_save(Saved(Game.new("classic"), "Napoleonic Empires").file())
    with pytest.raises(Unsuited, match="none of the games"):
        position_of(save)


def test_the_year_of_anniversary_is_its_option() -> None:
    game = Game.new("anniversary", options={"scenario": 1942})
    case = start.read(position_of(read_save(Saved(game, "World War II v3 1942", "Tech").file())).text)
    assert case.options == {"scenario": 1942} and case.phase == "research"
    assert _stock(start.begin(case, case.rules, case.options, Prng(1))) == _stock(game)


def test_balanced_is_played_with_its_rules() -> None:
    found = position_of(read_save(Saved(Game.new("global1940"), "World War II G40 Balanced").file()))
    assert start.read(found.text).rules == ("bm",)


_WHOLE = gzip.decompress(Saved(Game.new("classic"), "Classic").file())


@pytest.mark.parametrize("whole", [b"", b"\xac\xed\x00\x05", _WHOLE[:-200], _WHOLE[:90]], ids=range(4))
def test_what_is_no_save_is_refused(whole: bytes) -> None:
    for data in (whole, gzip.compress(whole)):
        with pytest.raises(BadSave):
            read_save(data)


def test_any_byte_may_be_wrong() -> None:
    """A save with bytes changed is read as something, or refused; never anything else."""
    prng = Prng(5)
    for _ in range(60):
        spoilt = bytearray(_WHOLE)
        for _ in range(1 + prng.roll(1, "")[0]):
            at = sum(d * 6**n for n, d in enumerate(prng.roll(7, ""))) % len(spoilt)
            spoilt[at] = sum(prng.roll(40, "")) % 256
        try:
            position_of(read_save(gzip.compress(bytes(spoilt))))
        except (BadSave, Unsuited):
            continue


@pytest.mark.parametrize("numbers", ["mapValues", "m_values"])
def test_a_save_of_triplea_1_is_the_same_position(numbers: str) -> None:
    """Names of classes and fields as the versions 1.0 to 1.10 had them."""
    game = played("classic")
    newer = read_save(Saved(game, NAMED["classic"], "Purchase").file())
    older = read_save(older_file(Saved(game, NAMED["classic"], "Purchase"), numbers))
    assert position_of(older).text == position_of(newer).text
    assert sum(map(len, older.units.values())) > 50 and older.money == newer.money


def test_a_game_of_2008_plays_on() -> None:
    """A position that players left in 2008, as a save of that time: no relations, IPCs."""
    case = start.read(GAME_OF_2008)
    game = start.begin(case, case.rules, case.options, Prng(1))
    found = position_of(read_save(older_file(Saved(game, "Classic", "Purchase"), "m_values", relations=False)))
    assert not found.lost
    again = start.read(found.text)
    resumed = start.begin(again, again.rules, again.options, Prng(1))
    assert _stock(resumed) == _stock(game) and resumed.state.money == game.state.money
    assert resumed.view.at_war("Japan", "United States")
    report, prng = Report(), Prng(3)
    play_on(resumed, 3, report, 1, Player(prng), prng)
    assert not report.violations and resumed.state.turn.round == 2
