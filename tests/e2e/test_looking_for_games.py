"""Looking for a game as people do: tickets that pair by themselves, and one that is taken up."""

from __future__ import annotations

from local_discord.testing.driver import Driver
from tests.e2e.play import labels


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
    assert "answered by now" in (await boris.press(shown, "Play Anna")).text


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
    assert "is played in" in (await chen.press(board, "Play Boris")).text
    (thread,) = [t for t in driver.threads() if t["id"] not in known]
    assert thread["name"].startswith("Boris – Chen")
    assert "answered by now" in (await anna.press(board, "Play Boris")).text
    assert "answered by now" in (await boris.press(shown, "Stop looking")).text
