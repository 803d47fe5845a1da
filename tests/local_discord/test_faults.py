"""Faults on purpose, and that an unmodified discord.py gets over them."""

from __future__ import annotations

import asyncio

import pytest

from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Answer, Driver, NoAnswer, Player
from local_discord.testing.faults import Kind
from tests.local_discord.tinybot import TinyBot


async def test_rate_limits_are_waited_out(anna: Player, channel: TestChannel) -> None:
    channel.faults.rate_limit("/callback", retry_after=0.01, times=2)
    assert (await anna.slash("ping")).content == "pong"
    channel.faults.rate_limit("/messages$", method="POST", retry_after=0.01, everything=True)
    assert (await anna.slash("shout", text="through")).message
    assert [k for k, _, _ in channel.faults.happened] == [Kind.ANSWER] * 3


async def test_server_errors_are_tried_again(anna: Player, channel: TestChannel) -> None:
    channel.faults.server_error("/messages$", method="POST", status=502)
    answer = await anna.slash("shout", text="at last")
    assert answer.content.isdigit()


async def test_a_cut_before_is_not_carried_out(anna: Player, driver: Driver) -> None:
    driver.faults.drop("/callback")
    before = len(driver.messages("general"))
    with pytest.raises(NoAnswer):
        await anna.slash("ping", _timeout=0.2)
    assert len(driver.messages("general")) == before


async def test_a_cut_after_is_carried_out(anna: Player, driver: Driver) -> None:
    driver.faults.drop("/callback", after=True)
    assert (await anna.slash("ping")).content == "pong"
    assert driver.faults.happened[-1][0] is Kind.DROP_AFTER


async def test_late_requests_and_late_answers(anna: Player, driver: Driver) -> None:
    driver.faults.late("/callback", seconds=0.01)
    assert (await anna.slash("ping")).content == "pong"
    driver.faults.late("/callback", seconds=0.01, answer_only=True)
    assert (await anna.slash("ping")).content == "pong"
    assert [k for k, _, _ in driver.faults.happened] == [Kind.LATE, Kind.LATE_ANSWER]


async def test_too_late_is_no_answer(anna: Player, driver: Driver) -> None:
    driver.world.answer_seconds = -1.0
    with pytest.raises(NoAnswer):
        await anna.slash("ping", _timeout=0.3)


async def test_a_token_lasts_fifteen_minutes(anna: Player, driver: Driver, tiny: TinyBot) -> None:
    waiting = asyncio.create_task(anna.slash("patient"))
    known = driver.world.interactions
    one = await driver.wait_until(lambda: next((i for i in known.values() if i.answer), None))
    Answer(driver.world, one).age(901)
    tiny.go.set()
    await driver.wait_message("general", lambda m: m["content"] == "refused 50027")
    waiting.cancel()


async def test_duplicated_interactions(anna: Player, driver: Driver, tiny: TinyBot) -> None:
    driver.faults.duplicate()
    assert (await anna.slash("ping")).content == "pong"
    await driver.wait_until(lambda: len(tiny.seen) == 2)
    assert tiny.seen[0] == tiny.seen[1]
    await anna.slash("ping")
    await driver.wait_until(lambda: len(tiny.seen) == 3)


async def test_cut_gateway_is_resumed_and_replayed(
    anna: Player, driver: Driver, channel: TestChannel, tiny: TinyBot
) -> None:
    await channel.gateway.drop()
    assert not channel.gateway.online
    said = [await anna.say(f"while away {n}") for n in range(3)]
    await driver.wait_until(lambda: channel.gateway.online)
    await anna.say("back again")
    await anna.slash("ping")
    assert tiny.heard == [*[m["content"] for m in said], "back again"]
    assert tiny.resumed == 1
    assert len(channel.gateway.sessions) == 1


async def test_asked_to_reconnect(driver: Driver, anna: Player, channel: TestChannel, tiny: TinyBot) -> None:
    channel.ask_to_reconnect()
    await driver.wait_until(lambda: not channel.gateway.online)
    await driver.wait_until(lambda: channel.gateway.online)
    assert (await anna.slash("ping")).content == "pong"
    assert tiny.resumed == 1


async def test_chaos_is_the_same_for_the_same_seed(channel: TestChannel) -> None:
    def run(seed: int) -> list[Kind | None]:
        channel.faults.chaos(seed, 0.5)
        found = [channel.faults.for_request("POST", "/x") for _ in range(40)]
        return [f.kind if f else None for f in found]

    first = run(7)
    assert first == run(7) and len({*first}) > 2
    channel.faults.chaos(7, 0)
    assert channel.faults.for_request("POST", "/x") is None
