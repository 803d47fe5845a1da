"""Order text from people: whatever they type is read, or refused in words; never an error of ours."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.position import lexicon
from rules.model.names import key
from rules.model.parse import MOST
from rules.model.refusals import Refusal, Refused
from rules.play.game import Game, NoDice

VERBS = "buy unbuy repair move load ship bomb launch lay drop form fight casualties retreat place give swap"
WORDS = (
    *VERBS.split(),
    *("infantry armor tank battleship transport bomber fighter", "industrial complex", "sea mine", "3", "0", "99999"),
    *("Russia", "Karelia S.S.R.", "Ukraine S.S.R.", "Baltic Sea Zone", "Yakut S.S.R.", "on", "to", "for", "using"),
    *("(damaged x)", "(cargo: 1 infantry)", "(cargo: ² infantry)", "(damaged)", "(", ")", ",", ":", ">", "|", "#"),
    *("٣", "пять", "²", "1 infantry", "2 armor"),
)


def at(phase: str) -> Game:
    """Classic with Rules of Warfare, in USSR's first turn, at a phase."""
    game = Game.new("classic", ["rw"])
    while game.state.turn.phase != phase:
        game.submit("done", NoDice())
    return game


GAMES = {phase: at(phase) for phase in ("purchase", "combat move", "mobilize")}


@pytest.mark.parametrize(
    "text",
    [
        *(
            "repair ,: Russia",
            "lay ,: Yakut S.S.R.",
            "casualties 1 battleship (damaged x)",
            "retreat ,",
            "retreat , to Russia",
        ),
        *(
            "move 1 transport (cargo: ² infantry): Baltic Sea Zone > North Sea Zone",
            "buy ,",
            "buy , ,",
            "place ,: Russia",
        ),
        *("move ,: Russia > Karelia S.S.R.", "buy пять infantry", "buy ٣ infantry", "buy infantry²"),
        *(f"buy {'9' * 5000} infantry", f"research {'9' * 5000}", f"give {'9' * 5000} to Japan", "buy 10000 infantry"),
    ],
)
def test_what_can_not_be_read_is_refused(text: str) -> None:
    for game in GAMES.values():
        before = game.hash
        refusal = game.trial(text)
        assert isinstance(refusal, Refusal) and game.hash == before
        assert refusal.code in ("syntax", "unknown-unit", "unknown-place", "wrong-phase", "not-enough-units"), refusal
        assert len(refusal.message) < 400


def test_what_was_typed_is_echoed_in_short() -> None:
    refusal = GAMES["purchase"].trial(f"buy 1 {'x' * 6000}")
    assert refusal is not None and len(refusal.message) < 200


def test_names_of_other_scripts_are_not_overlooked() -> None:
    assert key("  Île-de-France ") == "ile de france" and key("пять infantry") == "пять infantry"
    assert key("S.S.R.'s") == "ssrs" and key("a_b") == "a b"


def test_the_largest_number() -> None:
    refusal = GAMES["purchase"].trial(f"buy {MOST} infantry")
    assert refusal is not None and refusal.code == "not-enough-money"


@pytest.mark.parametrize("text", ["repair", "repair 3", "repair 1: Germany: Italy"])
def test_a_repair_that_is_not_whole(text: str) -> None:
    _reads_back(text, GAMES["purchase"])


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9), st.sampled_from(sorted(GAMES)))
def test_any_words(words: list[str], phase: str) -> None:
    _reads_back(" ".join(words), GAMES[phase])


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(["", "buy ", "move ", "place ", "casualties "]), st.text(max_size=60))
def test_any_text(verb: str, text: str) -> None:
    _reads_back(verb + text, GAMES["purchase"])


def _reads_back(text: str, game: Game) -> None:
    game.trial(text)
    try:
        order = game.parse(text)
    except Refused:
        return
    assert game.parse(str(order)) == order
    assert lexicon(game.table)
