"""docs/hooks.md: every hook is on it as its docstring has it, and each example is there and uses it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import hooks_page
from tests.rules.hooks.test_hooks import HOOKS

LINE = re.compile(r"^\| .*?\*\*`(\w+)`\*\*.* \[\w+\]\(\.\./(\S+)\) \| .*\|$", re.MULTILINE)


@pytest.fixture(scope="module")
def page() -> str:
    return hooks_page.PAGE.read_text("utf-8")


def test_every_hook_is_on_the_page_once(page: str) -> None:
    assert sorted(found[1] for found in LINE.finditer(page)) == HOOKS


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_stands_there_as_its_docstring_has_it(page: str, name: str) -> None:
    """Else: make pages."""
    assert hooks_page.row(name) in page and hooks_page.entry(name).trap in page


def test_each_example_uses_its_hook(page: str) -> None:
    wrong = []
    for found in LINE.finditer(page):
        file = hooks_page.ROOT / found[2]
        wrong += [] if file.is_file() and _uses(file, found[1]) else [found[0]]
    assert wrong == []


def _uses(file: Path, name: str) -> bool:
    text = file.read_text("utf-8")
    return f"@moments.{name}\n" in text if name in hooks_page.MOMENTS else f"def {name}(" in text


def test_no_two_hooks_have_one_wish() -> None:
    wishes = [hooks_page.entry(name).wish for name in HOOKS]
    assert sorted(set(wishes)) == sorted(wishes)
