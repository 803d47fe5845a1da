"""Who may help a game, where it may be played, and what happens when its place goes; what people typed is harmless."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from desk import ANNA, BORIS, CHEN, Desk
from fake_transport import FakeTransport

from bot.discord.context import must_be_able, must_master
from bot.discord.delivery import UNKNOWN_CHANNEL, NotDelivered, missing_of
from bot.discord.features.master.audit import act_line
from bot.game import PlayError
from bot.game.computers.computers import Computer, computers
from bot.game.master import reports
from bot.game.people.typed_text import plain
from bot.store import DropSeat, Game, Post, PutSeat, Seat, SetPost
from bot.workers.outbox_worker import Sender

ROW = Game("abcd1234", 1, 2, "Test", "classic", ANNA, status="running")


def by(user: int, guild: int = ROW.guild_id, **permissions: bool) -> Any:
    """An interaction of a person with some permissions."""
    may = discord.Permissions(**permissions)
    return SimpleNamespace(user=SimpleNamespace(id=user), guild_id=guild, permissions=may, app_permissions=may)


def test_the_master_or_who_manages_the_server() -> None:
    must_master(ROW, by(ANNA))
    must_master(ROW, by(BORIS, manage_guild=True))
    with pytest.raises(PlayError, match="manages this server"):
        must_master(ROW, by(BORIS, manage_messages=True))
    with pytest.raises(PlayError, match="manages this server"):
        must_master(ROW, by(BORIS, guild=ROW.guild_id + 1, manage_guild=True))


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
    await desk.lobby.move_to(ANNA, desk.game_id, None, 99)
    await desk.master.set_status(ANNA, desk.game_id, "running")
    await desk.ok("done")


async def test_a_lobby_whose_place_goes_is_not_recorded_as_paused(desk: Desk) -> None:
    values = {"guild_id": 9, "channel_id": 10, "name": "Test", "board": "classic", "master": ANNA}
    row = await desk.lobby.create(desk.fresh(), values)
    await desk.master.lost([row], "the channel it was played in was deleted.")
    assert (await desk.store.game(row.id)).status == "lobby"
    assert "game paused" not in [line.action for line in await desk.store.audit(row.id)]
    (told,) = [m for m in await desk.store.outbox.listed() if m.kind == "direct"]
    assert told.channel_id == ANNA and "/game resume" not in told.payload["content"]


async def test_where_a_game_was_played_is_told_where_it_is(desk: Desk) -> None:
    """Its old controls go out there, and the record says who moved it; that the old place is gone troubles nobody."""
    await desk.begin()
    await desk.store.apply(SetPost(Post(desk.game_id, "panel", 10, 555)))
    await desk.lobby.move_to(ANNA, desk.game_id, None, 99)
    sent = [m for m in await desk.store.outbox.listed() if m.channel_id == 10 and m.kind in ("retire", "say")]
    assert [m.payload.get("message") or m.payload["content"] for m in sent] == [
        "555",
        "**Test** is played in <#99> from now on.",
    ]
    line = (await desk.store.audit(desk.game_id))[0]
    assert act_line(line) == f"<@{ANNA}> took the game to <#99>"
    await Sender(desk.services, FakeTransport()).deliveries.instead(sent[1], NotDelivered("gone", UNKNOWN_CHANNEL, 404))
    assert not [m for m in await desk.store.outbox.listed() if m.kind == "direct"]


async def test_who_sits_there_already_is_not_seated_again(desk: Desk) -> None:
    await desk.begin({"USSR": BORIS})
    acts = len(await desk.store.audit(desk.game_id))
    for instead_of in (BORIS, None):
        with pytest.raises(PlayError, match="Boris plays USSR already"):
            await desk.lobby.seating.seat_by_master(
                ANNA, Seat(desk.game_id, "USSR", BORIS, "player", "Boris"), instead_of
            )
    assert len(await desk.store.audit(desk.game_id)) == acts


async def test_who_is_seated_in_place_of_a_computer_has_all_the_time_there_is(desk: Desk) -> None:
    await desk.begin({"USSR": BORIS}, settings={"deadline": {"profile": "daily"}})
    await desk.master.set_computers(ANNA, desk.game_id, {"USSR": Computer("officer")})
    assert not await desk.store.timers.of_game(desk.game_id)
    desk.now += 3600
    await desk.lobby.seating.seat_by_master(ANNA, Seat(desk.game_id, "USSR", CHEN, "player"), BORIS)
    assert not computers(await desk.row())
    (clock,) = [t for t in await desk.store.timers.of_game(desk.game_id) if t.kind == "deadline"]
    assert clock.due == desk.now + 86400 and [s.user_id for s in await desk.store.seats(desk.game_id)].count(CHEN) == 1


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("[Free Nitro](https://evil.example)", "Free Nitro(https: evil.example)"),
        ("one\ntwo\r\n# three", "one two three"),
        ("**bold** `code` ~~no~~ ||spoiler||", "bold code no spoiler"),
        ("<@123> @everyone <#4>", "123 everyone 4"),
        ("a\u202eb\u200bc", "abc"),
        ("win at discord.gg/abc, Discord.com/invite/x", "win at discord.gg abc, Discord.com invite/x"),
        ("Großer Krieg, Teil 2!", "Großer Krieg, Teil 2!"),
        ("\n \t", ""),
    ],
)
def test_what_people_typed_is_harmless(typed: str, shown: str) -> None:
    assert plain(typed, 80) == shown
    assert len(plain(typed * 50, 80)) <= 80


async def test_who_may_join_while_it_is_played_is_the_masters_choice(desk: Desk) -> None:
    await desk.begin()
    await desk.store.apply(DropSeat(desk.game_id, "Japan", ANNA))
    await desk.master.set_settings(ANNA, desk.game_id, {"join": "players"})
    with pytest.raises(PlayError, match="game master gives seats"):
        await desk.lobby.seating.join(Seat(desk.game_id, "Japan", CHEN, "substitute", "", "1"))
    assert not [s for s in await desk.store.seats(desk.game_id) if s.user_id == CHEN]
    await desk.store.apply(PutSeat(Seat(desk.game_id, "Germany", CHEN, "player", "", "2")))
    await desk.lobby.seating.join(Seat(desk.game_id, "Japan", CHEN, "substitute", "", "3"))
    await desk.store.apply(DropSeat(desk.game_id, "Japan", CHEN))
    await desk.master.set_settings(ANNA, desk.game_id, {"join": "all"})
    await desk.lobby.seating.join(Seat(desk.game_id, "Japan", BORIS, "substitute", "", "4"))


async def test_reports_come_from_those_who_play_and_not_without_end(desk: Desk) -> None:
    await desk.begin({"Germany": BORIS})
    row = await desk.row()
    with pytest.raises(PlayError, match="play in this game"):
        await reports.may_report(desk.store, row, CHEN, desk.now)
    for _ in range(reports.MOST_AN_HOUR):
        await reports.may_report(desk.store, row, BORIS, desk.now)
        await reports.report(desk.store, await desk.row(), BORIS, "again", 0)
    with pytest.raises(PlayError, match="in an hour"):
        await reports.may_report(desk.store, row, BORIS, desk.now)
    await reports.may_report(desk.store, row, ANNA, desk.now)
    await reports.may_report(desk.store, row, BORIS, desk.now + 3601)
