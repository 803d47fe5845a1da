"""Turns that were played elsewhere, as players take them over: pasted, mended, agreed to, and on the record."""

from __future__ import annotations

from local_discord.testing.driver import Answer, Driver, Player
from tests.e2e.play import Play, labels

WRONG = """Purchase Units - Russians
Russians buy 8 infantry; Remaining resources: 0 PUs;
Combat Move - Russians
3 infantry and 1 armour moved from Karelia S.S.R. to Ukrain S.S.R.
Combat - Russians
Battle in Ukraine S.S.R.
Russians roll dice for 1 armour and 3 infantry in Ukraine S.S.R., round 2 : 1/4 hits, 1.00 expected hits
Germans roll dice for 2 armour, 1 fighter and 3 infantry in Ukraine S.S.R., round 2 : 2/6 hits, 2.33 expected hits
1 infantry owned by the Germans and 2 infantry owned by the Russians lost in Ukraine S.S.R.
1 armour owned by the Russians and 1 infantry owned by the Russians retreated to Karelia S.S.R.
Place Units - Russians
8 infantry placed in Russia
Turn Complete - Russians
"""
READING = 120.0
"""Seconds for a process that reads a text to start and to end, on a machine that does much else."""
RIGHT = WRONG.replace("Ukrain S", "Ukraine S")


async def pasted(player: Player, **fields: object) -> Answer:
    """What is told of a text."""
    return await player.submit(await player.slash("game take-over"), fields, timeout=READING)


async def test_a_turn_is_pasted_mended_agreed_to_and_taken_over(driver: Driver) -> None:
    play = await Play.started(driver, Boris=["Germany"])
    anna, boris = play.master, await play.player("Boris")
    refused = await pasted(anna, text=WRONG, why="by forum")
    assert refused.ephemeral and "Nothing is taken over yet" in refused.text
    assert "Line 4" in refused.text and "Did you mean Ukraine S.S.R." in refused.text
    dice = await pasted(anna, text=RIGHT.replace("2/6 hits", "2/7 hits"))
    assert "7 dice are told; 6 are rolled" in dice.text and not labels(dice.message)
    read = await pasted(anna, text=RIGHT, why="by forum")
    assert read.ephemeral and "in 1 turn, 10 dice told" in read.text
    assert "move 3 infantry, 1 armor: Karelia S.S.R. > Ukraine S.S.R." in read.text
    assert labels(read.message) == ["Propose it to the others", "As game master, on the record"]
    proposed = await anna.press(read, "Propose it to the others")
    assert not proposed.ephemeral and "unrated from then on" in proposed.text
    await boris.press(proposed.message, "Agree")
    await play.panel("Germany: Research")
    status = await anna.slash("game status")
    assert "took over turns from a text" in status.text and "10 dice told" in status.text
    shown = await anna.slash("dice show")
    assert "10 dice were told, not rolled" in shown.text
    log = await anna.slash("log", turn=1)
    assert "(told)" in log.text
    late = await anna.press(read.message, "Propose it to the others")
    assert "gone on since" in late.text


async def test_a_strangers_text_and_no_text(driver: Driver) -> None:
    play = await Play.started(driver)
    stranger = await play.player("Chen")
    assert "Only those who play" in (await stranger.slash("game take-over")).text
    anna = play.master
    nothing = await pasted(anna, text="Game History")
    assert nothing.ephemeral and "There is no order in that text" in nothing.text
    read = await pasted(anna, file=[anna.file("turn.txt", RIGHT.encode())])
    assert labels(read.message) == ["Take them over"]
    await anna.press(read, "Take them over")
    await play.panel("Germany: Research")
    whole = (await anna.slash("export", what="forum game")).message["attachments"]
    text = driver.world.files.by_path[whole[0]["url"].removeprefix(driver.world.base_url)].data.decode()
    assert "Russians buy 8 infantry" in text and "1/4 hits, dice" in text
