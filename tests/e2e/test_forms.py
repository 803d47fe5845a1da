"""Forms with menus, checkboxes and files, as a player fills them in: a position, a purchase, moves, losses, a game file."""

from __future__ import annotations

from typing import Any

from local_discord.testing.driver import Driver, Player
from tests.e2e.play import Play, labels

LARGE = b"""
[[case]]
id = "FORM-1"
title = "A large battle"
game = "classic"
power = "Germany"
phase = "combat move"
setup = "empty"
units."Eastern Europe".Germany = "30 infantry, 12 armor, 4 fighter"
units."Germany".Germany = "2 infantry, 1 fighter"
units."Karelia S.S.R.".USSR = "9 infantry, 5 armor, 3 fighter, 1 bomber"
units."Russia".USSR = "1 infantry"
step = []
"""


def part(form: dict[str, Any], label: str) -> dict[str, Any]:
    """A field of a form."""
    found: dict[str, Any] = next(p["component"] for p in form["components"] if p["label"] == label)
    return found


async def test_a_large_battle_by_forms(driver: Driver) -> None:
    play = await Play.open(driver)
    anna = play.master
    await anna.press(await play.panel("Press a power"), "Take all open seats")
    asked = await anna.slash("game position")
    form = await anna.press(asked, "Upload...")
    told = await anna.submit(form, {"The file": [anna.file("large.toml", LARGE)], "keep": "large"}, timeout=120)
    assert "Starts from a position" in told.text and "Kept on this server as **large**" in told.text
    await anna.press(await play.panel("Starts from a position"), "Start")
    await attack(play, anna)
    await losses(play, anna)
    await go_on_elsewhere(driver, anna)


async def attack(play: Play, anna: Player) -> None:
    """All by one form: two groups to one place; where there is one place for all, it stands with who can go there."""
    form = await anna.select(await play.panel("Germany: Combat move"), "Move from...", ["Germany"])
    goals = part(form.form, "Where to")["options"]
    assert next(o for o in goals if o["value"] == "Karelia S.S.R.")["description"].startswith("enemy: 18 units · only ")
    assert [o["value"] for o in part(form.form, "Which units")["options"]] == [
        "all",
        "1 fighter",
        "2 infantry",
        "1 infantry",
    ]
    form = await anna.select(await play.panel("Germany: Combat move"), "Move from...", ["Eastern Europe"])
    chosen = {"Which units": ["12 armor", "4 fighter"], "Where to": "Karelia S.S.R."}
    others = {"And which others": ["30 infantry"], "Where these go": "Karelia S.S.R."}
    typed = {"more": "move 1 fighter: Germany > Karelia S.S.R."}
    moved = await anna.submit(form, {**chosen, **others, **typed})
    assert not moved.ephemeral and moved.text.count("→ Karelia S.S.R.") >= 2


async def losses(play: Play, anna: Player) -> None:
    """The losses are chosen kind by kind; what does not add up is refused with what would."""
    await anna.slash("done", sure=True)
    question = await play.after(await anna.press(await play.panel("Conduct combat"), "Fight Karelia S.S.R."))
    form = await anna.press(question, "Choose each...")
    named = [p["label"] for p in form.form["components"]]
    assert (len(named) > 1 and "30 infantry" in named) or "9 infantry" in named
    assert "(" in form.form["components"][0]["description"]  # how many hits
    nothing = await anna.submit(form, {label: ["None"] for label in named})
    assert nothing.ephemeral and "No losses were chosen" in nothing.text
    form = await anna.press(question, "Choose each...")
    assert not (await anna.submit(form, {})).ephemeral  # as recommended


async def go_on_elsewhere(driver: Driver, anna: Player) -> None:
    """The game goes on in another channel from its file, which a form takes."""
    files = (await anna.slash("export", what="game file")).message["attachments"]
    data = driver.world.files.by_path[files[0]["url"].removeprefix(driver.world.base_url)].data
    other = anna.at("table-two")
    form = await other.slash("import")
    done = await other.submit(form, {"The game file": [other.file("game.json.gz", data)]}, timeout=120)
    assert "goes on here" in done.text
    again = await other.submit(await other.slash("import"), {"The game file": [other.file("x.json.gz", data)]})
    assert again.ephemeral and "is played here" in again.text
    assert "Map" in labels(await Play(driver, other.channel, other).panel("Germany"))
