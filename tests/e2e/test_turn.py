"""A whole turn of Classic by slash commands, buttons and forms, with a battle."""

from __future__ import annotations

import re
from typing import Any

from local_discord.testing.driver import BadInput, Driver, Player, words_of
from tests.e2e.play import Play, labels, order_of


async def test_germany_plays_its_first_turn(driver: Driver) -> None:
    play = await Play.started(driver, USSRs=["USSR"])
    ussr, anna = await play.player("USSRs"), play.master
    for phase in ("Purchase", "Combat move", "Noncombat move"):
        await ussr.slash("done", sure=True)
        await play.panel(f"USSR: {phase}")
    await ussr.slash("done", sure=True)
    panel = await play.panel("Germany: Research")
    assert [m["id"] for m in panel["mentions"]] == [anna.id]

    await anna.press(panel, "Done")

    offered = [c["value"] for c in await anna.autocomplete("buy", units="")]
    assert "10 infantry" in offered and "2 bomber" in offered and "3 bomber" not in offered
    assert (await anna.autocomplete("buy", units="2 infantry, 1 arm"))[0]["value"] == "2 infantry, 1 armor"
    bought = await anna.slash("buy", units="2 infantry, 1 armor")
    assert bought.text == "Germany buys 2 infantry (6 IPC), 1 armor (5 IPC); 21 IPC left"
    undone = await play.after(await anna.press(bought, "Undo"))
    assert "Taken back" in words_of(undone) and "32 IPC again" in words_of(undone)
    await play.reads(bought, "~~Germany buys 2 infantry (6 IPC), 1 armor (5 IPC); 21 IPC left~~")
    form = await anna.select(await play.panel("Germany: Purchase"), "Buy...", ["infantry", "armor"])
    given = await anna.submit(form, {"Infantry": "3", "Armor": "1"})
    assert "3 infantry (9 IPC), 1 armor (5 IPC)" in given.text
    await anna.press(given, "Undo")
    form = await anna.select(await play.panel("Germany: Purchase"), "Buy...", ["infantry"])
    assert "at most 10" in str(form.form) and "3: 9 IPC" in str(form.form)
    await anna.submit(form, {"Infantry": "3: 9 IPC"})
    asked = await anna.slash("done")
    assert asked.ephemeral and "23 IPC unspent" in asked.text
    await anna.press(asked, "End the phase")

    await attack_ukraine(play, anna)
    await anna.slash("done")
    await fight_to_the_end(play, ussr, await play.panel("Germany: Conduct combat"))
    panel = await play.panel("Germany: Noncombat move")

    await anna.slash("done", sure=True)
    panel = await play.panel("Germany: Mobilize", "To be placed: 3 infantry")
    placed = await anna.select(panel, "Place...", ["Place 3 infantry: Germany"])
    assert "Germany" in placed.text
    await anna.slash("done")
    await play.panel("United Kingdom: Research")
    log = (await anna.slash("log", turn=2)).text
    assert "Round 1, Germany" in log and "Karelia" in log
    await land_by_menus(play, anna)


async def land_by_menus(play: Play, anna: Player) -> None:
    """Troops on an island can't walk anywhere: their menu has the ways by ship. Whatever research brings matters to none
    of it."""
    research = await anna.slash("research", dice="1")
    assert re.search(r"United Kingdom, research: [1-6]", research.text) and re.search(r"Rolled #\d+", research.text)
    await anna.slash("done", sure=True)
    await play.panel("United Kingdom: Purchase")
    await anna.slash("done", sure=True)
    form = await anna.select(await play.panel("United Kingdom: Combat move"), "Move from...", ["United Kingdom"])
    goals = next(part["component"]["options"] for part in form.form["components"] if part["label"] == "Where to")
    way = next(o for o in goals if "> Finland-Norway" in o["value"])
    assert way["label"].startswith("By ship: ")
    await anna.submit(form, {"Which units": ["2 infantry"], "Where to": way["value"]})
    await play.driver.wait_message(play.thread, lambda m: "2 infantry to land in Finland-Norway" in m["content"])


async def attack_ukraine(play: Play, anna: Player) -> None:
    """Move by command and by menus into Karelia; what is illegal is refused with its reason."""
    assert "Ukraine S.S.R." in [c["value"] for c in await anna.autocomplete("move", **{"from": "ukr"})]
    units = [c["value"] for c in await anna.autocomplete("move", **{"from": "Ukraine S.S.R.", "units": "2 a"})]
    assert "2 armor" in units
    offered = await anna.autocomplete("move", **{"from": "Ukraine S.S.R.", "units": "2 armor", "to": ""})
    goals = [c["value"] for c in offered]
    assert "Karelia S.S.R." in goals and "Brazil" not in goals
    moved = await anna.slash("move", **{"from": "Ukraine S.S.R.", "units": "2 armor", "to": "Karelia S.S.R."})
    assert "Ukraine S.S.R. → Karelia S.S.R." in moved.text
    far = await anna.slash("move", **{"from": "Ukraine S.S.R.", "units": "3 infantry", "to": "Brazil"})
    assert far.ephemeral and "Not possible" in far.text
    why = await anna.slash("why")
    assert why.ephemeral and "Brazil" in why.text
    form = await anna.select(await play.panel("Germany: Combat move"), "Move from...", ["Eastern Europe"])
    missing = await anna.submit(
        form, {"Which units": ["1 fighter"], "Where to": "Karelia S.S.R.", "And which others": ["1 armor"]}
    )
    assert missing.ephemeral and "one of the two is missing" in missing.text
    form = await anna.select(await play.panel("Germany: Combat move"), "Move from...", ["Eastern Europe"])
    refused = await anna.submit(
        form, {"Which units": ["1 fighter"], "Where to": "Karelia S.S.R.", "more": "move 1 infantry: Brazil > Karelia"}
    )
    assert refused.ephemeral and labels(refused.message)[0] == "Change"
    again = await anna.press(refused, "Change")
    assert "move 1 fighter: Eastern Europe > Karelia S.S.R." in str(again.form)
    form = await anna.select(await play.panel("Germany: Combat move"), "Move from...", ["Eastern Europe"])
    chosen = {"Which units": ["2 infantry"], "Where to": "Karelia S.S.R."}
    await anna.submit(form, {**chosen, "And which others": ["1 fighter"], "Where these go": "Karelia S.S.R."})
    await play.driver.wait_message(play.thread, lambda m: "Eastern Europe → Karelia S.S.R." in m["content"])


async def fight_to_the_end(play: Play, ussr: Player, message: Any) -> None:
    """Press the first button of each step until the battle is over; the defender answers his questions."""
    for _ in range(60):
        wanted = [
            label for label in labels(message) if label.startswith(("Fight", "Press on", "Lose", "Damage", "Sink"))
        ]
        if not wanted:
            assert "Noncombat move" in words_of(message)
            return
        asked = "**USSR** in Karelia S.S.R.: choose the losses" in words_of(message)
        if asked:
            refused = await play.master.press(message, wanted[0])
            assert refused.kind != "update" and "USSR has to answer first" in refused.text
        before = order_of(words_of(await play.panel("order")))
        answer = await play.after(await (ussr if asked else play.master).press(message, wanted[0]))
        later = await play.panel_after(before)
        message = answer if labels(answer) else later
    raise AssertionError("the battle does not end")


async def test_what_may_not_be_done_is_refused(driver: Driver) -> None:
    play = await Play.started(driver, Boris=["Germany", "Japan"])
    anna, boris, chen = play.master, await play.player("Boris"), await play.player("Chen")
    panel = await play.panel("USSR: Research")
    assert "turn of USSR" in (await boris.slash("research", dice="1")).text
    assert "hold no seat" in (await chen.press(panel, "Done")).text
    assert "no seat" in (await chen.slash("done")).text
    assert "belongs to purchase" in (await anna.slash("buy", units="1 infantry")).text
    assert "no question open" in (await anna.slash("answer", text="press on")).text
    await anna.slash("done")
    for units, message in (
        ("1 dragon", "no unit called"),
        ("99 infantry", "99 infantry cost"),
        ("-1 infantry", "Not possible"),
        ("infantry infantry", "Not possible"),
        ("1 infantry\ndone", "Not possible"),
        ("x" * 2000, "too long"),
    ):
        answer = await anna.slash("buy", units=units)
        assert answer.ephemeral and message in answer.text, (units, answer.text)
    assert "24 IPC" in words_of(await play.panel("USSR: Purchase"))


async def test_bulk_orders_go_in_all_or_not_at_all(driver: Driver) -> None:
    play = await Play.started(driver)
    await play.accepted("done\nbuy 3 infantry # comment\n\nbuy 1 armor")
    await play.panel("USSR: Purchase", "order 3")
    refused = await play.order("buy 1 infantry\nbuy 1 infantry\nbuy 9 bomber\nbuy 1 armor")
    assert "Line 3 of 4: `buy 9 bomber`" in refused.text and "None of the lines" in refused.text
    assert "order 3" in words_of(await play.panel("USSR: Purchase"))
    planned = await play.master.slash("plan", text="buy 1 infantry; buy 1 armor")
    assert planned.ephemeral and "All 2 lines are legal" in planned.text
    assert "order 3" in words_of(await play.panel("USSR: Purchase"))
    submitted = await play.master.press(planned, "Submit")
    assert "1 infantry (3 IPC)" in submitted.text
    await play.panel("USSR: Purchase", "order 5")


async def test_a_plan_shows_no_dice(driver: Driver) -> None:
    play = await Play.started(driver)
    planned = await play.master.slash("plan", text="research 2; done")
    assert "dice would fall" in planned.text
    assert "No dice have been rolled" in (await play.master.slash("dice show")).text


async def test_standing_orders_answer_at_once(driver: Driver) -> None:
    play = await Play.started(driver, Boris=["Germany"])
    boris = await play.player("Boris")
    wrong = await boris.slash("policy", question="casualties", answer="press on")
    assert "I understand" in wrong.text
    set_ = await boris.slash("policy", question="casualties", answer="infantry, armour")
    assert "left a standing order for" in (await boris.press(set_, "Seals")).text
    assert set_.ephemeral and "infantry, armour" in set_.text
    await play.accepted(
        "done\ndone\nmove 3 infantry: Karelia S.S.R. > Ukraine S.S.R.\n"
        "move 1 armor: Karelia S.S.R. > Ukraine S.S.R.\ndone"
    )
    message = (await play.master.slash("fight", where="Ukraine S.S.R.")).message
    for _ in range(40):
        assert "**Germany** in" not in message["content"]
        if "Noncombat" in message["content"]:
            return
        message = await play.after(await play.master.press(message, labels(message)[0]))


async def test_the_verifier_confirms_the_downloaded_log(driver: Driver) -> None:
    from rules.dice.verify import Log  # the file that players download

    play = await Play.started(driver, Boris=["Germany"])
    await play.accepted("research 3")
    got = await play.master.slash("dice log")
    files = {a["filename"]: a["url"] for a in got.message["attachments"]}
    assert set(files) == {"dice.jsonl", "verify.py"}
    log = Log()
    world = driver.world
    data = world.files.by_path[files["dice.jsonl"].removeprefix(world.base_url).split("?")[0]].data
    import json

    for line in data.decode().splitlines():
        log.feed(json.loads(line))
    assert log.rolls >= 1 and len(log.players) == 5
    opened = await play.master.slash("dice verify", roll="1")
    assert "it holds" in opened.text and "no roll “99”" in (await play.master.slash("dice verify", roll="99")).text


async def test_the_client_offers_only_what_is_legal(driver: Driver) -> None:
    play = await Play.started(driver, Boris=["Germany"])
    boris = await play.player("Boris")
    assert await boris.autocomplete("buy", units="") == []
    assert await play.master.autocomplete("move", **{"from": ""}) == []
    panel = await play.panel("USSR: Research")
    try:
        await play.master.press(panel, "Undo")
    except BadInput:
        return
    raise AssertionError("Undo can be pressed although there is nothing to take back")
