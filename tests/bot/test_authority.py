"""Who may help a game, where it may be played, and what happens when its place goes; what people typed is harmless."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from desk import ANNA, BORIS, CHEN, Desk

from bot.game import PlayError
from bot.game.typed import plain
from bot.interface.context import must_be_able, must_master
from bot.interface.delivery import missing_of
from bot.store import Game

ROW = Game("abcd1234", 1, 2, "Test", "classic", ANNA, status="running")


def by(user: int, **permissions: bool) -> Any:
    """An interaction of a person with some permissions."""
    may = discord.Permissions(**permissions)
    return SimpleNamespace(user=SimpleNamespace(id=user), permissions=may, app_permissions=may)


def test_the_master_or_who_manages_the_server() -> None:
    must_master(ROW, by(ANNA))
    must_master(ROW, by(BORIS, manage_guild=True))
    with pytest.raises(PlayError, match="manages this server"):
        must_master(ROW, by(BORIS, manage_messages=True))


async def test_a_game_is_handed_over_on_the_record(desk: Desk) -> None:
    await desk.begin()
    await desk.master.hand_over(CHEN, desk.game_id, BORIS)
    line = (await desk.store.audit(desk.game_id))[0]
    assert (await desk.row()).master == BORIS and (line.actor, line.action) == (str(CHEN), "master")


@pytest.mark.parametrize("thread", [False, True])
def test_what_is_missing_is_named(thread: bool) -> None:
    sending = "send_messages_in_threads" if thread else "send_messages"
    every = {"view_channel": True, "embed_links": True, "attach_files": True, sending: True}
    must_be_able(by(ANNA, **every), thread)
    assert missing_of(discord.Permissions(**every), thread) == []
    for name, told in (("embed_links", "Embed Links"), ("attach_files", "Attach Files"), (sending, "Send Messages")):
        with pytest.raises(PlayError, match=told):
            must_be_able(by(ANNA, **{**every, name: False}), thread)


async def test_a_place_that_goes_pauses_the_game_and_tells_the_master(desk: Desk) -> None:
    await desk.begin(settings={"deadline": {"profile": "daily"}})
    await desk.master.lost([await desk.row()], "the channel it was played in was deleted.")
    assert (await desk.row()).status == "paused"
    assert all(timer.fire_at is None for timer in await desk.store.timers.of_game(desk.game_id))
    told = [m for m in await desk.store.outbox.listed() if m.kind == "direct"]
    assert [m.channel_id for m in told] == [ANNA] and "/game move" in told[0].payload["content"]
    await desk.lobby.move_to(desk.game_id, None, 99)
    await desk.master.set_status(ANNA, desk.game_id, "running")
    await desk.ok("done")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("[Free Nitro](https://evil.example)", "Free Nitro(https: evil.example)"),
        ("one\ntwo\r\n# three", "one two three"),
        ("**bold** `code` ~~no~~ ||spoiler||", "bold code no spoiler"),
        ("<@123> @everyone <#4>", "123 everyone 4"),
        ("a\u202eb\u200bc", "abc"),
        ("Großer Krieg, Teil 2!", "Großer Krieg, Teil 2!"),
        ("\n \t", ""),
    ],
)
def test_what_people_typed_is_harmless(typed: str, shown: str) -> None:
    assert plain(typed, 80) == shown
    assert len(plain(typed * 50, 80)) <= 80
