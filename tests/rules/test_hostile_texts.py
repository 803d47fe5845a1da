"""Whatever somebody types as an order or gives for an option is carried out or refused: it never breaks the engine."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.documents import TableError
from rules.core.table import Table
from rules.dice import ScriptedDice
from rules.model.parse import parse
from rules.model.refusals import Refusal, Refused
from rules.play.game import Game

DIGITS = "9" * 5000
WORDS = [
    "²", "٣", "½", DIGITS, "-1", "0", "", "(", ")", "((((", "#", "\x00", "\ud800", "İ", "{}", "%s", "a" * 3000,
    "in uk: " * 300, "damaged", "damaged ²", f"damaged {DIGITS}", "cargo:", "cargo: ² infantry", f"cargo: {DIGITS} infantry",
    "cargo: 1 infantry (²)", "front", "Germany", "by rail", "by air",
]  # fmt: skip
FORMS = [
    "{item}: {here} > {there}", "{item}: {here}", "{word}", "{item}", "{item}: {here} | {there}", "{word}: {here}",
    "{item} to {word}: {here}", "{word} on {word}: {here}", "{item} at {there}: {item}: {here} > {there}",
    "{item}: {here} > {there} using {item}: {here}", "{word}: {item}: {here} > {there}",
]  # fmt: skip


@functools.cache
def games() -> list[Game]:
    """Three boards, each with its first power's purchase and combat move open."""
    found = []
    for board, document in (("classic", "rw"), ("global1940", "x4"), ("europe1943", "y43")):
        for steps in range(3):
            game = Game.new(board, [document])
            for _ in range(steps):
                game.submit("done", ScriptedDice([]))
            found.append(game)
    return found


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.data())
def test_a_hostile_order_is_refused_or_legal(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(games()))
    units = [u for u in game.state.units.values() if u.owner == game.to_act]
    unit, word = data.draw(st.sampled_from(units)), data.draw(st.sampled_from(WORDS))
    there = data.draw(st.sampled_from(sorted(game.table.board.near(unit.place)) or [unit.place]))
    item = data.draw(st.sampled_from(["1", "2", "a", *WORDS[:6]])) + f" {unit.type}"
    item += data.draw(st.sampled_from(["", f" ({word})", f" ({word}, {word}"]))
    form = data.draw(st.sampled_from(FORMS)).format(item=item, here=unit.place, there=there, word=word)
    before = data.draw(st.sampled_from(["", "", f"in {unit.place}: ", "in uk: " * 3000]))
    game.trial(f"{before}{data.draw(st.sampled_from(game.table.lexicon.words))} {form}", by=game.to_act)


@pytest.mark.parametrize("tag", ["cargo: ² infantry", f"cargo: {DIGITS} infantry", "damaged ²"])
def test_a_qualifier_that_is_no_number(tag: str) -> None:
    """A figure that is none, or much too large, names no transport."""
    for game in games():
        ships = [u for u in game.state.units.values() if u.type == "transport" and u.owner == game.to_act]
        for place in {u.place for u in ships}:
            found = game.trial(f"move 1 transport ({tag}): {place} > {sorted(game.table.board.near(place))[0]}")
            assert isinstance(found, Refusal)


def test_a_place_before_an_answer_stands_once() -> None:
    for times in (2, 300, 20_000):
        with pytest.raises(Refused) as caught:
            parse("in Germany: " * times + "pass", games()[0].table.lexicon)
        assert caught.value.refusal.code == "syntax"
    assert str(parse("in Germany: pass", games()[0].table.lexicon)) == "in Germany: pass"


VALUES: tuple[Any, ...] = (10**5000, 10_000, -1, DIGITS, "²", "Allies ²", f"Allies {DIGITS}", None, [], {}, 1.5)


@pytest.mark.parametrize("option", ["bid", "bid_units_a_place", "max_new_complexes", "kamikaze_airplanes"])
def test_a_value_that_no_option_takes(option: str) -> None:
    for value in VALUES:
        with pytest.raises(TableError):
            Table("classic", (), {option: value})
