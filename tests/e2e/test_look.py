"""Looking things up, the record, settings, the game master's powers."""

from __future__ import annotations

import gzip
import json
import re

from local_discord.testing.driver import Answer, Driver, words_of
from tests.e2e.play import Play, labels


def attached(answer: Answer, name: str) -> bytes:
    """A file of an answer."""
    world = answer.world
    url = next(a["url"] for a in answer.message["attachments"] if a["filename"].endswith(name))
    return bytes(world.files.by_path[url.removeprefix(world.base_url).split("?")[0]].data)


async def test_rules_inside_and_outside_a_game(driver: Driver) -> None:
    play = await Play.started(driver)
    card = await play.master.slash("rules", about="submarin")
    assert card.ephemeral and card.embeds[0]["title"] == "Submarine" and "**Cost** 8 IPC" in card.text
    shared = await play.master.press(card, "Show to all")
    assert not shared.ephemeral and shared.embeds[0]["title"] == "Submarine"
    other = await play.master.select(card, "Also found...", [card_choices(card)[0]])
    assert other.kind == "update" and other.embeds[0]["title"] != "Submarine"
    outside = (await driver.player("Boris")).at("general")
    choices = await outside.autocomplete("rules", about="kamik")
    assert choices and any("Global" in c["name"] or "1940" in c["name"] for c in choices)
    assert "nothing about" in (await outside.slash("rules", about="qqqqzzzz")).text


def card_choices(card: Answer) -> list[str]:
    """Values of the menu under a card."""
    menus = [c for row in card.message["components"] for c in row["components"] if c["type"] == 3]
    return [o["value"] for o in menus[0]["options"]]


async def test_map_territory_odds(driver: Driver) -> None:
    play = await Play.started(driver)
    karelia = await play.master.slash("territory", name="karelia")
    assert karelia.ephemeral and "3 infantry" in karelia.text and "industrial complex" in karelia.text
    shared = await play.master.press(karelia, "Show to all")
    assert not shared.ephemeral and "3 infantry" in shared.text
    assert "no place called" in (await play.master.slash("territory", name="zzzz")).text
    shown = await play.master.slash("map", around="Germany")
    assert shown.ephemeral
    odds = await play.master.slash("odds forces", attacker="3 infantry, 1 armor", defender="2 infantry")
    assert "Attacker wins" in odds.text and "%" in odds.text
    assert "Exact" in odds.text
    assert (
        "no unit called" in (await play.master.slash("odds forces", attacker="3 dragons", defender="1 infantry")).text
    )
    outside = await (await driver.player("Boris")).slash(
        "odds forces", attacker="2 tank", defender="1 inf", board="global1940"
    )
    assert "Attacker wins" in outside.text


async def test_log_history_stats_export_import(driver: Driver) -> None:
    play = await Play.started(driver, "Kept", Boris=["Germany"])
    await play.accepted("done\nbuy 3 infantry\ndone\ndone")
    await play.accepted("move 1 infantry: Russia > Karelia S.S.R.")
    log = await play.master.slash("log")
    assert "Russia → Karelia S.S.R." in log.text and log.ephemeral
    before = await play.master.slash("history", order=0)
    assert "after order 0" in before.text
    await play.master.press(before, "On")
    assert "after order 1" in before.content
    for private in (await play.master.slash("stats"), await play.master.slash("log")):
        assert private.ephemeral and not (await play.master.press(private, "Show to all")).ephemeral
    exported = await play.master.slash("export")
    orders = attached(exported, "orders.txt").decode()
    assert "buy 3 infantry" in orders and "move 1 infantry: Russia > Karelia S.S.R." in orders
    data = gzip.decompress(attached(exported, "kept.json.gz"))
    there = play.master.at("table-one")
    got = await there.slash("import", file=there.file("kept.json", data))
    assert "goes on here" in got.text
    copy = Play(driver, driver.place("table-one"), there)
    await copy.panel("USSR: Noncombat move", "Kept")
    await copy.accepted("undo")
    changed = json.loads(data)
    changed["start"]["money"]["Japan"] = 999
    far = play.master.at("table-two")
    refused = await far.slash("import", file=far.file("kept.json", json.dumps(changed).encode()))
    assert "does not lead to the position" in refused.text
    assert "no game that I exported" in (await far.slash("import", file=far.file("x.json", b"{]"))).text


async def test_what_the_rules_do_not_know_is_played_by_hand(driver: Driver) -> None:
    """Dice for the table, and an edit that follows from them: one entry with the roll and the reason."""
    play = await Play.started(driver, Boris=["Germany"])
    boris = await play.player("Boris")
    rolled = await boris.slash("roll", dice=2, **{"for": "war bonds"})
    dice = re.search(r"war bonds: (\d \d)", rolled.text)
    assert dice and "Rolled #1" in rolled.text
    refused = await play.master.slash("edit money", power="Germany", ipc=37, why="war bonds", roll="99")
    assert "no roll" in refused.text
    edited = await play.master.slash("edit money", power="Germany", ipc=37, why="war bonds", roll="#1")
    assert re.search(rf"war bonds \(roll 1-\w+: {dice[1]}\)", edited.text)
    assert "Dice for the table" in (await boris.slash("roll", dice=1, **{"for": "<@1>"})).text
    assert "Rolled #2" in (await play.master.slash("roll", dice=1, **{"for": "the weather"})).text


async def test_a_turn_goes_out_as_text_and_as_a_table(driver: Driver) -> None:
    play = await Play.started(driver)
    await play.accepted("done\nbuy 8 infantry\ndone")
    forum = await play.master.slash("export", what="forum")
    table = await play.master.slash("export", what="table")
    text, rows = attached(forum, ".txt").decode(), attached(table, ".csv").decode()
    assert "Russians buy 8 infantry; Remaining resources: 0 PUs;" in text
    assert rows.startswith("what,place,power,count,name,detail\nturn,,USSR,1,combat move,classic\n")
    assert "unit,Karelia S.S.R.,USSR,3,infantry," in rows


async def test_edit_mode_is_on_the_record(driver: Driver) -> None:
    play = await Play.started(driver, Boris=["Germany"])
    boris = await play.player("Boris")
    refused = await boris.slash("edit add", power="Germany", units="9 armor", place="Germany", why="I want")
    assert "Only the game master" in refused.text
    done = await play.master.slash(
        "edit add", power="Germany", units="2 armor", place="Germany", why="forgotten at set-up"
    )
    assert not done.ephemeral and "forgotten at set-up" in done.text
    assert "4 armor" in (await boris.slash("territory", name="Germany")).text
    await play.master.slash("edit money", power="USSR", ipc=50, why="a bid")
    await play.master.slash("edit owner", place="Ukraine S.S.R.", power="USSR", why="test")
    await play.master.slash("edit remove", power="Germany", units="1 armor", place="Germany", why="one too many")
    await play.master.slash("edit damage", power="Germany", unit="infantry", place="Germany", hits=0, why="none")
    record = (await boris.slash("edit record")).text
    assert "forgotten at set-up" in record and "a bid" in record and record.count("changed the position") >= 4
    assert "50 IPC" in words_of(await play.panel("USSR: Research", "order 4"))
    assert "Not possible" in (await play.master.slash("undo")).text


async def test_pause_resume_replace_end(driver: Driver) -> None:
    play = await Play.started(driver, Boris=["Germany"])
    await play.master.slash("game pause", why="holidays")
    await play.panel("The game is paused")
    assert "is paused" in (await play.master.slash("done")).text
    await play.master.slash("game resume")
    panel = await play.panel("USSR** to move")
    chen = await driver.player("Chen")
    await play.master.slash("game replace", power="USSR", player=chen.id)
    panel = await play.panel("USSR** to move", chen.mention)
    assert [m["id"] for m in panel["mentions"]] == [chen.id]
    assert "It is the turn of USSR" in (await play.master.slash("done")).text
    assert "Then it goes on" in (await play.master.slash("game end", sure=False)).text
    await play.master.slash("game end", sure=True)
    assert "is over" in (await chen.at(play.thread).slash("done")).text


async def test_settings(driver: Driver) -> None:
    play = await Play.started(driver, Boris=["Germany"])
    boris = await play.player("Boris")
    shown = await boris.slash("settings me", notify="direct", zone="Europe/Berlin", quiet_from="23:00")
    assert "direct" in shown.text and "23:00 to 07:00, Europe/Berlin" in shown.text
    assert "no time zone" in (await boris.slash("settings me", zone="Mars/Olympus")).text
    assert "none" in (await boris.slash("settings me", zone="off")).text
    assert "Only the game master" in (await boris.slash("settings game", deadlines="daily")).text
    told = await play.master.slash("settings game", deadlines="daily", on_expiry="done")
    assert "A turn: 1 day" in told.text and "the turn is ended" in told.text
    await play.master.slash("settings me", replies="private")
    assert (await play.master.slash("done")).ephemeral
    assert labels(await play.panel("USSR: Purchase"))


async def test_a_direct_message_instead_of_a_mention(driver: Driver) -> None:
    play = await Play.started(driver, Boris=["Germany"])
    boris = await play.player("Boris")
    await boris.slash("settings me", notify="direct", zone="off")
    await play.accepted("done\ndone\ndone\ndone\ndone")
    panel = await play.panel("Germany: Research")
    assert panel["mentions"] == []
    message = await driver.wait_message(boris.direct)
    assert "Your move" in message["content"] and play.thread["id"] in message["content"]
