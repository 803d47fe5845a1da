"""The rules of answering an interaction, and of the REST API around it, asked for by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from local_discord import interactions, player_actions
from local_discord.interactions import COMMAND, Interaction
from local_discord.seed import APP_ID, GUILD_ID
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver, Player

Json = dict[str, Any]


class Bot:
    """A bot that sends what it is told and nothing more."""

    def __init__(self, channel: TestChannel, http: aiohttp.ClientSession) -> None:
        self.channel = channel
        self.http = http

    async def __call__(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        """Status and body of the answer."""
        headers = {"Authorization": f"Bot {token or self.channel.token}"}
        url = f"{self.channel.url}/api/v10{path}"
        async with self.http.request(method, url, json=body, headers=headers) as answer:
            return answer.status, (await answer.json() if answer.status != 204 else None)

    async def refused(self, method: str, path: str, body: Any = None) -> int:
        """The code of the refusal."""
        status, answer = await self(method, path, body)
        assert status >= 400, answer
        return int(answer["code"])

    async def answer(self, interaction: Interaction, body: Json, query: str = "") -> tuple[int, Any]:
        """Call an interaction back."""
        return await self("POST", f"/interactions/{interaction.id}/{interaction.token}/callback{query}", body)

    def hook(self, interaction: Interaction, rest: str = "") -> str:
        """The path of an interaction's webhook."""
        return f"/webhooks/{APP_ID}/{interaction.token}{rest}"


@pytest.fixture
async def bot(channel: TestChannel) -> AsyncIterator[Bot]:
    """A bot without a gateway."""
    async with aiohttp.ClientSession() as http:
        yield Bot(channel, http)


@pytest.fixture
async def boris(driver: Driver) -> Player:
    """A player who isn't the owner."""
    return await driver.player("Boris")


def act(player: Player) -> Interaction:
    """The player uses some command."""
    data = {"id": "1", "name": "c", "type": 1}
    return player_actions.raw(player.world, COMMAND, player.id, player.channel, data)


async def test_one_answer_only(bot: Bot, boris: Player) -> None:
    one = act(boris)
    assert await bot.answer(one, {"type": 4, "data": {"content": "x"}}) == (204, None)
    status, body = await bot.answer(one, {"type": 5})
    assert (status, body["code"]) == (400, 40060)


async def test_answer_with_response(bot: Bot, boris: Player) -> None:
    status, body = await bot.answer(act(boris), {"type": 4, "data": {"content": "x", "flags": 64}}, "?with_response=1")
    assert status == 200 and body["resource"]["message"]["content"] == "x"
    assert body["interaction"]["response_message_ephemeral"]
    status, body = await bot.answer(act(boris), {"type": 5}, "?with_response=true")
    assert body["interaction"]["response_message_loading"] and "resource" not in body


async def test_answers_that_do_not_fit(bot: Bot, boris: Player) -> None:
    for kind in (6, 7, 8):
        status, body = await bot.answer(act(boris), {"type": kind, "data": {"choices": []}})
        assert (status, body["code"]) == (400, 50035)
    one = act(boris)
    assert (await bot("POST", f"/interactions/{one.id}/wrong/callback", {"type": 5}))[1]["code"] == 10062


async def test_too_late(bot: Bot, boris: Player) -> None:
    one = act(boris)
    bot.channel.pass_time(3.1)
    assert (await bot.answer(one, {"type": 5}))[1]["code"] == 10062
    two = act(boris)
    bot.channel.pass_time(2.9)
    await bot.answer(two, {"type": 5})
    bot.channel.pass_time(898)
    assert await bot.refused("PATCH", bot.hook(two, "/messages/@original"), {"content": "x"}) == 50027


async def test_no_followup_before_the_answer(bot: Bot, boris: Player) -> None:
    assert await bot.refused("POST", bot.hook(act(boris)), {"content": "x"}) == 10015


async def test_original_and_followups(bot: Bot, boris: Player) -> None:
    one = act(boris)
    await bot.answer(one, {"type": 4, "data": {"content": "first"}})
    _, second = await bot("POST", bot.hook(one, "?wait=true"), {"content": "second"})
    assert second["message_reference"]["message_id"] == one.original_id
    _, edited = await bot("PATCH", bot.hook(one, "/messages/@original"), {"content": "1"})
    assert (edited["id"], edited["content"]) == (one.original_id, "1")
    await bot("PATCH", bot.hook(one, f"/messages/{second['id']}"), {"content": "2"})
    assert bot.channel.world.messages[second["id"]]["content"] == "2"
    assert (await bot("DELETE", bot.hook(one, "/messages/@original")))[0] == 204
    assert await bot.refused("DELETE", bot.hook(one, "/messages/@original")) == 10008
    other = act(boris)
    await bot.answer(other, {"type": 5})
    assert await bot.refused("DELETE", bot.hook(other, f"/messages/{second['id']}")) == 10008


async def test_ephemeral_messages_are_out_of_reach(bot: Bot, boris: Player) -> None:
    one = act(boris)
    await bot.answer(one, {"type": 4, "data": {"content": "x", "flags": 64}})
    here = f"/channels/{one.channel_id}/messages"
    for method in ("PATCH", "DELETE"):
        assert await bot.refused(method, f"{here}/{one.original_id}", {"content": "y"}) == 10008
    _, sent = await bot("POST", here, {"content": "x", "flags": 64})
    assert sent["flags"] == 0


async def test_login_and_unknown_things(bot: Bot) -> None:
    assert (await bot("GET", "/users/@me", token="wrong"))[0] == 401
    for path, code in (("/channels/5", 10003), ("/users/5", 10013)):
        assert await bot.refused("GET", path) == code
    for path, code in (("/applications/5", 10002), (f"/applications/{APP_ID}/guilds/5", 10004)):
        assert await bot.refused("PUT", f"{path}/commands", []) == code


@pytest.mark.parametrize(
    "asked",
    [
        "GET /guilds/{guild}",
        "GET /channels/{channel}/messages",
        "GET /channels/{channel}/messages/pins",
        "PUT /channels/{channel}/messages/1/reactions/x/@me",
        "POST /channels/{channel}/typing",
        "PUT /channels/{channel}/thread-members/@me",
        "GET /applications/{application}/commands",
    ],
)
async def test_what_the_bot_never_asks_for_is_not_there(bot: Bot, boris: Player, asked: str) -> None:
    method, path = asked.format(guild=GUILD_ID, channel=boris.channel["id"], application=APP_ID).split()
    assert await bot(method, path) == (404, {"code": 0, "message": "404: Not Found"})


async def test_breaches_of_the_description_are_refused_and_kept(bot: Bot, boris: Player) -> None:
    here = f"/channels/{boris.channel['id']}/messages"
    assert await bot.refused("POST", here, {"content": 5}) == 50035
    assert await bot.refused("POST", here, {"embeds": [{"fields": "none"}]}) == 50035
    found = [str(v) for v in bot.channel.violations]
    bot.channel.violations.clear()
    assert len(found) == 2 and "at content" in found[0] and "embeds/0/fields" in found[1]


async def test_whose_message_it_is(bot: Bot, boris: Player) -> None:
    said = await boris.say("mine")
    here = f"/channels/{said['channel_id']}/messages/{said['id']}"
    assert await bot.refused("PATCH", here, {"content": "x"}) == 50005
    assert (await bot("DELETE", here))[0] == 204
    said = await boris.say("mine again")
    boris.driver.deny("general", "MANAGE_MESSAGES")
    assert await bot.refused("DELETE", f"/channels/{said['channel_id']}/messages/{said['id']}") == 50013


async def test_replies_need_their_message(bot: Bot, boris: Player) -> None:
    here = f"/channels/{boris.channel['id']}/messages"
    lost = {"content": "x", "message_reference": {"message_id": "5"}}
    assert await bot.refused("POST", here, lost) == 50035
    lost["message_reference"]["fail_if_not_exists"] = False
    assert "message_reference" not in (await bot("POST", here, lost))[1]


async def test_mentions_follow_what_is_allowed(bot: Bot, boris: Player) -> None:
    here = f"/channels/{boris.channel['id']}/messages"

    async def mentioned(**more: Any) -> list[str]:
        _, sent = await bot("POST", here, {"content": f"hello {boris.mention}", **more})
        return [u["id"] for u in sent["mentions"]]

    assert await mentioned() == [boris.id]
    assert await mentioned(allowed_mentions={"parse": []}) == []
    assert await mentioned(allowed_mentions={"parse": [], "users": [boris.id]}) == [boris.id]
    assert await mentioned(allowed_mentions={"parse": ["users"]}) == [boris.id]


async def test_threads_archived_and_locked(bot: Bot, boris: Player) -> None:
    parent = boris.channel["id"]
    _, thread = await bot("POST", f"/channels/{parent}/threads", {"name": "t", "type": 11})
    here = f"/channels/{thread['id']}"
    _, sent = await bot("POST", f"{here}/messages", {"content": "before"})
    await bot("PATCH", here, {"archived": True})
    assert await bot.refused("PATCH", f"{here}/messages/{sent['id']}", {"content": "x"}) == 50083
    assert (await bot("POST", f"{here}/messages", {"content": "wakes it"}))[0] == 200
    assert not (await bot("GET", here))[1]["thread_metadata"]["archived"]
    await bot("PATCH", here, {"archived": True, "locked": True})
    assert await bot.refused("POST", f"{here}/messages", {"content": "x"}) == 50083


async def test_threads_are_public_and_below_channels(bot: Bot, boris: Player) -> None:
    here = f"/channels/{boris.channel['id']}/threads"
    assert await bot.refused("POST", here, {"name": "t", "type": 12}) == 50035
    _, thread = await bot("POST", here, {"name": "t", "type": 11})
    assert await bot.refused("POST", f"/channels/{thread['id']}/threads", {"name": "t", "type": 11}) == 50024
    assert await bot.refused("PATCH", f"/channels/{boris.channel['id']}", {"name": "x"}) == 50024


async def test_deleted_channels(bot: Bot, boris: Player, driver: Driver) -> None:
    one = player_actions.raw(
        boris.world, COMMAND, boris.id, driver.place("table-one"), {"id": "1", "name": "c", "type": 1}
    )
    await bot.answer(one, {"type": 5})
    driver.delete_channel("table-one")
    assert await bot.refused("POST", f"/channels/{one.channel_id}/messages", {"content": "x"}) == 10003
    assert await bot.refused("PATCH", bot.hook(one, "/messages/@original"), {"content": "x"}) == 10008


async def test_commands_keep_their_ids(bot: Bot) -> None:
    here = f"/applications/{APP_ID}/commands"
    _, first = await bot("PUT", here, [{"name": "a", "description": "d"}, {"name": "b", "description": "d"}])
    _, again = await bot("PUT", here, [{"name": "b", "description": "other"}])
    assert [c["id"] for c in again] == [first[1]["id"]]
    assert [c["name"] for c in bot.channel.world.commands[None]] == ["b"]
    guild_here = f"/applications/{APP_ID}/guilds/{GUILD_ID}/commands"
    _, own = await bot("PUT", guild_here, [{"name": "g", "description": "d"}])
    assert own[0]["guild_id"] == GUILD_ID


async def test_full_name() -> None:
    data = {"name": "a", "options": [{"name": "b", "type": 2, "options": [{"name": "c", "type": 1, "options": []}]}]}
    assert interactions.full_name(data) == "a b c"
