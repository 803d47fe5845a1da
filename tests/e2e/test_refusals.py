"""Discord's own refusals by their numbers, met by the whole bot through the local channel."""

from __future__ import annotations

import pytest

from bot.local_discord.driver import Driver, words_of
from tests.e2e.play import EPHEMERAL, Play


async def _started(driver: Driver) -> Play:
    play = await Play.started(driver, Boris=["Germany"])
    await play.panel("USSR: Research")
    return play


def _panels(driver: Driver, play: Play) -> list[str]:
    shown = [m for m in driver.messages(play.thread) if m["embeds"] and not m["flags"] & EPHEMERAL]
    return [words_of(m) for m in shown if m["components"]]


@pytest.mark.parametrize(("code", "status"), [(30046, 429), (10008, 404)])
async def test_a_panel_that_can_not_be_edited_is_posted_anew(driver: Driver, code: int, status: int) -> None:
    play = await _started(driver)
    first = await play.panel("USSR: Research")
    driver.faults.refuse(f"/messages/{first['id']}", code, 400 if code == 30046 else status, method="PATCH")
    await play.accepted("done")
    second = await play.panel("USSR: Purchase")
    assert second["id"] != first["id"] and second["mentions"] == []
    if code == 30046:
        await driver.wait_until(lambda: len(_panels(driver, play)) == 1)


async def test_50083_an_archived_thread_is_opened(driver: Driver) -> None:
    play = await _started(driver)
    driver.faults.refuse("/messages/", 50083, 400, method="PATCH")
    await play.accepted("done")
    await play.panel("USSR: Purchase")


async def test_50007_closed_direct_messages_become_a_mention(driver: Driver) -> None:
    play = await _started(driver)
    boris = await play.player("Boris")
    await boris.slash("settings me", notify="direct")
    boris.refuse_dms()
    await play.accepted("done\ndone\ndone")
    await play.accepted("done anyway")
    said = await driver.wait_message(play.thread, lambda m: "direct message" in m["content"])
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
