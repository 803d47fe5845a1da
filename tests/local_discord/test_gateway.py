"""The gateway's own protocol, spoken by hand."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from local_discord import player_actions
from local_discord.seed import GUILD_ID
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver

Json = dict[str, Any]
ALL_INTENTS = 53_608_447


class Client:
    """A gateway client that decodes frames and nothing more."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def receive(self) -> Json:
        """The next frame; {"closed": code} at the end."""
        incoming = await self.socket.receive()
        if incoming.type is aiohttp.WSMsgType.TEXT:
            return dict(json.loads(incoming.data))
        return {"closed": self.socket.close_code}

    async def until(self, name: str) -> Json:
        """The next event of this name."""
        while (frame := await self.receive()).get("t") != name:
            assert "closed" not in frame
        return frame

    async def send(self, op: int, data: Any) -> None:
        """Send a command."""
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def identify(self, token: str, intents: int = ALL_INTENTS) -> Json:
        """Identify; returns READY's data."""
        await self.send(2, {"token": token, "intents": intents, "properties": {}})
        return dict((await self.until("READY"))["d"])


class Connector:
    """Opens gateway connections."""

    def __init__(self, channel: TestChannel, http: aiohttp.ClientSession) -> None:
        self.channel = channel
        self.http = http

    async def __call__(self, query: str = "", hello: bool = True) -> Client:
        """A connection past its HELLO."""
        socket = await self.http.ws_connect(self.channel.url + "/gateway" + query)
        client = Client(socket)
        if hello:
            assert (await client.receive())["op"] == 10
        return client


@pytest.fixture
async def connect(channel: TestChannel) -> AsyncIterator[Connector]:
    """Opens gateway connections to the channel."""
    async with aiohttp.ClientSession() as http:
        yield Connector(channel, http)


async def test_hello_heartbeat_identify(connect: Connector, channel: TestChannel) -> None:
    """What is asked of compression changes nothing: everything goes as text."""
    for query in ("?v=10&encoding=json", "?v=10&encoding=json&compress=zlib-stream"):
        client = await connect(query)
        await client.send(1, None)
        assert (await client.receive())["op"] == 11
        ready = await client.identify(channel.token)
        assert ready["user"]["bot"] and ready["session_id"]
        guild = (await client.until("GUILD_CREATE"))["d"]
        assert guild["member_count"] == len(guild["members"]) == 6
        assert [c["name"] for c in guild["channels"]] == ["general", "table-one", "table-two"]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("not json", 4002),
        ('{"d": 1}', 4002),
        ('{"op": 1, "d": "' + "x" * 5000 + '"}', 4002),
        ('{"op": 8, "d": {}}', 4003),
        ('{"op": 2, "d": {"token": "wrong", "intents": 0}}', 4004),
    ],
)
async def test_close_codes(connect: Connector, raw: str, code: int) -> None:
    client = await connect()
    await client.socket.send_str(raw)
    assert await client.receive() == {"closed": code}


async def test_after_identify(connect: Connector, channel: TestChannel) -> None:
    client = await connect()
    await client.identify(channel.token)
    await client.until("GUILD_CREATE")
    await client.send(8, {"guild_id": GUILD_ID, "query": "", "limit": 0})
    assert await client.receive() == {"closed": 4001}, "nobody asks for members"
    client = await connect()
    await client.identify(channel.token)
    await client.until("GUILD_CREATE")
    await client.send(2, {"token": channel.token, "intents": 0})
    assert await client.receive() == {"closed": 4005}


async def test_intents_decide_what_is_heard(connect: Connector, channel: TestChannel, driver: Driver) -> None:
    client = await connect()
    await client.identify(channel.token, intents=1 | 1 << 9)
    guild = (await client.until("GUILD_CREATE"))["d"]
    assert len(guild["members"]) == 1 and guild["member_count"] == 6
    anna = await driver.player("Anna")
    await anna.say("secret")
    assert (await client.until("MESSAGE_CREATE"))["d"]["content"] == ""
    await anna.say(f"<@{channel.world.bot['id']}> open")
    assert (await client.until("MESSAGE_CREATE"))["d"]["content"].endswith("open")
    await driver.player("Nobody yet")
    await anna.say("after the member came")
    assert (await client.receive())["t"] == "MESSAGE_CREATE"


async def test_resume_replays_from_where_it_was(connect: Connector, channel: TestChannel, driver: Driver) -> None:
    client = await connect()
    ready = await client.identify(channel.token)
    seen = (await client.until("GUILD_CREATE"))["s"]
    await channel.gateway.drop()
    anna = await driver.player("Anna")
    await anna.say("one")
    await anna.say("two")
    resume = {"token": channel.token, "session_id": ready["session_id"], "seq": seen}
    for _ in range(2):
        client = await connect()
        await client.send(6, resume)
        frames = [await client.receive() for _ in range(3)]
        assert [f["t"] for f in frames] == ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"]
        assert [f["d"].get("content") for f in frames[:2]] == ["one", "two"]
        resume["seq"] = seen
        channel.gateway.sessions[ready["session_id"]].log.pop()
        channel.gateway.sessions[ready["session_id"]].sequence -= 1


async def test_resume_of_nothing_is_invalid(connect: Connector, channel: TestChannel) -> None:
    client = await connect()
    await client.send(6, {"token": channel.token, "session_id": "none", "seq": 1})
    assert await client.receive() == {"op": 9, "d": False, "s": None, "t": None}
    ready = await client.identify(channel.token)
    await client.until("GUILD_CREATE")
    channel.invalidate()
    assert (await client.receive())["op"] == 9
    await client.send(6, {"token": channel.token, "session_id": ready["session_id"], "seq": 1})
    assert (await client.receive())["op"] == 9


async def test_events_tell_of_their_own_moment(connect: Connector, channel: TestChannel, driver: Driver) -> None:
    client = await connect()
    await client.identify(channel.token)
    anna = await driver.player("Anna")
    message = player_actions.say(channel.world, anna.id, anna.channel, "as it was")
    message["content"] = "as it is"
    assert (await client.until("MESSAGE_CREATE"))["d"]["content"] == "as it was"
