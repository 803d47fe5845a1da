"""A person alone plays Germany's first turn on the page, in a real browser, with the real bot behind it."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from local_discord.testing.channel import TestChannel
from tests.e2e.process import BotProcess
from tests.e2e.warm import ROOT
from tests.local_discord.browser import Windows, command, open_browser

STEP = re.compile(r"^(Fight|Press on|Lose|Damage|Sink)")
MOST_STEPS = 80


class Table:
    """A game as it is seen on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def panel(self) -> Locator:
        """The newest message that shows the position."""
        return self.page.locator("article[data-message-id]").filter(has_text=re.compile(r"· order \d+")).last

    async def order(self) -> str:
        """The number of the last order, as the panel gives it."""
        found = re.search(r"· order (\d+)", await self.panel.inner_text())
        assert found
        return found[1]

    async def moved_on(self, before: str) -> None:
        """Wait until another order than that has been the last one."""
        await expect(self.panel).not_to_contain_text(re.compile(rf"· order {before}(?!\d)"))

    async def press(self, label: str | re.Pattern[str]) -> None:
        """Press the newest button of this label."""
        exact = isinstance(label, str)
        await self.page.get_by_role("button", name=label, exact=exact, disabled=False).last.click()

    async def type(self, line: str, *choices: str) -> None:
        """A command with autocompletion: each choice is the beginning of a value, and the value (or label) it becomes.

        `kar > Karelia S.S.R.` types "kar", waits until the value is offered, and takes it.
        """
        await self.page.locator("[data-role=say]").press_sequentially(line)
        await self.page.keyboard.press("Enter")
        for choice in choices:
            typed, _, wanted = choice.partition(" > ")
            await self.page.keyboard.type(typed)
            label = self.page.locator(".list-row", has=self.page.get_by_text(wanted, exact=True))
            offered = self.page.locator(f'.list-row[data-value="{wanted}"]').or_(label).first
            await self._offered(offered, typed)
            await offered.click()
        await self.page.locator("[data-role=send]").click()

    async def _offered(self, offered: Locator, typed: str) -> None:
        """Wait until a value is offered. On a busy machine an answer can come too late: then one types on."""
        for _ in range(6):
            with contextlib.suppress(AssertionError):
                await expect(offered).to_be_visible(timeout=5_000)
                return
            await self.page.keyboard.press("Backspace")
            await self.page.keyboard.type(typed[-1:])
        await expect(offered).to_be_visible()

    async def done(self) -> None:
        """End the phase, and say yes if we are asked whether we mean it (the dice decide what is left)."""
        before, asked = await self.order(), self.page.get_by_role("button", name="End the phase")
        questions = await asked.count()
        await self.panel.get_by_role("button", name="Done").click()
        while await self.order() == before:
            if await asked.count() > questions:
                questions += 1
                await asked.last.click()
            await self.page.wait_for_timeout(20)

    async def shows(self, *words: str) -> None:
        """Wait until the panel says this."""
        for text in words:
            await expect(self.panel).to_contain_text(text)

    async def answers(self, text: str) -> None:
        """Wait until a message says this."""
        await expect(self.page.locator("article[data-message-id]", has_text=text).last).to_be_visible()


@pytest.fixture
async def windows(channel: TestChannel, bot: BotProcess) -> AsyncIterator[Windows]:
    """Windows of the page with the bot behind it."""
    async with open_browser() as browser:
        opened = Windows(channel, browser)
        yield opened
        assert opened.problems == []


async def opened(page: Page) -> Table:
    """Open Classic, take every seat and begin."""
    table = Table(page)
    await table.type("/game new", "Cla > classic")
    await page.locator("[data-role=places] .thread").click()
    await table.press("Take all open seats")
    await table.press("Start")
    await table.shows("USSR: Research")
    return table


async def skip_ussr(table: Table) -> None:
    """USSR does nothing."""
    await table.done()
    await table.shows("USSR: Purchase")
    await table.done()
    await table.shows("USSR: Combat move")
    await table.done()
    await table.shows("USSR: Noncombat move")
    await table.done()
    await table.shows("Germany: Research")


async def buy_and_attack(table: Table) -> None:
    """Germany buys with a command and with the menu, and moves two armour and all the infantry into Karelia."""
    await table.done()
    await table.shows("Germany: Purchase")
    before = await table.order()
    await table.type("/buy", "2 arm > 2 armor")
    await table.answers("2 armor (10 IPC)")
    await table.moved_on(before)
    await table.page.get_by_role("combobox", name="Buy...").last.click()
    await table.page.get_by_role("option", name="infantry: 3 IPC").click()
    await table.page.keyboard.press("Tab")  # a menu of several closes: the form opens
    form = table.page.locator("[data-role=form]")
    await form.locator(".menu-box").click()
    await form.get_by_role("option", name="3: 9 IPC").click()
    await table.press("Submit")
    await table.shows("3 infantry")
    await table.done()
    await table.shows("Germany: Combat move")
    await table.type("/move", "ukr > Ukraine S.S.R.", "2 arm > 2 armor", "kar > Karelia S.S.R.")
    await table.answers("Ukraine S.S.R. → Karelia S.S.R.")
    await table.type("/move", "eastern > Eastern Europe", "1 fi > 1 fighter", "kar > Karelia S.S.R.")
    await table.answers("Eastern Europe → Karelia S.S.R.")
    await table.done()
    await table.shows("Germany: Conduct combat", "Battles", "Karelia S.S.R.")


async def fight(table: Table) -> int:
    """Press the first button of each step until the battle is over; gives how many that were."""
    for steps in range(MOST_STEPS):
        if "Noncombat move" in await table.panel.inner_text():
            return steps
        before = await table.order()
        await table.panel.get_by_role("button", name=STEP).first.click()
        await table.moved_on(before)
    raise AssertionError("the battle does not end")


async def place(table: Table) -> None:
    """Germany's new units go to Germany."""
    await table.done()
    await table.shows("Germany: Mobilize")
    before = await table.order()
    await table.type("/place", "3 inf > 3 infantry", "Ger > Germany")
    await table.moved_on(before)
    await table.page.get_by_role("combobox", name="Place...").last.click()
    await table.page.get_by_role("option", name="Place 2 armor: Germany").click()
    await expect(table.panel).not_to_contain_text("To be placed")
    if "United Kingdom" not in await table.panel.inner_text():
        await table.done()
    await table.shows("United Kingdom: Research")


async def test_a_newcomer_plays_germany_alone(windows: Windows, tmp_path: Path) -> None:
    page = await windows("Anna")
    table = await opened(page)
    await skip_ussr(table)
    await buy_and_attack(table)
    assert await fight(table) > 0
    await place(table)
    await look_submarine_up(table)
    await check_the_dice(table, tmp_path)


async def look_submarine_up(table: Table) -> None:
    """/rules with autocompletion: the unit's card, for this person only."""
    await table.type("/rules", "submar > Submarine")
    card = table.page.locator("article[data-ephemeral]").last
    await expect(card).to_contain_text("Submarine")
    await expect(card).to_contain_text("8 IPC")


async def check_the_dice(table: Table, folder: Path) -> None:
    """The downloaded log is checked by the program that comes with it, and by ours."""
    await command(table.page, "/dice log")
    files = []
    for name in ("dice.jsonl", "verify.py"):
        async with table.page.expect_download() as download:
            await table.page.get_by_role("link", name=re.compile(name)).last.click()
        files.append(folder / name)
        await (await download.value).save_as(files[-1])
    log, checker = files
    for how in ([str(checker)], ["-m", "rules.dice"]):
        checked = subprocess.run([sys.executable, *how, "verify", str(log)], cwd=ROOT, capture_output=True, text=True)
        assert checked.returncode == 0, checked.stdout + checked.stderr
    line = log.read_text(encoding="utf-8").splitlines()[-1]
    log.write_text(log.read_text(encoding="utf-8").replace(line, line.replace("[", "[6,", 1)), encoding="utf-8")
    forged = subprocess.run([sys.executable, str(checker), "verify", str(log)], capture_output=True, text=True)
    assert forged.returncode != 0
