"""Headless Chromium for tests of the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, async_playwright

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
