"""What goes wrong on the way: stale, forged and malformed components, copies, limits, lost connections."""

from __future__ import annotations

import pytest

from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver, NoAnswer, words_of
from tests.e2e.play import EPHEMERAL, Play, labels
from tests.e2e.process import BotProcess


async def test_stale_buttons_answer_kindly(driver: Driver) -> None:
    play = await Play.started(driver)
    panel = await play.panel("USSR: Research")
    ids = {c.get("label"): c["custom_id"] for row in panel["components"] for c in row["components"]}
    await play.accepted("done\nbuy 1 infantry")
    await play.panel("USSR: Purchase", "order 2")
    late = await play.master.raw_component(panel, ids["Done"])
    assert late.ephemeral and "moved on" in late.text
    undo = await play.master.raw_component(panel, ids["Undo"])
    assert undo.ephemeral and "moved on" in undo.text
    assert "order 2" in words_of(await play.panel("USSR: Purchase"))


async def test_forged_and_malformed_components(driver: Driver) -> None:
    play = await Play.started(driver, Boris=["Germany"])
    panel, boris = await play.panel("USSR: Research"), await play.player("Boris")
    game = next(c["custom_id"] for row in panel["components"] for c in row["components"]).split(":")[2]
    for custom_id in (
        "nonsense",
        "a1:nothing:x::",
        "a1:done",
        f"a1:done:{game}:-1:",
        f"a1:done:{game}:99999:",
        "a1:done:ffffffff:0:",
        f"a1:pick:{game}:0:999",
        f"a1:pick:{game}:0:x",
        f"a1:other:{game}:0:",
        f"a1:join:{game}::Japan",
        f"a1:setdocs:{game}::",
        f"a1:past:{game}::99999",
        f"a1:log:{game}::x",
        f"a1:share:::{'x' * 60}",
        "a0:done:x::",
        "x" * 100,
    ):
        answer = await boris.raw_component(panel, custom_id, values=["x"] if "setdocs" in custom_id else None)
        assert answer.ephemeral, custom_id
        assert "error of mine" not in answer.text, (custom_id, answer.text)
    done = await boris.raw_component(panel, f"a1:do:{game}:0:done")
    assert "turn of USSR" in done.text
    edit = await boris.raw_component(panel, f"a1:allseats:{game}::")
    assert "started already" in edit.text
    form = await boris.raw_form(f"a1:bulk:{game}::", {"orders": "done"})
    assert "turn of USSR" in form.text
    empty = await boris.raw_form(f"a1:bulk:{game}::", {"wrong": "done"})
    assert "no order" in empty.text
    assert "order 0" in words_of(await play.panel("USSR: Research"))


async def test_malformed_options(driver: Driver) -> None:
    play = await Play.started(driver)
    await play.accepted("done")
    data = play.master.command_data("buy", units="1 infantry")
    for options in ([], [{**data["options"][0], "value": 5}], [{**data["options"][0], "name": "unknown"}]):
        answer = await play.master.raw_command({**data, "options": options})
        assert answer.ephemeral
        assert "error of mine" not in answer.text, answer.text
    gone = await play.master.raw_command({**data, "name": "vanished"})
    assert gone.ephemeral and "has changed" in gone.text
    assert "order 1" in words_of(await play.panel("USSR: Purchase"))


async def test_copies_of_an_interaction_count_once(driver: Driver) -> None:
    play = await Play.started(driver)
    await play.accepted("done")
    driver.faults.duplicate(times=3)
    await play.master.slash("buy", units="1 infantry")
    await play.master.slash("buy", units="1 infantry")
    await play.master.at("general").slash("game new", board="classic", name="Once")
    await play.panel("order 3", "2 infantry")
    assert [t["name"] for t in driver.threads()].count("Once") == 1
    listed = await play.master.slash("game list")
    assert listed.text.count("Once") == 1


@pytest.mark.parametrize("kind", ["limit", "everything", "broken", "cut", "answered"])
async def test_the_panel_arrives_in_spite_of_faults(driver: Driver, kind: str) -> None:
    play = await Play.started(driver)
    path, faults = "/channels/", driver.faults
    if kind in ("limit", "everything"):
        faults.rate_limit(path, method="PATCH|POST", times=2, everything=kind == "everything")
    elif kind == "broken":
        faults.server_error(path, method="PATCH|POST", times=2)
    else:
        faults.drop(path, method="PATCH|POST", times=2, after=kind == "answered")
    await play.accepted("done\ndone\ndone\ndone\ndone\ndone")
    await play.panel("Germany: Research", "order 6")
    assert len([m for m in driver.messages(play.thread) if "Germany: Research" in words_of(m) and m["embeds"]]) == 1


async def test_a_lost_connection_is_taken_up_again(driver: Driver, channel: TestChannel) -> None:
    play = await Play.started(driver)
    await channel.gateway.drop(1006)
    await channel.wait_ready()
    assert "Purchase" in (await play.master.slash("done")).text
    channel.ask_to_reconnect()
    await channel.wait_ready()
    await play.accepted("buy 1 infantry")


async def test_an_answer_that_comes_after_its_token(driver: Driver) -> None:
    """A form may be open for longer than a token lives; its own submission has a new one."""
    play = await Play.started(driver)
    await play.accepted("done")
    form = await play.master.slash("orders")
    form.age(1000)
    answer = await play.master.submit(form, {"orders": "buy 1 infantry"})
    assert "1 infantry" in answer.text


@pytest.mark.parametrize("private", [False, True])
async def test_an_answer_after_three_seconds_is_too_late_for_discord_and_told_all_the_same(
    driver: Driver, private: bool
) -> None:
    """What was for the person alone is not told to all, but that there was something."""
    play = await Play.started(driver)
    await play.accepted("done")
    if private:
        await play.master.slash("settings me", replies="private")
    channel = driver.channel
    channel.world.subscribe(lambda event: channel.pass_time(3.1) if event.name == "INTERACTION_CREATE" else None)
    with pytest.raises(NoAnswer):
        await play.master.slash("buy", units="1 infantry", _timeout=1)
    words = "too late for Discord" if private else "1 infantry"
    told = await driver.wait_message(play.thread, lambda m: words in m["content"] and not m["embeds"])
    assert not told["flags"] & EPHEMERAL and told["mentions"] == []
    await play.panel("USSR: Purchase", "1 infantry")


async def test_a_deleted_thread_stops_nothing_else(driver: Driver, bot: BotProcess) -> None:
    doomed, other = await Play.started(driver, "Doomed"), await Play.started(driver, "Other")
    await doomed.master.slash("done")
    driver.delete_channel(doomed.thread)
    await other.accepted("done")
    await other.panel("USSR: Purchase")
    assert "Doomed" in (await other.master.slash("game list")).text
    here = (await driver.player("Anna")).at("table-one")
    assert "is played here" in (await here.slash("game move", game="Doomed")).text
    moved = Play(driver, driver.place("table-one"), here)
    assert "goes on" in (await here.slash("game resume")).text
    await moved.accepted("buy 1 infantry")
    await moved.panel("Doomed", "order 2")


async def test_a_place_that_went_while_the_bot_was_down_stops_its_clocks(driver: Driver, bot: BotProcess) -> None:
    doomed, other = await Play.started(driver, "Doomed"), await Play.started(driver, "Other")
    driver.archive(other.thread)
    await bot.kill()
    driver.delete_channel(doomed.thread)
    await bot.start()
    await driver.wait_until(lambda: "a game's place is gone" in bot.text() or None)
    here = (await driver.player("Anna")).at("table-one")
    assert "is played here" in (await here.slash("game move", game="Doomed")).text
    assert "goes on" in (await here.slash("game resume")).text
    assert bot.text().count("a game's place is gone") == 1
    await other.accepted("done")


async def test_missing_permissions_are_told_and_survived(driver: Driver) -> None:
    play = await Play.started(driver)
    driver.deny("general", "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS")
    assert "Purchase" in (await play.master.slash("done")).text
    await play.accepted("buy 1 infantry")
    refused = await (await driver.player("Anna")).slash("game new", board="classic", name="Other")
    assert refused.ephemeral and "permission **Send Messages**" in refused.text


async def test_a_deleted_panel_is_posted_again(driver: Driver) -> None:
    play = await Play.started(driver)
    panel = await play.panel("USSR: Research")
    await driver_delete(driver, panel["id"])
    await play.accepted("done")
    again = await play.panel("USSR: Purchase")
    assert again["id"] != panel["id"] and "Done" in labels(again)


async def driver_delete(driver: Driver, message_id: str) -> None:
    """A moderator deletes a message."""
    from local_discord import messages

    messages.delete(driver.world, driver.world.messages[message_id])


async def test_text_in_names_mentions_nobody(driver: Driver) -> None:
    play = await Play.open(driver, "Hello @everyone <@&1>")
    await play.panel("Press a power")
    for message in driver.messages(play.thread) + driver.messages("general"):
        assert not message["mention_everyone"] and not message["mention_roles"], message["content"]
    boris = await driver.player("Boris")
    answer = await play.master.slash("buy", units=f"1 {boris.mention} @everyone")
    assert answer.message["mentions"] == [] and not answer.message["mention_everyone"]


async def test_nobody_sees_what_is_private(driver: Driver) -> None:
    play = await Play.started(driver)
    boris = await play.player("Boris")
    for command, options in (
        ("plan", {"text": "done"}),
        ("territory", {"name": "Germany"}),
        ("policy", {}),
        ("help", {}),
    ):
        answer = await play.master.slash(command, **options)
        assert answer.message["flags"] & EPHEMERAL and answer.message not in boris.messages(play.thread)


async def test_an_unanswered_interaction_is_not_ours(driver: Driver) -> None:
    """Every command there is answers something, whatever state the channel is in."""
    anna = await driver.player("Anna")
    for name in (
        "done",
        "undo",
        "orders",
        "plan",
        "concede",
        "map",
        "why",
        "log",
        "history",
        "stats",
        "help",
        "policy",
    ):
        try:
            answer = await anna.slash(name)
        except NoAnswer:
            raise AssertionError(f"/{name} gives no answer") from None
        assert answer.ephemeral


@pytest.mark.parametrize("arrived", [False, True])
async def test_an_answer_cut_off_is_sent_again(driver: Driver, arrived: bool) -> None:
    play = await Play.started(driver)
    await play.accepted("done")
    driver.faults.drop("/callback", times=1, after=arrived)
    answer = await play.master.slash("buy", units="1 infantry")
    assert "1 infantry" in answer.text
    assert "1 infantry" in words_of(await play.panel("USSR: Purchase", "order 2"))
