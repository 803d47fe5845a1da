"""Look-ups anywhere: in direct messages, by message, with a default of one's own."""

from __future__ import annotations

from local_discord.testing.driver import Answer, Driver
from tests.e2e.play import Play


def titles(answer: Answer) -> list[str]:
    """The lines of the menu under a card."""
    menus = [c for row in answer.message["components"] for c in row["components"] if c["type"] == 3]
    return [option["label"] for menu in menus for option in menu["options"]]


async def test_look_ups_in_a_direct_message(driver: Driver) -> None:
    boris = await driver.player("Boris")
    alone = boris.at(boris.direct)
    assert {"rules", "roll", "help", "lookup"} <= {name.split(" ")[0] for name in alone.commands()}
    assert "odds" in alone.commands() and "buy" not in alone.commands()
    dice = await alone.slash("roll", dice=3)
    assert dice.text.startswith("3 dice: **") and "No game's dice" in dice.text
    card = await alone.slash("rules", about="kamikaze", _timeout=90)
    assert card.embeds[0]["title"].endswith(")") and all("(" in label for label in titles(card)[:1])
    assert "Global 1940**" in (await alone.slash("lookup", board="global1940")).text
    card = await alone.slash("rules", about="infantry", _timeout=90)
    assert card.embeds[0]["title"] == "Infantry (Axis & Allies Global 1940)"
    boards = [label.rpartition(" (")[2] for label in titles(card) if label.endswith(")")]
    assert boards == sorted(boards, key=boards.index)
    odds = await alone.slash("odds forces", attacker="3 mechanized infantry", defender="1 infantry")
    assert "Attacker wins" in odds.text
    assert "every board" in (await alone.slash("lookup", board="off")).text


async def test_commands_on_a_message(driver: Driver) -> None:
    play = await Play.started(driver)
    master = play.master
    said = await master.say("What are the odds: 3 infantry against 1 infantry?")
    odds = await master.on_message(said, "Odds of this")
    assert odds.ephemeral and "Attacker wins" in odds.text
    assert "no battle" in (await master.on_message(await master.say("hello"), "Odds of this")).text
    asked = await master.on_message(await master.say("May a submarine submerge?"), "Explain")
    assert asked.embeds and "ubmarine" in asked.embeds[0]["title"]
    several = await master.on_message(await master.say("A bomber, a submarine and a transport"), "Explain")
    assert {several.embeds[0]["title"], *titles(several)} >= {"Bomber", "Submarine", "Transport"}
    assert "no order" in (await master.on_message(said, "Back to here")).text
