"""Pictures on their way into messages: the panel's map, battle cards, charts; with alt text."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver
from tests.e2e.play import Play, labels
from tests.e2e.process import BotProcess


@pytest.fixture
async def bot(channel: TestChannel, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """The bot with pictures, as a host starts it: what it draws is drawn in processes that begin with nothing."""
    process = BotProcess(channel, tmp_path)
    await process.start(ADJUTANT_PICTURES="on")
    yield process
    await process.stop()
    assert process.errors() == []


def picture(driver: Driver, message: Any) -> tuple[Image.Image, str]:
    """The picture of a message and its alt text."""
    attachment = message["attachments"][0]
    path = attachment["url"].removeprefix(driver.world.base_url).split("?")[0]
    image = Image.open(io.BytesIO(driver.world.files.by_path[path].data))
    image.load()
    return image, attachment["description"]


async def test_a_turn_in_pictures(driver: Driver) -> None:
    play = await Play.started(driver)
    panel = await play.panel("USSR: Research")
    await driver.wait_until(lambda: panel["attachments"])
    image, alt = picture(driver, panel)
    assert (image.width >= 800 and "Axis & Allies" in alt) or "USSR" in alt
    await play.accepted("done\ndone\nmove 3 infantry: Karelia S.S.R. > Ukraine S.S.R.\ndone")
    below = await play.panel("USSR: Conduct combat")
    await driver.wait_until(lambda: below["attachments"])
    assert below["attachments"][0]["id"] != panel["attachments"][0]["id"]
    fought = await play.master.slash("fight", where="Ukraine S.S.R.")
    card, alt = picture(driver, fought.message)
    assert card.width == 1100 and "Ukraine S.S.R." in alt and "3 infantry" in alt
    for command, options in (("map", {}), ("map", {"around": "Overview"}), ("territory", {"name": "Germany"})):
        shown = await play.master.slash(command, **options)
        assert picture(driver, shown.message)[1]
    section = labels(shown.message)
    assert section == ["Look at...", "Show to all"]
    odds = await play.master.slash("odds forces", attacker="3 infantry", defender="2 infantry")
    assert picture(driver, odds.message)[1]
    luck, running = await play.master.slash("dice stats"), await play.master.slash("luck")
    assert "battles have given" in picture(driver, running.message)[1]
    for private in (shown, odds, luck, running):
        public = await play.master.press(private, "Show to all")
        assert private.ephemeral and not public.ephemeral and public.text == private.text
        assert picture(driver, public.message)[1] == picture(driver, private.message)[1]
    past = await play.master.slash("history")
    replay = await play.master.press(past, "Replay this turn")
    assert getattr(picture(driver, replay.message)[0], "n_frames", 1) > 1
    back = await play.master.slash("back", order=3)
    shown_then, told = picture(driver, back.message)
    assert back.ephemeral and "would be taken back" in back.text and "Research" not in told and shown_then.width >= 800
