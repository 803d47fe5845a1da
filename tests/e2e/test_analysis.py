"""Positions played out and games analysed in a process of its own, while the game goes on; and stopped."""

from __future__ import annotations

from local_discord.testing.driver import Driver
from tests.e2e.play import Play


async def test_playing_out_is_stopped(driver: Driver) -> None:
    play = await Play.started(driver)
    begun = await play.master.slash("adjudicate", games=100)
    assert "0 of 100 games" in begun.text and not begun.ephemeral
    await play.accepted("done\ndone")
    await play.master.press(begun, "Stop")
    await play.reads(begun, "played out")


async def test_what_was_played_is_analysed(driver: Driver) -> None:
    play = await Play.started(driver)
    await play.accepted("done\ndone\nmove 3 infantry, 1 armor: Karelia S.S.R. > Ukraine S.S.R.\ndone")
    await play.master.slash("fight", where="Ukraine S.S.R.")
    begun = await play.master.slash("analysis")
    assert "Analysing Table" in begun.text and not begun.ephemeral
    await play.reads(begun, "What decided Table")
