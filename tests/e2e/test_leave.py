"""Leave as people take it."""

from __future__ import annotations

from local_discord.testing.driver import Driver
from tests.e2e.play import Play


async def test_leave_is_taken_shown_to_both_and_ended(driver: Driver) -> None:
    anna, boris = await driver.player("Anna"), await driver.player("Boris")
    assert "No leave is planned" in (await anna.slash("vacation bank")).text
    await anna.slash("challenge", player=boris.id, format="classic-league", side="Allies")
    posted = await driver.wait_message("general", lambda m: "challenges" in m["content"])
    known = {t["id"] for t in driver.threads()}
    await boris.press(posted, "Accept")
    thread = next(t for t in driver.threads() if t["id"] not in known)
    play = Play(driver, thread, anna)
    await play.panel("0 of 3 overruns, 21 of 21 days of leave left")
    assert "no day" in (await anna.slash("vacation take", to="soon")).text
    days = await anna.autocomplete("vacation take", to="")
    assert len(days) == 25
    taken = await anna.slash("vacation take", to=days[2]["value"])
    assert taken.ephemeral and "the clock stands for" in taken.text
    told = await driver.wait_message(thread, lambda m: "is away from" in m["content"])
    assert anna.mention in told["content"] and "of 21 days of leave remain" in told["content"]
    await play.panel("is away until")
    assert "Welcome back" in (await anna.slash("vacation end")).text
    assert "no leave that you could end" in (await anna.slash("vacation end")).text
    await driver.wait_message(thread, lambda m: "is back" in m["content"])
