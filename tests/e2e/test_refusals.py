"""Discord's own refusals by their numbers, met by the whole bot through the local channel."""

from __future__ import annotations

import pytest

from local_discord import messages
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver, words_of
from tests.e2e.play import EPHEMERAL, Play


async def _started(driver: Driver) -> Play:
    play = await Play.started(driver, Boris=["Germany"])
    await play.panel("USSR: Research")
    return play


def _panels(driver: Driver, play: Play) -> list[str]:
    shown = [m for m in driver.messages(play.thread) if m["embeds"] and not m["flags"] & EPHEMERAL]
    return [words_of(m) for m in shown if m["components"]]


async def test_30046_a_panel_edited_too_often_is_posted_anew(driver: Driver) -> None:
    """Its message is as fresh as the bot knows, and hours old for Discord, which takes three more edits."""
    play = await _started(driver)
    await play.accepted("done")
    first = await play.panel("USSR: Purchase")
    driver.age(first, 7200)
    driver.world.old_edits[first["id"]] = messages.OLD_EDITS
    await play.accepted("buy 1 infantry")
    second = await play.panel("1 infantry")
    assert second["id"] != first["id"] and second["mentions"] == []
    await driver.wait_until(lambda: len(_panels(driver, play)) == 1)


async def test_10008_a_panel_that_was_deleted_is_posted_anew(driver: Driver) -> None:
    play = await _started(driver)
    driver.delete_message(await play.panel("USSR: Research"))
    await play.accepted("done")
    await play.panel("USSR: Purchase")


async def test_50083_a_thread_archived_in_silence_is_opened(driver: Driver) -> None:
    """A private answer does not open it, as a public one would: the edit of the panel is refused first."""
    play = await _started(driver)
    await play.master.slash("settings me", replies="private")
    driver.archive(play.thread)
    answer = await play.order("done")
    assert answer.ephemeral
    await play.panel("USSR: Purchase")
    assert not driver.place(play.thread)["thread_metadata"]["archived"]


async def test_50013_the_permission_for_embeds_is_named(driver: Driver) -> None:
    play = await _started(driver)
    driver.deny("general", "EMBED_LINKS")
    await play.accepted("done")
    told = await driver.wait_message(play.master.direct, lambda m: "can't write" in m["content"])
    assert "Embed Links" in told["content"] and "No order is lost" in told["content"]


async def test_rate_limits_of_routes_lose_nothing(driver: Driver, channel: TestChannel) -> None:
    """Thirty orders as quickly as they go, on buckets of five: each is answered, and the panel shows the last."""
    play = await _started(driver)
    await play.accepted("done")
    for _ in range(15):
        await play.accepted("buy 1 infantry")
        await play.accepted("undo")
    await play.panel("order 31")
    assert channel.rest.rates is not None


async def test_50083_an_archived_thread_is_opened(driver: Driver) -> None:
    play = await _started(driver)
    driver.faults.refuse("/messages/", 50083, 400, method="PATCH")
    await play.accepted("done")
    await play.panel("USSR: Purchase")


@pytest.mark.parametrize("code", [50007, 10013])
async def test_direct_messages_that_do_not_arrive_become_a_mention(driver: Driver, code: int) -> None:
    """50007: they are closed. 10013: Discord knows the person no more."""
    play = await _started(driver)
    boris = await play.player("Boris")
    await boris.slash("settings me", notify="direct")
    if code == 50007:
        boris.refuse_dms()
    else:
        driver.faults.refuse("/users/@me/channels", code, 404, method="POST", times=9)
    await play.accepted("done\ndone\ndone")
    await play.accepted("done anyway")
    said = await driver.wait_message(
        play.thread, lambda m: "direct message" in m["content"] and not m["flags"] & EPHEMERAL
    )
    assert [m["id"] for m in said["mentions"]] == [boris.id]


@pytest.mark.parametrize(("code", "status"), [(50013, 403), (50001, 403), (10003, 404)])
async def test_the_master_is_told_when_nothing_can_be_written(driver: Driver, code: int, status: int) -> None:
    play = await _started(driver)
    driver.faults.refuse(f"/channels/{play.thread['id']}/messages", code, status, method="PATCH|POST", times=2)
    await play.accepted("done")
    direct = play.master.direct
    told = await driver.wait_message(direct, lambda m: "can't write" in m["content"])
    assert "/game move" in told["content"]
    driver.faults.waiting.clear()
    await play.accepted("buy 1 infantry")
    await play.panel("USSR: Purchase", "order 2")


async def test_40060_an_answer_that_was_given_already(driver: Driver) -> None:
    play = await _started(driver)
    driver.faults.drop("/callback", method="POST", after=True)
    assert "USSR" in (await play.master.slash("game seats")).text
    await play.accepted("done")


@pytest.mark.parametrize("everything", [False, True])
async def test_429_of_a_route_and_of_everything(driver: Driver, everything: bool) -> None:
    play = await _started(driver)
    driver.faults.rate_limit("/messages", method="PATCH", times=3, retry_after=0.3, everything=everything)
    await play.accepted("done")
    await play.panel("USSR: Purchase")
