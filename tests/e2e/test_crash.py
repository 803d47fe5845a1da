"""kill -9, restarts, a clean stop: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver, words_of
from tests.e2e.crash import play_through_kills
from tests.e2e.play import Play, labels
from tests.e2e.points import DoomedProcess, play_to
from tests.e2e.process import BotProcess
from tests.e2e.warm import ended, made


@pytest.mark.parametrize("seed", [1, 2])
async def test_acknowledged_orders_survive_kills(driver: Driver, bot: BotProcess, seed: int) -> None:
    account = await play_through_kills(driver, bot, kills=3, seed=seed)
    assert account.kills == 3


@pytest.mark.parametrize("where", ["write 9 before", "message 7 after"])
async def test_an_end_at_a_chosen_point(channel: TestChannel, tmp_path: Path, where: str) -> None:
    """The long runs take every point of a course (tests/soak)."""
    bot = DoomedProcess(channel, tmp_path)
    await bot.start()
    try:
        assert await play_to(Driver(channel), bot, where, 1)
    finally:
        await bot.kill()


async def test_buttons_work_after_a_restart(driver: Driver, bot: BotProcess) -> None:
    play = await Play.started(driver)
    await play.accepted("done\ndone\nmove 3 infantry: Karelia S.S.R. > Ukraine S.S.R.\ndone")
    lobby = driver.messages(play.thread)[0]
    await bot.kill()
    await bot.start()
    pressed = await play.master.press(await play.panel("USSR: Conduct combat"), "Fight Ukraine S.S.R.")
    fought = words_of(await play.after(pressed))
    assert "round 1" in fought and "Rolled #1" in fought
    assert lobby["components"] == []
    panel = await play.panel("USSR: ")
    assert labels(panel)


async def test_a_form_opened_before_a_restart_is_taken(driver: Driver, bot: BotProcess) -> None:
    play = await Play.started(driver)
    form = await play.master.slash("orders")
    await bot.kill()
    await bot.start()
    assert "Purchase" in (await play.master.submit(form, {"orders": "done"})).text


async def test_unsent_messages_go_out_after_the_next_start(driver: Driver, bot: BotProcess) -> None:
    play = await Play.started(driver)
    driver.faults.server_error("/channels/", method="PATCH|POST", times=1000)
    await play.accepted("done\nbuy 1 infantry")
    assert "order 2" not in words_of(await play.panel("USSR"))
    await bot.kill()
    driver.faults.waiting.clear()
    await bot.start()
    await play.panel("USSR: Purchase", "order 2")


async def test_a_clean_stop_ends_well(driver: Driver, bot: BotProcess) -> None:
    play = await Play.started(driver)
    await play.accepted("done")
    assert await bot.stop() == 0
    await bot.start(ADJUTANT_COSTLY_PER_MINUTE="1")
    await play.accepted("buy 1 infantry")
    assert "dice.jsonl" in str((await play.master.slash("dice log")).message["attachments"])
    assert "That was a lot" in (await play.master.slash("dice log")).text, "the cool-down of costly commands"
    await play.accepted("buy 1 infantry")


async def test_a_stop_in_an_outage_ends_and_loses_nothing(
    driver: Driver, bot: BotProcess, channel: TestChannel
) -> None:
    """Discord takes no message and lets nobody connect: SIGTERM ends the bot all the same, and the next start sends."""
    play = await Play.started(driver)
    driver.faults.server_error("/channels/", method="PATCH|POST", times=1000)
    await play.accepted("done\nbuy 1 infantry")
    driver.faults.gateway_down = True
    await channel.gateway.drop(1006)
    assert await bot.stop() == 0
    driver.faults.gateway_down = False
    driver.faults.waiting.clear()
    assert all('"logger": "discord.' in line for line in bot.errors()), "what the library says of each attempt"
    bot.log.unlink()
    await bot.start()
    await play.panel("USSR: Purchase", "order 2")


async def test_a_second_bot_is_turned_away(driver: Driver, bot: BotProcess, tmp_path: Path) -> None:
    environment = {**os.environ, "ADJUTANT_CHANNEL_URL": driver.channel.url, "ADJUTANT_DATA_DIR": str(tmp_path)}
    log = tmp_path / "second.log"
    second = await made("bot", {**environment, "ADJUTANT_HEALTH_PORT": "0"}, log, warm=True)
    assert await ended(second, log) == 1
    said = log.read_text("utf-8")
    assert "could not start" in said and "Traceback" not in said
