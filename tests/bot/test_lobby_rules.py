"""The menus of house rules in a lobby."""

from __future__ import annotations

import json

from desk import ANNA, Desk

from bot.discord.features.lobby.buttons import beginnings
from bot.discord.features.lobby.rules_menus import rules_reply, single_rules
from bot.store import Game


async def _row(desk: Desk, *rules: str, board: str = "global1940") -> Game:
    values = {
        "guild_id": 9,
        "channel_id": 10,
        "name": "Test",
        "board": board,
        "master": ANNA,
        "rules": list(rules),
    }
    return await desk.lobby.create(desk.fresh(), values)


async def test_documents_that_exclude_one_another_leave_the_choice(desk: Desk) -> None:
    row = await _row(desk, "bm")
    reply = rules_reply(row, "They cannot be played together: choose one.", wanted=["bm", "bx"])
    assert "Basic Expansion's version: without Air raids and Winning with one capital lost." in reply.text
    assert "Balance Mod 4's version: without Basic Expansion." in reply.text
    assert reply.view is not None
    buttons = json.dumps(reply.view.to_components())
    assert "lversion" in buttons and "bm,bx/bx" in buttons and "bm,bx/bm" in buttons


async def test_what_goes_together_leaves_none(desk: Desk) -> None:
    row = await _row(desk, "bm", "x4")
    reply = rules_reply(row)
    assert reply.view is not None and "lversion" not in json.dumps(reply.view.to_components())
    assert "Balance Mod 4" in reply.text


async def test_where_many_documents_are_played_each_is_told_briefly_and_what_is_not_there(desk: Desk) -> None:
    """Five of them on Global: no text is cut, and the last still says which of its rules the board has of its own."""
    text = rules_reply(await _row(desk)).text
    assert len(text) < 2000 and not text.endswith("…")
    assert text.endswith("Not on this board, for what it lacks or has of its own: Destroyers (destroyer).")


async def test_rules_are_described_with_the_rounds_and_places_of_the_board(desk: Desk) -> None:
    row = await _row(desk, "x2", board="edition1942")
    for switches in (True, False):
        reply = single_rules(row, "x2", switches=switches)
        assert reply.view is not None
        told = json.dumps(reply.view.to_components())
        assert "From Early 1942 (round 1) each Japanese destroyer" in told and "SZ 60" in told and "SZ 6 " not in told


async def test_the_start_says_what_the_first_round_brings(desk: Desk) -> None:
    await desk.begin(board="edition1942", rules=["x2"])
    told = await beginnings(desk.services, await desk.row())
    assert "-# Soviet Union gets 1 tank in Novosibirsk, free." in told and not any("Round 1" in line for line in told)
