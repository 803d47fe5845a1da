"""No message that Discord refuses, in any position: a look in on every board, alone and with every document.

The long one is `python -m tests.composed 100000`, a part of `make soak`; there every document is played on every board.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.composed.discord_side import book
from tests.composed.forged import Forger
from tests.composed.stage import stage
from tests.composed.walk import Walk
from tests.soak.tables import at_home

TABLES = at_home()
# Orders before a position is looked at: soon after the beginning, and a turn or two later.
EARLY, LATE = 9, 25


@pytest.mark.parametrize(("board", "rules"), [pytest.param(b, r, id="+".join((b, *r))) for b, r in TABLES])
async def test_a_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: str, rules: tuple[str, ...]) -> None:
    """Early and late in turn, as one table's walk meets what another's does."""
    found = book()
    async with stage(tmp_path, found, monkeypatch, board, rules) as set_up:
        await Walk(set_up, seed=7).step((EARLY, LATE)[TABLES.index((board, rules)) % 2])
    assert not found.wrong, "\n".join(found.wrong[:3])
    assert found.composed > 20


@pytest.mark.parametrize(("board", "rules"), [("classic", ("rw",)), ("europe1943", ("y43",))])
async def test_forged_interactions_are_answered_and_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: str, rules: tuple[str, ...]
) -> None:
    found = book(validate=False)
    async with stage(tmp_path, found, monkeypatch, board, rules) as set_up:
        walk = Walk(set_up, seed=5)
        await walk.go_on(LATE)
        await Forger(walk).send(40)
    assert not found.wrong, "\n".join(found.wrong[:3])
    assert found.composed > 20


async def test_the_book_sees_what_discord_would_refuse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = book()
    button = {"type": 2, "style": 1, "label": "x", "custom_id": "same"}
    found.message({"content": "two", "components": [{"type": 1, "components": [button, button]}]})
    found.message({"content": ""})
    found.message({"content": "x" * 2001})
    found.callback({"type": 8, "data": {"choices": [{"name": "", "value": "x"}]}}, (), None)
    found.callback({"type": 9, "data": {"title": "t" * 46, "custom_id": "c", "components": []}}, (), None)
    assert len(found.wrong) >= 5
