"""Leagues as people see them: rated games, ends of games, arbiters."""

from __future__ import annotations

from local_discord.testing.driver import Driver, words_of
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


async def test_a_challenge_is_answered_and_played(driver: Driver) -> None:
    anna, boris = await driver.player("Anna"), await driver.player("Boris")
    chen = await driver.player("Chen")
    sent = await anna.slash("challenge", player=boris.id, format="classic-league", side="Axis", bid="8")
    assert sent.text == "Boris is challenged."
    posted = await driver.wait_message("general", lambda m: "challenges" in m["content"])
    assert [m["id"] for m in posted["mentions"]] == [boris.id] and "8 IPC" in posted["content"]
    assert "not for you" in (await chen.press(posted, "Accept")).text
    asked = await boris.press(posted, "Other offer...")
    countered = await boris.submit(asked, {"side": "Axis", "bid": "10", "bid_side": "Allies"})
    assert "another offer" in countered.text and countered.message["id"] == posted["id"], "in place of the first"
    other = await driver.wait_message("general", lambda m: "answers" in m["content"] and "10 IPC" in m["content"])
    known, button = {t["id"] for t in driver.threads()}, _id(other)
    await anna.press(other, "Accept")
    thread = next(t for t in driver.threads() if t["id"] not in known)
    assert "Boris – Anna" in thread["name"]
    play = Play(driver, thread, anna)
    await play.panel("place the units of the bid (10 IPC left)")
    assert "accepted already" in (await anna.raw_component(other, button)).text
    asked = await play.master.slash("concede")
    await play.master.press(asked, "The Allies give up")
    told = await driver.wait_message(thread, lambda m: "This game is rated." in m["content"])
    assert labels(told) == ["Rematch", "Film", "Charts", "Record", "Log"]
    record = await boris.at(thread).press(told, "Record")
    assert record.ephemeral and [f["filename"].rsplit("-", 1)[1] for f in record.message["attachments"]][:2] == [
        "orders.txt", "dice.jsonl",
    ]  # fmt: skip
    assert "cannot be drawn" in (await boris.at(thread).press(told, "Film")).text, "nothing has moved"
    await boris.at(thread).press(told, "Rematch")
    again = await driver.wait_message("general", lambda m: "would play the Allies" in m["content"])
    assert f"{boris.mention} challenges {anna.mention}" in again["content"]


async def test_a_team_challenges_a_team(driver: Driver) -> None:
    anna, boris, chen, dora = [await driver.player(name) for name in ("Anna", "Boris", "Chen", "Dora")]
    more = {"partner": chen.id, "player2": dora.id}
    sent = await anna.slash("challenge", player=boris.id, format="classic-league", side="Axis", **more)
    assert sent.text == "Boris and Dora are challenged. All who are named have to accept."
    posted = await driver.wait_message("general", lambda m: " challenge <" in m["content"])
    assert {m["id"] for m in posted["mentions"]} == {boris.id, chen.id, dora.id}
    assert "not for you" in (await anna.press(posted, "Accept")).text
    await boris.press(posted, "Accept")
    await driver.wait_message("general", lambda m: f"{boris.mention} agreed" in m["content"])
    await chen.press(posted, "Accept")
    known = {t["id"] for t in driver.threads()}
    await dora.press(posted, "Accept")
    (thread,) = [t for t in driver.threads() if t["id"] not in known]
    assert thread["name"] == "Anna & Chen – Boris & Dora, Classic, forum league"
    await Play(driver, thread, anna).panel("USSR")


async def test_a_format_in_the_lobby_and_saved(driver: Driver) -> None:
    play = await Play.open(driver)
    boris = await play.player("Boris")
    lobby = await play.panel("Press a power")
    assert labels((await boris.press(lobby, "Format")).message) == []
    menu = await play.master.press(lobby, "Format")
    await play.master.select(menu, "Format", ["classic-84"])
    await play.panel("Format: `classic-84`", "84")
    set_up = await play.master.slash("settings game", turn="48h", excuses=2, on_expiry="loses", vacation="21 days")
    assert "2 overruns of 3 days" in set_up.text, "what a format says stays"
    assert "When a turn's time is up, with no overrun left: its player has lost" in set_up.text
    words = {"name": "spring", "title": "Spring cup", "summary": "As last year."}
    assert "can decide that" in (await boris.slash("league save", **words)).text
    saved = await play.master.slash("league save", **words)
    assert (
        "Saved as `spring`" in saved.text
        and "dice: as usual" in saved.text
        and "After that the player has lost" in saved.text
    )
    assert "Clock: 2 days a turn; 2 overruns of 3 days" in saved.text
    assert "An answer: 1 day; then the default decides" in saved.text
    endless = await play.master.slash("settings game", answer_time="none")
    assert "An answer to a question: as long as it takes" in endless.text
    assert "An answer: as long as it takes" in (await play.master.slash("league save", **words)).text
    assert "Spring cup" in (await boris.slash("league formats")).text
    assert (await boris.slash("ratings table")).text.startswith("No rated game is over yet.")
    assert "Clock: 3 days a turn" in (await boris.slash("league formats", name="classic-84")).text


def _id(message: object) -> str:
    return str(message["components"][0]["components"][0]["custom_id"])  # type: ignore[index]


async def test_the_noticeboard_stays_true(driver: Driver) -> None:
    play = await agreed(driver)
    boris = (await driver.player("Boris")).at("table-two")
    assert "can decide that" in (await boris.slash("league board")).text
    anna = (await driver.player("Anna")).at("table-two")
    await anna.slash("league board")

    async def reads(*words: str, gone: str = "never there") -> None:
        def look() -> bool:
            shown = [words_of(m) for m in driver.messages("table-two") if m["embeds"]]
            return len(shown) == 1 and all(word in shown[0] for word in words) and gone not in shown[0]

        await driver.wait_until(look)

    await reads("Noticeboard", "Anna to act, last order")
    await boris.slash("challenge", player=anna.id, format="classic-league")
    await reads("Open challenges", "Classic, forum league")
    offer = await driver.wait_message("table-two", lambda m: "challenges" in m["content"])
    await anna.press(offer, "Accept")
    accepted = next(t["id"] for t in reversed(driver.threads()) if "Boris – Anna" in t["name"])
    await reads(f"<#{accepted}>: round 1", gone="Open challenges")
    await play.master.slash("game pause")
    await reads("paused")
    await play.master.slash("game resume")
    await reads("Anna to act, last order", gone="paused")
    await play.master.slash("orders", text="\n".join(["done"] * 6))
    await reads(f"<#{play.thread['id']}>: round 1, Boris to act, last order")
    asked = await boris.at(play.thread).slash("concede")
    await boris.at(play.thread).press(asked, "The Axis give up")
    await reads("Last results", "The Allies have won in round 1")
    await anna.slash("league board")


async def test_a_clock_without_a_profile_gives_time_that_is_worth_having(driver: Driver) -> None:
    play = await Play.open(driver)
    told = await play.master.slash("settings game", turn="48h", excuses=2)
    assert "A turn: 2 days; 2 excuses of 2 days" in told.text
    told = await play.master.slash("settings game", excuse="6h", on_expiry="arbiter")
    assert "2 excuses of 6 hours" in told.text and "an arbiter decides" in told.text
