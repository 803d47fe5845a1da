"""The whole way: a player acts, discord.py hears of it, answers, and the player sees the answer."""

from __future__ import annotations

import pytest

from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import BadInput, Driver, NoAnswer, Player
from tests.local_discord.tinybot import TinyBot


async def test_text(anna: Player) -> None:
    answer = await anna.slash("ping")
    assert (answer.kind, answer.content, answer.ephemeral) == ("message", "pong", False)
    assert answer.message["interaction_metadata"]["name"] == "ping"


async def test_embed_with_a_picture(anna: Player, channel: TestChannel) -> None:
    answer = await anna.slash("chart", title="Front", size=5)
    image = answer.embeds[0]["image"]
    assert (image["width"], image["height"]) == (64, 64)
    assert image["url"].removeprefix(channel.url) in channel.world.files.by_path
    assert answer.message["attachments"] == []


async def test_deferred_edited_and_followed_up(anna: Player) -> None:
    answer = await anna.slash("slow")
    assert answer.kind == "deferred" and answer.content == "done"
    await anna.driver.wait_until(lambda: [m["content"] for m in answer.messages] == ["done", "more, edited"])


async def test_first_followup_fills_the_deferred_answer(anna: Player) -> None:
    answer = await anna.slash("fill")
    assert [m["content"] for m in answer.messages] == ["filled"]


async def test_deferred_privately_stays_private(anna: Player, driver: Driver) -> None:
    answer = await anna.slash("slow", private=True)
    boris = await driver.player("Boris")
    assert answer.ephemeral
    assert answer.message in anna.messages() and answer.message not in boris.messages()
    with pytest.raises(BadInput):
        await boris.press(answer, "anything")


async def test_autocompletion(anna: Player) -> None:
    choices = await anna.autocomplete("pick", how_many=2, fruit="ap")
    assert [c["value"] for c in choices] == ["apple", "apricot"]
    answer = await anna.slash("pick", fruit="fig", how_many=2)
    assert answer.content == "2 fig" and answer.ephemeral


async def test_subcommand(anna: Player) -> None:
    answer = await anna.slash("game new", board="global")
    assert answer.content == "new global"
    assert answer.message["interaction_metadata"]["name"] == "game new"


async def test_options_of_every_kind(anna: Player, driver: Driver) -> None:
    answer = await anna.slash(
        "kinds",
        user="Boris",
        channel="table-one",
        role="Adjutant",
        number=1.5,
        flag=True,
        colour="r",
        file=anna.file("orders.txt", b"3 inf"),
    )
    assert answer.content == "Boris table-one Adjutant 1.5 True Red b'3 inf'"


async def test_buttons_and_menus(anna: Player) -> None:
    panel = await anna.slash("panel")
    for n in (1, 2):
        answer = await anna.press(panel, "Count")
        assert (answer.kind, panel.content) == ("update", f"count={n}")
    answer = await anna.select(panel, "Fruit", ["Fig", "date"])
    assert panel.content == "picked fig,date"
    assert panel.message["attachments"][0]["description"] == "a disc"
    answer = await anna.select(panel, "Who", [anna.id])
    assert answer.content == "chose Anna" and answer.ephemeral


async def test_clients_checks(anna: Player) -> None:
    panel = await anna.slash("panel")
    for wrong in (
        lambda: anna.press(panel, "Gone"),
        lambda: anna.press(panel, "nothing"),
        lambda: anna.select(panel, "Fruit", ["stone"]),
        lambda: anna.select(panel, "Fruit", ["fig", "date", "apple"]),
        lambda: anna.slash("pick"),
        lambda: anna.slash("pick", fruit="fig", colour="red"),
        lambda: anna.slash("chart", title="x", size=11),
        lambda: anna.slash("kinds", colour="green"),
        lambda: anna.slash("game"),
        lambda: anna.slash("game old"),
        lambda: anna.slash("nothing"),
        lambda: anna.autocomplete("pick", how_many=2),
    ):
        with pytest.raises(BadInput):
            await wrong()


async def test_forms(anna: Player) -> None:
    opened = await anna.slash("form")
    assert opened.form["title"] == "Orders"
    with pytest.raises(BadInput):
        await anna.submit(opened, {"Text": "no name"})
    with pytest.raises(BadInput):
        await anna.submit(opened, {"Name": "Bob", "Nothing": "x"})
    answer = await anna.submit(opened, {"Name": "Bob", "Text": "nice"})
    assert answer.content == "thanks Bob: nice"
    panel = await anna.slash("panel")
    answer = await anna.submit(await anna.press(panel, "Form"), {"Name": "Eve"})
    assert answer.content == "thanks Eve:"
    assert answer.message["message_reference"]["message_id"] == panel.message["id"]


async def test_forms_with_menus_checkboxes_and_files(anna: Player) -> None:
    opened = await anna.slash("filled")
    for wrong in (
        {},  # a topping must be chosen
        {"Toppings": ["nuts", "cream", "honey"]},
        {"Toppings": ["salt"]},
        {"Toppings": ["nuts"], "Size": ["small", "big"]},
        {"Toppings": ["nuts"], "Files": ["1"]},
        {"Toppings": ["nuts"], "Fruit": ["stone"]},
    ):
        with pytest.raises(BadInput):
            await anna.submit(opened, wrong)
    answer = await anna.submit(opened, {"Toppings": ["nuts"]})
    assert answer.content == "[] ['nuts'] big True []"
    one, two = anna.file("a.txt", b"first"), anna.file("b.txt", b"second")
    given = {"Fruit": "Fig", "Toppings": ["Cream", "honey"], "Size": "small", "Agreed": False, "Files": [one, two]}
    answer = await anna.submit(await anna.slash("filled"), given)
    assert answer.content == "['fig'] ['cream', 'honey'] small False ['a.txt=first', 'b.txt=second']"


async def test_threads(anna: Player, driver: Driver) -> None:
    answer = await anna.slash("discuss", topic="plans")
    plain, second = driver.threads("general")
    assert answer.content == f"<#{plain['id']}>"
    assert (plain["name"], second["name"]) == ("plans", "plans two")
    assert [m["content"] for m in driver.messages(plain)] == ["first"]
    assert second["thread_metadata"]["archived"] and not plain["thread_metadata"]["archived"]
    here = await anna.at(plain).slash("shout", text="in here")
    assert driver.messages(plain)[-2]["id"] == here.content


async def test_direct_messages(anna: Player) -> None:
    assert (await anna.slash("dm")).content == "sent"
    assert [m["content"] for m in anna.messages(anna.direct)] == ["hello"]
    anna.refuse_dms()
    assert (await anna.slash("dm")).content == "refused 50007"
    anna.refuse_dms(False)
    assert (await anna.at(anna.direct).slash("ping")).content == "pong"


async def test_messages_and_replies(anna: Player, driver: Driver, tiny: TinyBot) -> None:
    said = await anna.say("!ping")
    reply = await driver.wait_message("general", lambda m: m["content"] == "pong (edited)", after=said["id"])
    assert reply["referenced_message"]["id"] == said["id"]
    assert reply["mentions"] == []
    assert tiny.heard == ["!ping"]


async def test_commands_are_offered_by_permission(anna: Player, driver: Driver) -> None:
    boris = await driver.player("Boris")
    assert "admin" in anna.commands()
    assert "admin" not in boris.commands()


async def test_silence(anna: Player) -> None:
    with pytest.raises(NoAnswer):
        await anna.slash("silent", _timeout=0.01)


async def test_missing_permissions_and_channels(anna: Player, driver: Driver) -> None:
    driver.deny("general", "SEND_MESSAGES")
    assert (await anna.slash("shout", text="x")).content == "refused 403 50013"
    table = anna.at("table-one")
    driver.deny("table-one", "VIEW_CHANNEL")
    assert (await table.slash("shout", text="x")).content == "refused 403 50001"


async def test_the_same_nonce_is_posted_once(anna: Player, driver: Driver) -> None:
    first = await anna.slash("shout", text="only once")
    second = await anna.slash("shout", text="only once")
    assert first.content == second.content


async def test_malformed_and_forged_interactions_reach_the_bot(anna: Player, tiny: TinyBot) -> None:
    panel = await anna.slash("panel")
    before = len(tiny.seen)
    data = anna.command_data("pick", fruit=["not", "a", "text"])
    with pytest.raises(NoAnswer):
        await anna.raw_command({**data, "name": "vanished"}, timeout=0.01)
    with pytest.raises(NoAnswer):
        await anna.raw_component(panel, "forged:id", timeout=0.01)
    with pytest.raises(NoAnswer):
        await anna.raw_form("forged:form", {"x": "y"}, timeout=0.01)
    await anna.driver.wait_until(lambda: len(tiny.seen) == before + 3)
    assert (await anna.raw_component(panel, "panel:count")).kind == "update"
