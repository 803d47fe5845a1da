"""First contact: the greeting, and a first game in two presses."""

from __future__ import annotations

from local_discord.testing.driver import Driver
from tests.e2e.play import Play


async def test_a_first_game_is_two_presses_away(driver: Driver) -> None:
    anna = await driver.player("Anna")
    answer = await anna.press(await anna.slash("help"), "First game", timeout=60)
    assert "You play **" in answer.text and "press **Start**" in answer.text
    thread = driver.threads()[-1]
    play = Play(driver, thread, anna)
    lobby = await play.panel("Press a power", "computer, officer", "All seats are taken")
    await play.master.press(lobby, "Start")
    await play.panel("order 0")
