"""From /game new to the first turn."""

from __future__ import annotations

from local_discord.testing.driver import Driver, Player, words_of
from rules.play.game import Game
from tests.e2e.play import Play, labels
from tests.triplea.saves import Saved


async def test_one_person_alone_begins_with_three_presses(driver: Driver) -> None:
    play = await Play.open(driver, "Solo")
    assert play.thread["name"] == "Solo"
    lobby = await play.panel("Press a power")
    assert labels(lobby)[:5] == ["USSR", "Germany", "United Kingdom", "Japan", "United States"]
    await play.master.press(lobby, "Take all open seats")
    assert "ready to start" in words_of(lobby)
    await play.master.press(lobby, "Start")
    panel = await play.panel("USSR: Research")
    assert play.master.mention in panel["content"]
    assert [m["id"] for m in panel["mentions"]] == [play.master.id]
    await driver.wait_until(lambda: lobby["components"] == [])
    await driver.wait_until(lambda: "The game has begun." in words_of(lobby))
    assert "Press a power" not in words_of(lobby)


async def test_seats_are_taken_given_back_and_guarded(driver: Driver) -> None:
    play = await Play.open(driver)
    boris, chen = await play.player("Boris"), await play.player("Chen")
    lobby = await play.panel("Press a power")
    await boris.press(lobby, "Germany")
    assert f"**Germany**: {boris.mention}" in words_of(lobby)
    assert "taken" in (await chen.press(lobby, "Germany")).text
    await boris.press(lobby, "Germany")
    assert "**Germany**: *open*" in words_of(lobby)
    await chen.slash("game join", power="germany", phrase="a phrase for the dice")
    await (await play.player("Boris")).slash("game join", power="Germany", role="substitute")
    await play.panel(f"**Germany**: {chen.mention}, {boris.mention}")
    assert "Only the game master" in (await boris.slash("game start")).text
    assert "Only the game master" in (await boris.press(lobby, "Take all open seats")).text
    assert "Still open: USSR" in (await play.master.slash("game start")).text
    assert "No seat of yours was taken" in (await boris.slash("game reclaim")).text
    assert (await boris.slash("game leave")).text == "Boris leaves Germany."
    kicked = await play.master.slash("game kick", player=chen.id)
    assert kicked.text == "Chen no longer plays Germany."


async def test_a_team_with_a_substitute_begins(driver: Driver) -> None:
    play = await Play.open(driver)
    boris, chen = await play.player("Boris"), await play.player("Chen")
    await boris.slash("game join", power="USSR")
    await chen.slash("game join", power="USSR")
    await chen.slash("game join", power="Germany", role="substitute")
    lobby = await play.panel("Press a power")
    await play.master.press(lobby, "Take all open seats")
    await play.master.press(lobby, "Start")
    await play.panel("USSR: Research")
    assert "Purchase" in (await chen.slash("done")).text


async def test_rules_and_options_from_menus(driver: Driver) -> None:
    play = await Play.open(driver)
    lobby = await play.panel("Press a power")
    options = await play.master.press(lobby, "Options")
    assert options.ephemeral
    menu = labels(options.message)[0]
    form = await play.master.select(options, menu, ["heavy_bomber_dice"])
    assert form.kind == "form"
    await play.master.submit(form, {"value": "2"})
    await play.panel("Dice of a heavy bomber: 2")
    await play.master.select(options, menu, ["no_new_industrial_complexes"])
    await play.panel("No new industrial complexes: on")
    wrong = await play.master.submit(await play.master.select(options, menu, ["heavy_bomber_dice"]), {"value": "two"})
    assert "takes a number" in wrong.text
    boris = await play.player("Boris")
    told = await boris.press(lobby, "Options")
    assert "Dice of a heavy bomber: **2**" in told.text and not labels(told.message)
    rules = await boris.press(lobby, "House rules")
    assert "Documents, whole" not in labels(rules.message)
    single = await boris.press(rules, "Rules of Warfare: one by one")
    reading = next(name for name in labels(single.message) if name.startswith("Rules 1 to"))
    read = await boris.select(single, reading, ["rw.destroyers"])
    assert "**Destroyers** A destroyer costs 15 IPC" in read.text
    assert "Only the game master" in (await boris.slash("game rules", option="battleship_hits", value="2")).text
    assert "Hits a battleship takes" not in (await boris.slash("game rules")).text
    await bids_are_revealed_to_all(play, boris)


async def bids_are_revealed_to_all(play: Play, boris: Player) -> None:
    """Sealed until the master reveals them; then the option stands in the lobby, and units come before round 1."""
    await boris.slash("bid", ipc=4)
    assert (await play.master.slash("bid", ipc=7)).ephemeral
    chen = await play.player("Chen")
    for player in (boris, play.master):
        told = f"{player.mention} has bid for the Allies, sealed as"
        await play.driver.wait_message(play.thread, lambda m, told=told: told in m["content"])
    assert not any(" 4 IPC" in m["content"] for m in chen.messages(play.thread))
    revealed = await play.master.slash("bid", reveal=True)
    assert not revealed.ephemeral and f"{boris.mention} plays the Allies with 4 IPC" in revealed.text
    assert revealed.message in chen.messages(play.thread)
    lobby = await play.panel("Allies 4", f"**USSR**: {boris.mention}", f"**United States**: {boris.mention}")
    await play.master.press(lobby, "Take all open seats")
    await play.master.slash("game start")
    asked = await play.panel("order 0", "place the units of the bid (4 IPC left)")
    # Three powers in one hand are asked once.
    assert not any("No" in label for label in labels(asked))
    menu = next(label for label in labels(asked) if label.startswith("Another answer"))
    placed = await boris.select(asked, menu, ["USSR: Place 1 infantry: Russia"])
    assert "USSR: 1 infantry in Russia (bid)" in placed.text


async def test_several_games_on_one_server(driver: Driver) -> None:
    plays = [await Play.started(driver, f"Game {n}", Boris=["Germany"]) for n in range(3)]
    assert len({play.thread["id"] for play in plays}) == 3
    await plays[1].accepted("done")
    await plays[1].panel("USSR: Purchase")
    assert "USSR: Research" in words_of(await plays[0].panel("order 0"))
    listed = await (await driver.player("Boris")).slash("game list")
    assert all(f"Game {n}" in listed.text for n in range(3))
    hint = await (await driver.player("Boris")).at("table-two").slash("done")
    assert "no game in this channel" in hint.text and "Game 1" in hint.text


async def test_where_no_thread_may_be_opened_the_channel_is_the_table(driver: Driver) -> None:
    driver.deny("table-one", "CREATE_PUBLIC_THREADS")
    anna = (await driver.player("Anna")).at("table-one")
    assert "Join with the buttons" in (await anna.slash("game new", board="classic")).text
    play = Play(driver, driver.place("table-one"), anna)
    await play.panel("Press a power")
    again = await anna.slash("game new", board="classic")
    assert "is played here" in again.text and again.ephemeral


async def test_help_says_the_next_thing(driver: Driver) -> None:
    anna = await driver.player("Anna")
    assert "/game new" in (await anna.slash("help")).text
    play = await Play.open(driver)
    assert "Take a seat" in (await play.master.slash("help")).text
    play = await Play.started(driver, "Second", Boris=["Germany"])
    mine = await play.master.slash("help")
    assert "USSR: Research" in mine.text and "Done" in labels(mine.message)
    boris = await play.player("Boris")
    assert "It is the move of USSR" in (await boris.slash("help")).text


async def test_own_rules_as_text_as_a_file_and_kept(driver: Driver) -> None:
    play = await Play.open(driver)
    boris, anna = await play.player("Boris"), play.master
    assert "played without own rules" in (await anna.slash("game house")).text
    assert "Only the game master" in (await boris.slash("game house", text="infantry cost 2")).text
    assert "did you mean" in (await anna.slash("game house", text="infantri cost 2")).text
    taken = await anna.slash("game house", text="infantry cost 2; USSR starts with 30")
    assert "Infantry costs 2 IPC." in taken.text and "USSR starts with 30 IPC." in taken.text
    lobby = await play.panel("Press a power")
    await driver.wait_until(lambda: "Own rules: **Own rules** Infantry costs 2 IPC." in words_of(lobby))
    sheet = b'title = "Friday"\nfigures = "armor cost 4"\n[[income]]\ntitle = "Bonds"\ndice = 1\n'
    filed = await anna.slash("game house", file=anna.file("friday.toml", sheet), keep="friday")
    assert "version 1" in filed.text and "Bonds: each power 1 die of IPC." in filed.text
    await driver.wait_until(lambda: "**Friday** Armor costs 4 IPC." in words_of(lobby))
    assert "without own rules" in (await anna.slash("game house", clear=True)).text
    assert "no sheet “none”" in (await anna.slash("game house", sheet="none")).text
    assert "Friday" in (await anna.slash("game house", sheet="friday")).text
    await anna.press(lobby, "Take all open seats")
    await anna.press(lobby, "Start")
    await play.panel("USSR: Research")
    assert "its rules stay as they are" in (await anna.slash("game house", clear=True)).text
    await anna.slash("done")
    assert "(24 IPC)" in (await anna.slash("buy", units="6 armor")).text


FRONT = b"""
id = "front"
title = "Eastern front"
game = "classic"
round = 3
power = "Germany"
setup = "empty"
units."Germany".Germany = "3 infantry, 2 armor"
units."Russia".USSR = "4 infantry"
owner."Ukraine S.S.R." = "Germany"
"""


async def test_a_position_keeps_the_own_rules_of_the_lobby_and_knows_their_units(driver: Driver) -> None:
    """Whichever is handed in first; the game begins with the power whose turn it is, and its rules hold."""
    play = await Play.open(driver)
    anna = play.master
    sheet = 'title = "Ours" [[unit]] name = "guard" like = "infantry" cost = 5 [[income]] title = "Bonds" dice = 1'
    assert "New: guard" in (await anna.slash("game house", text=sheet)).text
    assert "That sheet says nothing" in (await anna.slash("game house", text='title = "Theirs"')).text
    front = anna.file("front.toml", FRONT.replace(b"2 armor", b"2 guard"))
    taken = await anna.slash("game position", file=front)
    assert "Eastern front" in taken.text and "are gone" not in taken.text
    assert "New: guard" in (await anna.slash("game house")).text
    await anna.press(await play.panel("Starts from a position"), "Take all open seats")
    started = await anna.press(await play.panel("ready to start"), "Start")
    assert "Germany is first" in started.text
    await play.panel("Germany: Research")
    assert "2 guard" in (await anna.slash("territory", name="Germany")).text


async def test_a_game_starts_from_a_position(driver: Driver) -> None:
    """A case file in the lobby, the game from it, and another game from where that one is."""
    play = await Play.open(driver)
    anna = play.master
    assert "starts as printed" in (await anna.slash("game position")).text
    wrong = await anna.slash("game position", file=anna.file("x.toml", FRONT.replace(b"3 infantry", b"3 wizard")))
    assert "wizard" in wrong.text and wrong.ephemeral
    other = await anna.slash("game position", file=anna.file("x.toml", FRONT.replace(b"classic", b"global1940")))
    assert "That position" in other.text
    taken = await anna.slash("game position", file=anna.file("front.toml", FRONT))
    assert "Eastern front" in taken.text
    lobby = await play.panel("Starts from a position: **Eastern front** (round 3, Germany: research)")
    await anna.press(lobby, "Take all open seats")
    await anna.press(lobby, "Start")
    await play.panel("Germany: Research")
    assert "3 infantry" in (await anna.slash("territory", name="Germany")).text
    assert "has started" in (await anna.slash("game position", clear=True)).text
    kept = await anna.slash("game position", keep="front")
    assert "**front**, version 1" in kept.text
    exported = await anna.slash("export", what="position")
    assert "game position file" in exported.text

    second = await Play.open(driver, "Second")
    save = Saved(Game.new("classic"), "World War II Classic", "CombatMove", ["armor"]).file()
    from_there = await second.master.slash("game position", file=second.master.file("autosave.tsvg", save))
    assert "World War II Classic** (round 1" in from_there.text and "1 armour" in from_there.text
    again = await second.master.slash("game position", kept="front")
    assert "round 3, Germany" in again.text
    await second.master.slash("game position", clear=True)
    assert "starts as printed" in (await second.master.slash("game position")).text
