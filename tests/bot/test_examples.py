"""The examples of the players' page: every one of them is accepted by what it is for."""

from __future__ import annotations

import re
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.game import PlayError
from bot.game.clock.deadlines import length
from bot.game.standing.words import BATTLE, IN_BATTLE, read
from rules.core.table import Table
from rules.model.board import BOARDS
from rules.model.parse import parse_path
from rules.odds import loss_order, typed_odds
from rules.play.game import Game

KINDS = (*IN_BATTLE, BATTLE, "scramble", "garrison")
PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
STANDING = PAGE.partition("| answer | meaning |")[2].partition("\n\n")[0]
EXAMPLES = [text for text in re.findall(r"`([^`\n]+)`", PAGE) if not text.startswith("/")]
FORCES = [found for text in EXAMPLES if (found := re.fullmatch(r"attacker:(.+) defender:(.+)", text))]
OTHER = [
    text
    for text in EXAMPLES
    if text not in STANDING and not text.startswith("attacker:") and re.search(r"[ :].*\d|\d.* |>", text)
]


def test_the_page_has_examples() -> None:
    assert len(FORCES) == 2 and len(OTHER) > 5


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("forces", [found.groups() for found in FORCES])
def test_forces(forces: tuple[str, str], board: str) -> None:
    assert 0 < typed_odds(*forces, board=board).win < 1


@pytest.mark.parametrize("text", re.findall(r"`([^`\n]+)`", STANDING.split("| --- | --- |")[1]))
def test_standing_orders(text: str) -> None:
    lexicon = Table("global1940").lexicon

    def understood(kind: str) -> bool:
        try:
            return bool(read(kind, text, lexicon))
        except PlayError:
            return False

    assert any(map(understood, KINDS)), text


@pytest.mark.parametrize("text", OTHER)
def test_others(text: str) -> None:
    game, (name, _, value) = Game.new("global1940"), text.partition(":")
    if name in ("turn", "answer_time", "length", "excuse"):
        assert length(value)
    elif name == "weekends":
        assert ZoneInfo(value)
    elif name == "excuses":
        assert value.isdecimal()
    elif ">" in text:
        assert parse_path(text, game.table.lexicon)
    elif "keep" in text:
        assert loss_order(game.table, text)
    else:
        assert game.parse(text if " " in name and not text[0].isdigit() else f"casualties {text}")
