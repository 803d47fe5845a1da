"""Headless Chromium for tests of the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from local_discord.server import LocalChannel

PATIENCE = 60_000
"""Milliseconds in which a press finds its button; others may have the processors."""
expect.set_options(timeout=20_000)

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]


def browser_path() -> str:
    """The installed browser; skips the test where none can be had."""
    found = os.environ.get("CHROMIUM") or next((p for name in NAMES if (p := shutil.which(name))), None)
    if not found:
        pytest.skip("no Chromium is installed")
    return found


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """A browser that reaches nothing but this machine."""
    path = browser_path()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            await browser.close()


class Windows:
    """Opens windows of the page; collects what goes wrong in them and what they ask of other hosts."""

    def __init__(self, channel: LocalChannel, browser: Browser) -> None:
        self.channel = channel
        self.browser = browser
        self.problems: list[str] = []

    async def __call__(self, player: str, width: int = 1200, height: int = 850) -> Page:
        """A window acting as a player."""
        context = await self.browser.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(PATIENCE)
        page = await context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", lambda request: self._check(request.url))
        await page.goto(f"{self.channel.url}/?as={player}")
        await expect(page.locator("[data-role=app]")).to_have_attribute("data-state", "ready")
        return page

    async def close(self) -> None:
        """Close them all."""
        for context in self.browser.contexts:
            await context.close()

    def _check(self, url: str) -> None:
        if not url.startswith((self.channel.url, "ws://127.0.0.1", "data:")):
            self.problems.append(f"asks another host: {url}")


async def last_text(page: Page, text: str) -> None:
    """The newest message says this."""
    await expect(page.locator("article[data-message-id]").last).to_contain_text(text)


async def command(page: Page, line: str) -> None:
    """Type a whole command line and send it."""
    await page.get_by_role("combobox", name="Message").click()
    await page.keyboard.type(line)
    await page.locator("[data-role=send], [data-role=send-text]").click()
