"""A bot of another library on the local channel: it has to speak Discord, not merely discord.py."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver, Player

HERE = Path(__file__).parent
SPEC = HERE.parent / "data" / "discord-openapi.json.gz"


@asynccontextmanager
async def running(channel: TestChannel, bot: str) -> AsyncIterator[None]:
    """A bot as a process of its own, once it has registered its commands; its words are shown if it fails."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, bot, channel.url, channel.token),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    ended = asyncio.create_task(process.communicate())
    try:
        driver = Driver(channel)
        registered = asyncio.create_task(driver.wait_until(lambda: channel.world.commands[None], timeout=120))
        await asyncio.wait({ended, registered}, return_when=asyncio.FIRST_COMPLETED)
        yield
    finally:
        if process.returncode is None:
            process.kill()
        print((await ended)[0].decode(errors="replace"))


async def judge(channel: TestChannel) -> None:
    """What the bot is put through."""
    driver = Driver(channel)
    anna = await driver.player("Anna")
    chart = await anna.slash("chart")
    assert chart.embeds[0]["image"]["url"].startswith(channel.url)
    slow = await anna.slash("slow")
    await driver.wait_until(lambda: [m["content"] for m in slow.messages] == ["edited", "more, edited"])
    choices = await anna.autocomplete("pick", fruit="ap")
    assert [c["value"] for c in choices] == ["apple", "apricot"]
    assert (await anna.slash("pick", fruit="fig")).ephemeral
    await judge_components(anna)
    thread = await anna.slash("thread")
    assert [m["content"] for m in driver.messages(thread.content)] == ["inside"]
    said = await anna.say("!ping")
    reply = await driver.wait_message("general", lambda m: m["content"] == "pong, edited", after=said["id"])
    assert reply["referenced_message"]["id"] == said["id"]
    await channel.gateway.drop()
    await driver.wait_until(lambda: channel.gateway.online)
    assert (await anna.slash("chart")).embeds
    assert [str(v) for v in channel.violations if v.side == "response"] == []


async def judge_components(anna: Player) -> None:
    """Button, menu, form."""
    panel = await anna.slash("panel")
    await anna.press(panel, "Count")
    assert panel.content == "counted"
    await anna.select(panel, "menu", ["Date"])
    assert panel.content == "chose date"
    form = await anna.slash("form")
    assert (await anna.submit(form, {"Name": "Eve"})).content == "hello Eve"


async def test_hikari() -> None:
    pytest.importorskip("hikari")
    async with TestChannel(spec=SPEC, clock=lambda: 0.0) as channel, running(channel, str(HERE / "hikari_bot.py")):
        await judge(channel)
