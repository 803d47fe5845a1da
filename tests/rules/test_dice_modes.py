"""Dice modes: low luck and medium luck in the engine and in the odds, decks in the log and its checker."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rules.core.dice_modes import DECK, LOW_LUCK, MEDIUM_LUCK, drawn, full_set, whole_deck
from rules.core.documents import TableError
from rules.core.table import Table
from rules.dice import ChainDice, Ledger, Occasion, SeedChain
from rules.dice.ledger import text_of
from rules.dice.verify import Broken, Log, read
from rules.model.salvo import Shot
from rules.odds.read.modes import medium_luck, ordinary
from rules.odds.solve.chances import joint
from tests.positions import stand


@pytest.mark.parametrize("board", ["classic", "global1940", "europe1943"])
def test_every_board_has_the_modes_and_at_most_one_is_on(board: str) -> None:
    assert {LOW_LUCK, MEDIUM_LUCK, DECK} <= set(Table(board).known_options)
    with pytest.raises(TableError, match="one of them"):
        Table(board, options={LOW_LUCK: True, DECK: True})


def test_full_sets() -> None:
    assert [full_set(n) for n in range(1, 7)] == [(6, 1), (3, 1), (2, 1), (3, 2), (6, 5), (1, 1)]


def test_the_odds_know_medium_luck() -> None:
    """Seven dice at 2: two sure hits and one die; on average as with ordinary dice, and less spread."""
    shots = [(Shot(1, 2, "tank"), np.array([7])), (Shot(2, 3, "fighter"), np.array([1]))]
    chances = joint(medium_luck(shots), [frozenset({"any"})])[0]
    assert chances == pytest.approx([0, 0, 2 / 3 * 1 / 2, 1 / 2, 1 / 6])
    plain = joint(ordinary(shots), [frozenset({"any"})])[0]
    hits = np.arange(len(plain))
    assert chances @ hits[: len(chances)] == pytest.approx(plain @ hits)


def _throws(deck: str, *counts: int) -> tuple[list[dict[str, object]], list[int]]:
    chain, ledger = SeedChain(bytes(32), 200), Ledger()
    lines = [ledger.commit("g", chain)]
    dice = ChainDice(ledger, [chain], Occasion("123456789", "fight", "0" * 64))
    faces = [face for count in counts for face in dice.roll(count, "attack", deck=deck)]
    return [*lines, *dice.lines], faces


def test_a_deck_gives_each_face_six_times_and_the_checker_knows_it() -> None:
    lines, faces = _throws("Germany", 5, 20, 11, 30, 6)
    assert Counter(faces[:36]) == Counter(faces[36:]) == dict.fromkeys(range(1, 7), 6)
    log, wrong = read(text_of(line) for line in lines)
    assert wrong == "" and log.decks["Germany"] == [0] * 6
    assert drawn(whole_deck(), faces[:40]) == drawn(whole_deck(), faces[36:40])


def test_dice_given_out_as_cards_do_not_hold() -> None:
    lines, _ = _throws("Germany", 8)
    log = Log()
    log.feed(lines[0])
    with pytest.raises(Broken):
        log.feed({key: value for key, value in lines[1].items() if key != "deck"})
    with pytest.raises(Broken):
        log.feed({**lines[1], "deck": "Japan"})


def test_the_game_remembers_what_each_deck_has_given() -> None:
    units = {"Poland": {"Germany": "2 infantry"}, "Eastern Poland": {"Soviet Union": "1 infantry"}}
    orders = ("move 2 infantry: Poland > Eastern Poland", "done", "fight Eastern Poland")
    game = stand(
        "Germany", *orders, units=units, owner={"Eastern Poland": "Soviet Union"}, options={DECK: True}, dice=(6, 6, 5)
    )
    assert game.state.flags["deck.Germany"] == drawn(whole_deck(), (6, 6))
    assert game.state.flags["deck.Soviet Union"] == drawn(whole_deck(), (5,))
