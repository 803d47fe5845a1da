"""The page in a real browser: what players see and do there."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from local_discord import player_actions
from local_discord.testing.channel import TestChannel
from local_discord.testing.driver import Driver
from tests.local_discord.browser import Windows, command, last_text, open_browser
from tests.local_discord.conftest import checked, connected
from tests.local_discord.tinybot import TinyBot

# A browser takes longer to start than most of these tests take, so they share one, and with it an event loop.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """The browser; no window shares anything with another but that."""
    async with open_browser() as started:
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def channel() -> AsyncIterator[TestChannel]:
    """A channel of each test's own."""
    async with checked() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def tiny(channel: TestChannel) -> AsyncIterator[TinyBot]:
    """The small bot, connected."""
    bot = TinyBot()
    async with connected(channel, bot):
        yield bot


@pytest_asyncio.fixture(loop_scope="module")
async def windows(channel: TestChannel, tiny: TinyBot, browser: Browser) -> AsyncIterator[Windows]:
    """Opens windows of the page on a channel with the small bot."""
    opened = Windows(channel, browser)
    yield opened
    await opened.close()
    assert opened.problems == []


async def test_commands_by_keyboard(windows: Windows) -> None:
    page = await windows("Anna")
    await page.locator("[data-role=say]").press_sequentially("/pic")
    await expect(page.get_by_role("option")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.type("ap")
    await expect(page.get_by_role("option")).to_have_text(["Apple", "Apricot"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.type("how")
    await page.keyboard.press("Enter")
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    await last_text(page, "3 apricot")
    await expect(page.locator("article[data-ephemeral]")).to_have_count(1)
    await expect(page.locator("[data-role=say]")).to_be_focused()


async def test_a_whole_line_is_understood(windows: Windows) -> None:
    page = await windows("Anna")
    await page.locator("[data-role=say]").fill("/pick fruit:fig how_many:2")
    await page.keyboard.press("Enter")
    await last_text(page, "2 fig")
    await command(page, "/pick how_many:4 fruit:date")
    await last_text(page, "4 date")


async def test_what_is_missing_is_said(windows: Windows) -> None:
    page = await windows("Anna")
    await page.locator("[data-role=say]").press_sequentially("/chart ")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-option=title]")).to_have_class(re.compile("wrong"))
    await expect(page.get_by_role("alert")).to_contain_text("title: required")
    await page.keyboard.type("Front")
    await page.keyboard.press("Enter")
    await last_text(page, "Front")


async def test_buttons_menus_and_forms(windows: Windows) -> None:
    page = await windows("Anna")
    await command(page, "/panel")
    await page.get_by_role("button", name="Count").click()
    await last_text(page, "count=1")
    await expect(page.get_by_role("button", name="Gone")).to_be_disabled()
    await page.locator("[data-custom-id='panel:menu']").click()
    await page.get_by_role("option", name="Fig").click()
    await page.get_by_role("option", name="Date").click()
    await page.get_by_role("button", name="Done").click()
    await last_text(page, "picked fig,date")
    menu = page.locator("[data-custom-id='panel:user']")
    await menu.press("ArrowDown")
    await page.get_by_role("option", name="Boris").click()
    await last_text(page, "chose Boris")
    await page.get_by_role("button", name="Form").click()
    form = page.locator("[data-role=form]")
    await form.get_by_label("Text").fill("nice")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_be_visible()
    await form.get_by_label("Name").fill("Bob")
    await form.get_by_role("button", name="Submit").click()
    await last_text(page, "thanks Bob: nice")
    await expect(form).to_have_count(0)


async def test_a_menu_opened_just_after_its_message_changed_stays_open(windows: Windows) -> None:
    """However long the page takes to draw."""
    page = await windows("Anna")
    await command(page, "/panel")
    await page.evaluate("window.requestAnimationFrame = (drawn) => setTimeout(drawn, 400)")
    await page.get_by_role("button", name="Count").press("Enter")
    await last_text(page, "count=1")
    menu = page.locator("[data-custom-id='panel:user']")
    await menu.press("ArrowDown")
    await page.wait_for_timeout(800)
    await expect(menu).to_have_attribute("aria-expanded", "true")


async def test_a_form_with_menus_checkboxes_and_files(windows: Windows) -> None:
    page = await windows("Anna", 550)
    await command(page, "/filled")
    form = page.locator("[data-role=form]")
    send = form.get_by_role("button", name="Submit")
    await send.click()
    await expect(form).to_be_visible()  # a topping must be chosen
    await form.get_by_label("Nuts").check()
    await form.get_by_role("radio", name="small").check()
    await form.get_by_role("checkbox", name="Yes").uncheck()
    await form.get_by_label("Files").set_input_files(
        [{"name": n, "mimeType": "text/plain", "buffer": n.encode()} for n in ("a", "b")]
    )
    await form.locator(".menu-box").click()
    await form.get_by_role("option", name="Fig").click()
    await send.click()
    await last_text(page, "['fig'] ['nuts'] small False ['a=a', 'b=b']")
    await expect(form).to_have_count(0)


async def test_a_screen_reader_hears_lists_and_fields(windows: Windows) -> None:
    """What is chosen by arrow keys is named to the box with the focus; each field of a form has its label for a name."""
    page = await windows("Anna")
    await page.locator("[data-role=say]").press_sequentially("/pi")
    await _expect_active(page, "/pick")
    await page.keyboard.press("Enter")
    await page.keyboard.type("ap")
    await expect(page.get_by_role("option")).to_have_text(["Apple", "Apricot"])
    await _arrow_to(page, "Apricot")
    await page.keyboard.press("Escape")
    await expect(page.locator("[role=combobox][aria-expanded=true], [aria-activedescendant]")).to_have_count(0)
    await page.keyboard.press("Escape")
    await command(page, "/filled")
    form = page.get_by_role("dialog", name="All kinds")
    await expect(form.get_by_role("checkbox", name="Agreed")).to_be_checked()
    menu = form.get_by_role("combobox", name="Fruit")
    await expect(menu).to_be_focused()
    await _arrow_to(page, "Apricot")
    await menu.press("Enter")
    await expect(menu).to_have_attribute("aria-expanded", "false")


# The text of the row that is read out for the box with the focus, whose list is open.
ACTIVE = """() => {
  const box = document.activeElement;
  const row = document.getElementById(box?.getAttribute("aria-activedescendant"));
  return box?.getAttribute("aria-expanded") === "true" && row ? row.textContent : "";
}"""


async def _expect_active(page: Page, label: str) -> None:
    """The row that is read out for the box with the focus."""
    await page.wait_for_function(f"label => ({ACTIVE})().includes(label)", arg=label)


async def _arrow_to(page: Page, label: str) -> None:
    """Down to a row; a list that comes anew begins at its first one again."""
    for _ in range(20):
        await page.keyboard.press("ArrowDown")
        if label in await page.evaluate(ACTIVE):
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{label} is not reached by arrow keys")


async def test_silence_is_said(windows: Windows, channel: TestChannel) -> None:
    channel.world.answer_seconds = -1.0
    page = await windows("Anna")
    await command(page, "/silent")
    await expect(page.locator("[data-role=complaint]")).to_contain_text("The application did not respond")


async def test_two_windows_and_what_only_one_sees(windows: Windows) -> None:
    anna, boris = await windows("Anna"), await windows("Boris", 550)
    await command(anna, "/ping")
    await last_text(boris, "pong")
    await command(anna, "/pick fruit:fig")
    await last_text(anna, "1 fig")
    await last_text(boris, "pong")
    await anna.locator("[data-role=dismiss]").click()
    await last_text(anna, "pong")
    await boris.locator("[data-role=say]").fill("hello <b>all</b>")
    await boris.keyboard.press("Enter")
    await last_text(anna, "hello <b>all</b>")


async def test_commands_on_a_message_stand_at_its_corner(windows: Windows) -> None:
    page = await windows("Anna")
    await command(page, "/ping")
    await last_text(page, "pong")
    bars = page.get_by_role("toolbar", name="Apps")
    await expect(bars).to_have_css("opacity", "0")
    await page.locator("article").last.hover()
    await expect(bars).to_have_css("opacity", "1")
    bar, button = await bars.bounding_box(), await bars.get_by_role("button").bounding_box()
    assert bar and button and max(bar["width"], button["width"]) < 150, "no wider than their names"
    await bars.get_by_role("button", name="Repeat this").click()
    await last_text(page, "again: pong")


async def test_the_focus_is_never_lost_without_a_mouse(windows: Windows) -> None:
    page = await windows("Anna", width=550)
    await command(page, "/ping")
    await last_text(page, "pong")
    repeat = page.get_by_role("button", name="Repeat this")
    await page.locator("[data-role=say]").focus()
    await page.keyboard.press("Shift+Tab")
    await expect(repeat).to_be_focused()
    await expect(page.get_by_role("toolbar", name="Apps")).to_have_css("opacity", "1")
    await page.keyboard.press("Enter")
    await last_text(page, "again: pong")
    menu = page.get_by_role("button", name="Show channels")
    await menu.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-channel-name=general]")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(menu).to_be_focused()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-role=room-name]")).not_to_have_text("#general")
    await expect(page.locator("[data-role=say]")).to_be_focused()


async def test_words_that_belong_to_no_option_are_not_lost(windows: Windows) -> None:
    page = await windows("Anna")
    await command(page, "/ping hello")
    await expect(page.get_by_role("alert")).to_contain_text("“hello” belongs to no option")
    await expect(page.locator("article")).to_have_count(0)
    await page.keyboard.press("Control+a")
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Enter")
    await last_text(page, "pong")


async def test_switching_players_and_unread_marks(windows: Windows, driver: Driver) -> None:
    page = await windows("Anna")
    boris = await driver.player("Boris")
    table = driver.place("table-one")
    player_actions.say(driver.world, driver.world.bot["id"], table, f"{boris.mention}, it is your turn")
    await expect(page.locator("[data-role=player-switch] .badge")).to_have_text("1")
    await page.locator("[data-role=player-switch]").click()
    await page.locator("[data-player-name=Boris]").click()
    await expect(page.locator("[data-role=my-name]")).to_have_text("Boris")
    place = page.locator("[data-channel-name=table-one]")
    await expect(place).to_have_attribute("data-unread", "true")
    await expect(place.locator(".badge")).to_have_text("1")
    await place.click()
    await expect(place).not_to_have_attribute("data-unread", "true")
    await expect(page.locator("article.calls-me")).to_have_count(1)
    await page.locator("[data-role=player-switch]").click()
    await page.locator("[data-role=new-player]").fill("Fay")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-role=my-name]")).to_have_text("Fay")


async def test_threads_and_pictures_on_a_phone(windows: Windows) -> None:
    page = await windows("Anna", 390, 780)
    await command(page, "/discuss topic:plans")
    await page.locator(".thread-card", has_text="plans").first.click()
    await expect(page.locator("[data-role=room-name]")).to_have_text("plans")
    await page.locator("[data-role=picture]").click()
    box = page.locator("[data-role=lightbox]")
    picture, words = box.locator("img"), box.locator("[data-role=picture-words]")
    await expect(words.locator("p")).not_to_be_visible()  # the picture's words cover nothing
    await words.locator("summary").click()
    await expect(words.locator("p")).to_have_text("a disc")
    shown, below = await picture.bounding_box(), await words.bounding_box()
    assert shown and below and shown["y"] + shown["height"] <= below["y"] + 1
    await page.keyboard.press("Escape")
    await expect(box).to_have_count(0)
    await page.locator("[data-role=menu]").click()
    await page.locator("[data-channel-name=general]").click()
    await expect(page.locator("[data-role=room-name]")).to_have_text("#general")
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert await page.evaluate(overflow) == 0


async def test_files_as_options(windows: Windows) -> None:
    page = await windows("Anna")
    await page.locator("[data-role=say]").press_sequentially("/kinds ")
    for name, text in (("user", "Boris"), ("channel", "table-one"), ("role", "Adjutant"), ("number", "1.5")):
        await page.locator(f"[data-option-input={name}]").fill(text)
    await page.locator("[data-option-input=flag]").fill("true")
    await page.locator("[data-option-input=colour]").fill("red")
    orders = {"name": "orders.txt", "mimeType": "text/plain", "buffer": b"3 inf"}
    await page.route("**/page/upload*", slowly)
    await page.locator("[data-option-input=file]").set_input_files([orders])
    await page.locator("[data-role=send]").dblclick()  # while the file is on its way: it is waited for, and sent once
    await last_text(page, "Boris table-one Adjutant 1.5 True Red b'3 inf'")
    await expect(page.locator("article[data-message-id]")).to_have_count(1)


async def slowly(route: Route) -> None:
    """A request that takes a while."""
    await asyncio.sleep(0.4)
    await route.continue_()


async def test_older_messages_come_when_one_scrolls_up(windows: Windows, driver: Driver) -> None:
    anna = await driver.player("Anna")
    for number in range(120):
        await anna.say(f"message {number}")
    page = await windows("Anna")
    await last_text(page, "message 119")
    log = page.locator("[data-role=log]")
    for loaded in (100, 120):
        await log.evaluate("log => { log.scrollTop = 0 }")
        await expect(page.locator("article[data-message-id]")).to_have_count(loaded)
    await log.evaluate("log => { log.scrollTop = 0 }")
    await expect(page.get_by_text("Welcome to #general")).to_be_visible()
    await command(page, "/ping")
    await expect(page.get_by_text("pong")).to_be_in_viewport()


async def test_the_end_is_followed_when_a_message_grows(windows: Windows, driver: Driver) -> None:
    """A picture sets itself between the step to the end and the event that tells of it; who reads further up stays there."""
    anna = await driver.player("Anna")
    for number in range(60):
        await anna.say(f"message {number}")
    page = await windows("Anna")
    await last_text(page, "message 59")
    log = page.locator("[data-role=log]")
    grow = """log => {
        const line = (height) => Object.assign(document.createElement("p"), { style: `flex: none; height: ${height}px` });
        const add = (height) => log.append(line(height));
        add(20); log.scrollTop = log.scrollHeight; add(900);
    }"""
    gap = (
        "log => new Promise((done) => setTimeout(() => done(log.scrollHeight - log.scrollTop - log.clientHeight), 300))"
    )
    await log.evaluate(grow)
    assert await log.evaluate(gap) < 1
    await log.evaluate("log => { log.scrollTop -= 400 }")
    assert await log.evaluate(gap) > 300
    await anna.say("message 60")
    assert await log.evaluate(gap) > 300
    await page.get_by_role("button", name="Jump to the newest messages").click()
    assert await log.evaluate(gap) < 1


async def test_the_bot_may_go_and_come_back(windows: Windows, tiny: TinyBot, channel: TestChannel) -> None:
    page = await windows("Anna")
    await expect(page.locator("[data-role=bot-status]")).to_have_text("")
    await tiny.close()
    await expect(page.locator("[data-role=bot-status]")).to_have_text("The bot is offline")


async def test_another_site_is_refused(channel: TestChannel) -> None:
    async with aiohttp.ClientSession() as http:
        headers = {"Origin": "http://elsewhere.example"}
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await http.ws_connect(f"{channel.url}/page/socket", headers=headers)
        async with http.post(f"{channel.url}/page/upload", headers=headers, data=b"x") as answer:
            assert answer.status == 403
        async with http.get(f"{channel.url}/page/..%2fserver.py") as answer:
            assert answer.status == 404


async def test_channels_stand_below_their_server(windows: Windows, channel: TestChannel) -> None:
    channel.world.add_guild("7", "Second club", ("guests",))
    page = await windows("Anna")
    assert await page.locator("h2.places-title").all_text_contents() == [
        "The War Room",
        "Second club",
        "Direct messages",
    ]
    await page.locator("[data-channel-name=guests]").click()
    await expect(page.locator("[data-role=server-name]")).to_have_text("Second club")
