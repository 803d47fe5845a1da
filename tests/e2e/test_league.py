"""Leagues as people see them: rated games, ends of games, arbiters."""

from __future__ import annotations

from local_discord.testing.driver import Driver
from tests.e2e.play import Play, labels


async def agreed(driver: Driver) -> Play:
    """A game of Anna against Boris, which both want rated."""
    play = await Play.open(driver)
    boris = await play.player("Boris")
    lobby = await play.panel("Press a power")
    for power in ("Germany", "Japan"):
        await boris.press(lobby, power)
    await play.master.press(lobby, "Take all open seats")
    await boris.press(lobby, "Rated")
    await play.panel(f"Rated, if all agree before the start: {boris.mention}; not yet {play.master.mention}")
    await play.master.press(lobby, "Rated")
    await play.master.press(lobby, "Start")
    await play.panel("USSR: Research")
    return play


async def test_a_side_gives_up_and_the_result_is_posted(driver: Driver) -> None:
    play = await agreed(driver)
    boris, chen = await play.player("Boris"), await play.player("Chen")
    assert "do not play" in (await chen.slash("concede")).text
    asked = await boris.slash("concede")
    assert asked.ephemeral and labels(asked.message) == ["The Axis give up"]
    forged = await chen.raw_component(asked.message, "a1:giveup:" + _game(asked) + "::Axis")
    assert "do not play" in forged.text
    done = await boris.press(asked, "The Axis give up")
    assert "The Axis give up." in done.text
    told = await driver.wait_message(play.thread, lambda m: "The Allies have won in round 1" in m["content"])
    assert "This game is rated." in told["content"] and "Boris (Germany, Japan)" in told["content"]
    assert "over" in (await boris.slash("draw")).text or "being played" in (await boris.slash("draw")).text


async def test_a_draw_and_an_arbiter(driver: Driver) -> None:
    play = await agreed(driver)
    boris, chen = await play.player("Boris"), await play.player("Chen")
    offered = await boris.slash("draw")
    assert "offers a draw" in offered.text and labels(offered.message) == ["Agree", "Object"]
    assert "not asked for" in (await chen.press(offered, "Agree")).text
    await play.master.press(offered, "Agree")
    told = await driver.wait_message(play.thread, lambda m: "A draw in round 1." in m["content"])
    assert "rated" in told["content"]
    refused = await chen.slash("arbiter adjudicate", winner="Axis", why="I say so.")
    assert "who manages this server" in refused.text
    own = await play.master.slash("arbiter adjudicate", winner="Allies", why="I was ahead.")
    assert "of their own" in own.text


def _game(answer: object) -> str:
    message = answer.message  # type: ignore[attr-defined]
    return str(message["components"][0]["components"][0]["custom_id"]).split(":")[2]
