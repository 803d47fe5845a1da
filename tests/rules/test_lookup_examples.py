"""Orders that look-ups of house rules show, in backticks, are orders of the board that is played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

import pytest

from rules.core.documents import documents, house_rules
from rules.core.identity import lacking, plays_on
from rules.core.offered import missing, text_on
from rules.model.board import BOARDS, load
from rules.model.refusals import Refusal
from rules.play.game import Game

BLANK = re.compile(r"…|\b[A-Z]{3,}\b")  # a form to be filled in
READ = {"syntax", "unknown-place", "unknown-unit", "unknown-power"}
VERBS = (
    "bomb", "disband", "drop", "elite", "fight", "form", "give", "launch", "lay", "load", "move", "place", "repair", "ship",
)  # fmt: skip
# Orders that make no sense without another rule's pieces, where that rule is not played.
ELSEWHERE = {("pacific1940", "x4.heavy-bombers")}


def examples(board: str) -> Iterator[tuple[str, str]]:
    """Rule and order of every example that a board's look-ups of house rules show."""
    found = load(board)
    for rule in house_rules().values():
        document = rule.id.partition(".")[0]
        if document not in documents() or not plays_on(rule.boards, board) or lacking(rule.needs, found):
            continue
        if rule.id not in missing(board, document) and (board, rule.id) not in ELSEWHERE:
            for order in re.findall(r"`([^`]+)`", text_on(board, rule)):
                if order.partition(" ")[0] in VERBS and not BLANK.search(order):
                    yield rule.id, order


@pytest.mark.parametrize("board", sorted(BOARDS))
def test_they_name_what_the_board_has(board: str) -> None:
    wrong = []
    for rule, found in groupby(examples(board), lambda example: example[0]):
        game = Game.new(board, rules=[rule, *house_rules()[rule].requires])
        for _, order in found:
            refusal = game.trial(order)
            if isinstance(refusal, Refusal) and refusal.code in READ:
                wrong.append(f"{rule}: {order}: {refusal.message}")
    assert not wrong


def test_neighbours_in_them_are_neighbours() -> None:
    """Where an order goes over a sea, ashore or over a border, step by step."""
    wrong = []
    for board in sorted(BOARDS):
        found = load(board)
        for rule, order in examples(board):
            ways = re.findall(r"(?:: |^place )([^:]+ (?:>|\|) [^:]+?)(?: using | at |$)", order)
            if order.startswith(("ship ", "lay ")) or rule == "rw.artillery-batteries":
                steps = [re.split(r" > | \| ", way) for way in ways]
                wrong += [f"{board} {order}" for s in steps for a, b in pairwise(s) if b not in found.near(a)]
    assert not wrong


def test_on_another_board_than_it_was_written_for() -> None:
    told = {b: text_on(b, house_rules()["x4.landing-craft"]) for b in ("global1940", "classic", "anniversary")}
    assert "United Kingdom > SZ 110 > Normandy/Bordeaux using" in told["global1940"]
    assert "`ship 1 armor, 1 infantry: United Kingdom > North Sea Zone > Western Europe using" in told["classic"]
    assert "United Kingdom > SZ 7 > France using" in told["anniversary"]
    assert "`give 5 to Soviet Union`" in text_on("revised", house_rules()["rw.monetary-aid"])
