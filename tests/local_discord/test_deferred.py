"""Answers that come late: who sees them does not hang on how the bot said that it was at work."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest

from bot.discord import response
from bot.discord.response import Reply, answer, patience
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver, Player
from tests.local_discord.conftest import connected
from tests.local_discord.tinybot import TinyBot


class LateBot(TinyBot):
    """Answers `/late` when it has deferred; `deferred` and `said`: whether privately."""

    async def setup_hook(self) -> None:
        @self.tree.command(description="answers late")
        async def late(act: discord.Interaction, deferred: bool, said: bool, text: str = "told") -> None:
            async with patience(act, deferred):
                while not act.response.is_done():
                    await asyncio.sleep(0)
            await answer(act, Reply(text, private=said))

        await super().setup_hook()


@pytest.fixture
async def anna(driver: Driver, channel: TestChannel, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Player]:
    """The first player, with a bot that finds everything slow."""
    monkeypatch.setattr(response, "PATIENCE", 0)
    async with connected(channel, LateBot()):
        yield await driver.player("Anna")


@pytest.mark.parametrize("deferred", [False, True])
@pytest.mark.parametrize("said", [False, True])
async def test_a_late_answer_is_seen_by_whom_it_is_for(
    anna: Player, driver: Driver, deferred: bool, said: bool
) -> None:
    boris = await driver.player("Boris")
    await anna.slash("late", deferred=deferred, said=said)
    await driver.wait_until(lambda: any(m["content"] == "told" for m in anna.messages()))
    seen = [m["content"] for m in boris.messages()]
    assert seen == ([] if said else ["told"])
    mine = [m["content"] for m in anna.messages()]
    assert mine == ([response.FOLLOWS, "told"] if deferred and not said else ["told"])


async def test_a_late_refusal_that_is_cut_off_on_its_way_stays_private(anna: Player, driver: Driver) -> None:
    """Once the deferral's end is not confirmed, once the refusal itself is not sent."""
    boris = await driver.player("Boris")
    driver.faults.drop("/messages/@original", method="DELETE", after=True)
    driver.faults.drop("/webhooks/", method="POST")
    await anna.slash("late", deferred=False, said=True)
    await driver.wait_until(lambda: [m["content"] for m in anna.messages()] == ["told"])
    assert boris.messages() == []


async def test_a_long_answer_follows_a_deferral_of_the_other_kind_once(anna: Player, driver: Driver) -> None:
    boris = await driver.player("Boris")
    await anna.slash("late", deferred=False, said=True, text="word " * 700)
    await driver.wait_until(lambda: len(anna.messages()) == 2)
    assert boris.messages() == []
