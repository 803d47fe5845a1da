"""A tournament as people see it: entered, begun, paired, played in threads, decided by an arbiter, shown."""

from __future__ import annotations

import asyncio
from typing import Any

from local_discord.testing.driver import Driver, Player, words_of
from tests.e2e.play import labels

Json = Any
FORMAT = "classic-league"
NAMES = ("Boris", "Chen", "Dora")


async def shown(driver: Driver, *words: str) -> Json:
    """The message that shows the tournament, once it reads so."""

    def look() -> Json | None:
        posts = [m for m in driver.messages("general") if m["embeds"] and m["embeds"][0]["title"] == "Spring"]
        assert len(posts) <= 1, "it is edited in place"
        return posts[0] if posts and all(word in words_of(posts[0]) for word in words) else None

    return await driver.wait_until(look)


def custom_id(message: Json, label: str) -> str:
    """The id of a button."""
    parts = [c for row in message["components"] for c in row["components"]]
    return str(next(c["custom_id"] for c in parts if c.get("label") == label))


async def test_a_round_robin(driver: Driver) -> None:
    anna = await driver.player("Anna")
    boris, chen, dora = [await driver.player(name) for name in NAMES]
    words = {"name": "Spring", "kind": "round robin", "format": FORMAT}
    assert "can decide that" in (await boris.slash("tournament new", **words)).text
    assert "is open" in (await anna.slash("tournament new", **words)).text
    assert "another name" in (await anna.slash("tournament new", **words)).text
    post = await shown(driver, "0 have entered", "Its games are rated")
    for player in (boris, chen, dora):
        assert "You take part" in (await player.press(post, "Enter")).text
    assert "already" in (await chen.press(post, "Enter")).text
    assert "You take part in **Spring** no more" in (await dora.press(post, "Leave")).text
    await dora.slash("tournament enter")
    await shown(driver, "3 have entered", "Boris, Chen, Dora")

    assert "can decide that" in (await boris.slash("tournament begin")).text
    asked = await anna.slash("tournament begin")
    assert asked.ephemeral and "1. Boris (1500)" in asked.text
    begin = custom_id(asked.message, "Begin")
    assert "can decide that" in (await boris.raw_component(post, begin)).text, "a forged press"
    preview = await anna.press(asked, "Begin")
    assert "round 1** would be" in preview.text
    assert "begun already" in (await anna.raw_component(post, begin)).text, "the same press twice"
    pair_all = custom_id(preview.message, "All rounds")
    assert "can decide that" in (await boris.raw_component(post, pair_all)).text
    await anna.press(preview, "All rounds")
    assert "Somebody else has changed" in (await anna.raw_component(post, pair_all)).text

    await driver.wait_until(lambda: len(driver.threads()) == 3)
    threads = driver.threads()
    for thread in threads:
        await driver.wait_message(thread, lambda m: m["embeds"] and "USSR" in words_of(m))
    calls = [m for m in driver.messages("general") if "match 1." in m["content"]]
    assert len(calls) == 1 and len(calls[0]["mentions"]) == 2 and calls[0]["thread"]["id"] in {t["id"] for t in threads}
    await shown(driver, "Round 1", f"<#{threads[0]['id']}>")

    for thread in threads:
        loser = next(player for player in (dora, chen, boris) if player.name in thread["name"])
        await gives_up(loser, thread)
    await shown(driver, "Over, Boris has won", "1. Boris: 2 (2-0-0)")
    seen = await chen.slash("tournament show", tournament="Spring")
    assert seen.ephemeral and "1. Boris: 2" in seen.text and labels(seen.message) == ["Show to all"]
    told = (await chen.slash("tournament record", tournament="Spring")).text
    assert "won by Boris, concession (by itself)" in told and "enters, seeded at 1500" in told
    assert "round 3: 1 match" in told
    found = await boris.slash("archive find", player=boris.id)
    assert found.text.count("gave up") == 2
    game = found.text.split("`")[1]
    looked = await boris.select(found.message, "Look at a game...", [game])
    assert looked.ephemeral and game in looked.text and labels(looked.message) == ["Film", "Charts", "Record", "Log"]
    assert "Income / army value" in (await boris.press(looked, "Charts")).text
    assert (await boris.press(looked, "Record")).message["attachments"]
    forged = await chen.raw_component(found.message, _menu(found.message)["custom_id"], values=["0123abcd"])
    assert "not in the archive" in forged.text
    assert "No finished game" in (await boris.slash("archive find", rules="x2")).text
    assert "There are no house rules" in (await boris.slash("archive find", rules="chess")).text
    assert "Spring" not in (await boris.slash("archive find", format="global-league")).text
    of_spring = await boris.slash("archive find", tournament="Spring", after="2020-01")
    assert "**3 games**" in of_spring.text and of_spring.text.count("Spring, round") == 3
    assert [c["name"] for c in await boris.autocomplete("archive find", tournament="spr")] == ["Spring"]
    assert "No finished game" in (await boris.slash("archive find", before="2020")).text
    assert "No finished game" in (await boris.slash("archive find", upsets=True)).text, "equals have one chance in two"
    assert "a day such as" in (await boris.slash("archive find", after="soon")).text
    assert "later date" in (await boris.slash("archive find", after="2027", before="2026-05-01")).text


def _menu(message: Json) -> Json:
    """The menu below a message."""
    return next(c for row in message["components"] for c in row["components"] if c.get("options"))


async def gives_up(player: Player, thread: Json) -> None:
    """A side gives up."""
    asked = await player.at(thread).slash("concede")
    await player.at(thread).press(asked, labels(asked.message)[0])


async def test_an_arbiter_conducts_a_bracket(driver: Driver) -> None:
    anna = await driver.player("Anna")
    boris, chen, dora = [await driver.player(name) for name in NAMES]
    await anna.at("table-two").slash("league board")
    await anna.slash("tournament new", name="Spring", kind="single elimination", format=FORMAT, sides="bid", days=7.0)
    for player in (boris, chen, dora):
        await player.slash("tournament enter")
    await driver.wait_message("table-two", lambda m: "3 have entered" in words_of(m))
    preview = await anna.press(await anna.slash("tournament begin"), "Begin")
    assert "Chen – Dora" in preview.text and "Played from" in preview.text
    await anna.press(preview, "Put round 1 on record")
    await driver.wait_until(lambda: len(driver.threads()) == 1)
    (thread,) = driver.threads()
    lobby = await driver.wait_message(thread, lambda m: "both give `/bid ipc:` here" in words_of(m))
    assert labels(lobby) == ["House rules", "Options", "Format", "Rated"], "no seat can be taken before the bids"
    assert "The sides of this game are bid for" in (await chen.at(thread).slash("game join", power="USSR")).text
    assert "two others" in (await boris.at(thread).slash("bid", ipc=1)).text
    await asyncio.gather(chen.at(thread).slash("bid", ipc=9), dora.at(thread).slash("bid", ipc=7))
    told = await driver.wait_message(thread, lambda m: "The bids for the Allies" in m["content"])
    assert f"{dora.mention} plays the Allies with 7 IPC" in told["content"]
    await driver.wait_message(thread, lambda m: m["embeds"] and "place the units of the bid" in words_of(m))
    wrong = await anna.slash("tournament result", match="W1.2", winner=boris.id, why="Hm.")
    assert "won by Chen or Dora" in wrong.text
    assert "Open matches: W1.2 (" in (await anna.slash("tournament result", winner=boris.id, why="Hm.")).text
    assert "goes on" in (await anna.at(thread).slash("tournament result", why="Nobody came.")).text
    refused = await boris.slash("tournament result", match="W1.2", winner=chen.id, why="I like Chen.")
    assert "can decide that" in refused.text
    decided = await anna.at(thread).slash("tournament result", winner=chen.id, why="Dora has moved away.")
    assert "Chen** has won" in decided.text
    await driver.wait_message(thread, lambda m: "by adjudication" in m["content"])
    await driver.wait_message("general", lambda m: "round 2 of **Spring** can be paired" in m["content"])
    await anna.press(await anna.slash("tournament round"), "Put round 2 on record")
    assert "no more" in (await boris.press(await boris.press(await shown(driver), "Withdraw"), "Withdraw")).text
    told = await driver.wait_message("general", lambda m: "**Chen** has won" in m["content"])
    assert [one["id"] for one in told["mentions"]] == [chen.id] and "2. Boris" in told["content"]
    picture = await anna.slash("tournament show", tournament="Spring")
    assert "1. Chen" in picture.text
