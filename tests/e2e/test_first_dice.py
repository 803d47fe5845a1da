"""From nothing to the first losses on Classic, and to one's own dice on Global: how many actions that takes.

An action is what a person does once: a command sent, a button pressed, a menu chosen, a form sent. The trial of
2026-11-22 counted 8 and 7; `pytest -s` of this file prints what it is now."""

from __future__ import annotations

from typing import Any

import pytest

from local_discord.testing.driver import Answer, Driver, Player, words_of
from tests.e2e.play import Play, labels

TO_LOSSES, TO_OWN_DICE = 6, 5
CLASSIC = """done
done anyway
move all: Karelia S.S.R. > Ukraine S.S.R.
move all: Caucasus > Ukraine S.S.R.
done anyway
fight Ukraine S.S.R."""
GLOBAL = (
    "done anyway; move all: Slovakia/Hungary > Yugoslavia; move all: Greater Southern Germany > Yugoslavia; "
    "done anyway; fight Yugoslavia"
)


class Counted:
    """A player whose actions are counted."""

    def __init__(self, player: Player) -> None:
        self.player, self.done = player, list[str]()

    async def act(self, name: str, *given: Any, **options: Any) -> Answer:
        """Do something as the player."""
        self.done.append(f"{name} {' '.join(str(g) for g in given if isinstance(g, str))}")
        answer: Answer = await getattr(self.player, name)(*given, **options)
        return answer


async def asked_for_losses(play: Play, one: Counted, answer: Answer) -> None:
    """Until losses are asked for: where no die has hit, the battle is pressed on, which is no fault of the way to it."""
    shown = answer.message
    for _ in range(12):
        said = [label for label in labels(shown) if label.startswith(("Lose", "Damage", "Choose each"))]
        if said or "choose the losses" in words_of(shown):
            return
        wanted = next((label for label in labels(shown) if label.startswith(("Press on", "Fight"))), "")
        if not wanted:
            pytest.skip("the battle ended before there was a choice of losses")
        shown = await play.after(await one.player.press(shown, wanted))
    pytest.skip("the dice never hit")


async def test_six_actions_to_the_first_losses_on_classic(driver: Driver) -> None:
    anna = Counted(await driver.player("Anna"))
    hello = await anna.player.slash("help")  # the greeting of the bot stands there by itself, with the same button
    await anna.act("press", hello, "First game", timeout=60)
    play = Play(driver, driver.threads()[-1], anna.player)
    anna.player = play.master
    await anna.act("press", await play.panel("Press a power", "All seats are taken"), "Start")
    form = await anna.act("press", await play.panel("USSR: Research"), "Orders...")
    answer = await anna.act("submit", form, {"orders": CLASSIC})
    assert "Ukraine S.S.R." in answer.text and not answer.ephemeral, answer.text
    await asked_for_losses(play, anna, answer)
    print(f"Classic, to the first losses: {len(anna.done)} actions: {anna.done}")
    assert len(anna.done) <= TO_LOSSES


async def test_five_more_to_own_dice_on_global(driver: Driver) -> None:
    anna = Counted(await driver.player("Anna"))
    known = {t["id"] for t in driver.threads()}
    await anna.act("slash", "game new", board="global1940")
    thread = next(t for t in driver.threads() if t["id"] not in known)
    play = Play(driver, thread, anna.player)
    anna.player = play.master
    lobby = await play.panel("Press a power")
    await anna.act("press", lobby, "Join Germany" if "Join Germany" in labels(lobby) else "Germany")
    await anna.act("press", await play.panel("Press a power", anna.player.mention), "Computers for the rest")
    await anna.act("press", await play.panel("All seats are taken"), "Start")
    await play.panel("order 0")
    answer = await anna.act("slash", "orders", text=GLOBAL)
    assert "Rolled #" in answer.text and not answer.ephemeral, answer.text
    print(f"Global, to own dice: {len(anna.done)} actions: {anna.done}")
    assert len(anna.done) <= TO_OWN_DICE
