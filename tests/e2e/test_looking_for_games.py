"""Looking for a game as people do: tickets that pair by themselves, one that is taken up; and following one."""

from __future__ import annotations

import asyncio

from local_discord.testing.driver import Driver
from tests.e2e.play import Play, labels


async def test_two_who_look_are_brought_together(driver: Driver) -> None:
    anna, boris = await driver.player("Anna"), await driver.player("Boris")
    shown = await anna.slash("play", format="classic-league", pace="now")
    assert not shown.ephemeral and labels(shown.message) == ["Play Anna", "Stop looking"]
    assert "your own" in (await anna.press(shown, "Play Anna")).text
    assert "Only who looks" in (await boris.press(shown, "Stop looking")).text
    known = {thread["id"] for thread in driver.threads()}
    await boris.slash("play", format="classic-84", or_format="classic-league", pace="now", look_for="2h")
    (thread,) = await driver.wait_until(lambda: [t for t in driver.threads() if t["id"] not in known])
    assert thread["name"] == "Anna – Boris, Classic, forum league"
    called = await driver.wait_message(thread, lambda m: "looked for a game" in m["content"])
    assert {m["id"] for m in called["mentions"]} == {anna.id, boris.id}
    assert "No more: paired." in (await boris.press(shown, "Play Anna")).text


async def test_a_ticket_that_is_taken_up_says_so(driver: Driver) -> None:
    anna, boris = await driver.player("Anna"), await driver.player("Boris")
    shown = await anna.slash("play", format="classic-league", pace="slowly")
    taken = await boris.press(shown, "Play Anna")
    assert "No more: taken up by Boris" in taken.text and not labels(taken.message)
    assert taken.message["id"] == shown.message["id"]


async def test_a_ticket_is_taken_up_from_the_noticeboard(driver: Driver) -> None:
    anna, boris, chen = [await driver.player(name) for name in ("Anna", "Boris", "Chen")]
    await anna.slash("league board")
    await driver.wait_message("general", lambda m: bool(m["embeds"]) and "`/play` looks" in str(m["embeds"]))
    shown = await boris.slash("play", format="classic-league", pace="slowly", look_for="2 days")

    def told(message: dict[str, object]) -> bool:
        return bool(message["embeds"]) and "looks for a game slowly" in str(message["embeds"])

    board = await driver.wait_message("general", told, timeout=40)
    assert labels(board) == ["Play Boris"]
    known = {thread["id"] for thread in driver.threads()}
    presses = await asyncio.gather(chen.press(board, "Play Boris"), anna.press(board, "Play Boris"))  # one comes first
    taken, late = sorted((press.text for press in presses), key=lambda text: "is played in" not in text)
    assert "is played in" in taken and "answered by now" in late
    new = [t for t in driver.threads() if t["id"] not in known]
    (thread,) = [t for t in new if not t["thread_metadata"]["archived"]]  # whoever came second had opened one, too
    assert thread["name"].startswith(("Boris – Chen", "Boris – Anna"))
    assert "No more: paired." in (await boris.press(shown, "Stop looking")).text


async def test_who_follows_a_game_gets_its_recaps_and_result(driver: Driver) -> None:
    play = await Play.started(driver, Dora=["Germany", "Japan"])
    boris, chen = await play.player("Boris"), await play.player("Chen")
    assert "You play in this game" in (await play.master.slash("follow")).text
    following = await chen.slash("follow")
    assert following.ephemeral and labels(following.message) == ["Follow no more"]
    for _ in range(5):
        await play.order("done")
    recap = await driver.wait_message(play.thread, lambda m: "Follow" in labels(m))
    told = await driver.wait_message(chen.direct, lambda m: "Table" in m["content"])
    assert recap["content"] in told["content"]
    assert "You follow" in (await boris.press(recap, "Follow")).text
    assert "no more" in (await chen.press(following, "Follow no more")).text
    await play.master.press(await play.master.slash("concede"), "The Allies give up")
    await driver.wait_message(boris.direct, lambda m: "Axis have won" in m["content"])
    assert not [m for m in driver.messages(chen.direct) if "Axis have won" in m["content"]]
    assert "This game is over" in (await boris.press(recap, "Follow")).text
