"""Discord's rate limits: buckets that fill up again, and that an unmodified discord.py keeps to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from local_discord.errors import ApiError
from local_discord.messages import NONCE_SECONDS, OLD_EDITS, Draft, edit, post
from local_discord.rates import EVERYTHING, Rates
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver
from tests.local_discord.conftest import SPEC, connected
from tests.local_discord.tinybot import TinyBot


def test_a_bucket_is_used_up_and_fills_up_again() -> None:
    now = 0.0
    rates = Rates(clock=lambda: now)
    left = [rates.take("POST", "/channels/1/messages") for _ in range(6)]
    assert [v.left for v in left if v] == [4, 3, 2, 1, 0, 0] and left[-1] is not None and left[-1].after == 5.0
    other = rates.take("POST", "/channels/2/messages")
    assert other is not None and not other.after, "another channel has a bucket of its own"
    assert rates.take("GET", "/users/@me") is None
    now = 5.1
    again = rates.take("POST", "/channels/1/messages")
    assert again is not None and again.left == 4


def test_all_requests_together_but_not_answers_to_interactions() -> None:
    rates = Rates(clock=lambda: 0.0)
    for _ in range(EVERYTHING[0]):
        rates.take("GET", "/users/@me")
        assert rates.take("POST", "/interactions/1/token/callback") is None
    found = rates.take("GET", "/users/@me")
    assert found is not None and found.everything and found.after == 1.0


async def test_discord_py_keeps_to_the_buckets(tmp_path: Path) -> None:
    rates = Rates(pace=25)
    async with TestChannel(spec=SPEC, clock=lambda: 0.0, rates=rates) as channel:
        bot = TinyBot()
        async with connected(channel, bot):
            anna = await Driver(channel).player("Anna")
            for number in range(12):
                assert (await anna.slash("shout", text=str(number))).message
        assert [m["content"] for m in Driver(channel).messages("general") if m["content"] == "11"] == ["11"]


def test_old_messages_take_few_edits(driver: Driver) -> None:
    world, place = driver.world, driver.place("general")["id"]
    message = post(world, Draft(place, world.bot, {"content": "0"}))
    for number in range(9):
        edit(world, message, {"content": str(number)})
    driver.age(message, 3601)
    for number in range(OLD_EDITS):
        edit(world, message, {"content": str(number)})
    with pytest.raises(ApiError) as refused:
        edit(world, message, {"content": "more"})
    assert (refused.value.status, refused.value.code) == (429, 30046)


def test_a_nonce_is_known_for_some_minutes(driver: Driver) -> None:
    world, place = driver.world, driver.place("general")["id"]
    body = {"content": "once", "nonce": "7", "enforce_nonce": True}
    first = post(world, Draft(place, world.bot, body))
    assert post(world, Draft(place, world.bot, body))["id"] == first["id"]
    driver.age(first, NONCE_SECONDS + 1)
    assert post(world, Draft(place, world.bot, body))["id"] != first["id"]
