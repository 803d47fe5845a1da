"""`make rule` finds what is missing, and nothing where nothing is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.core import documents
from rules.core.documents import house_rules
from rules.core.hooks import Rule
from rules.core.identity import Identity
from tests import rule as checked

PARTS = (checked.cases, checked.words, checked.surroundings)


class Unfinished(Rule):
    """A rule that its author has left half way."""

    __module__ = "rules.house.warfare.__init__"  # as if it stood there
    id, title, boards = "rw.unfinished", "Unfinished", ("classic",)
    text = "Each power collects 1 tanks."
    entries = ("RW-99.1",)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", ["rw.lost-transports", "x4.rockets"])
def test_nothing_is_missing_of_a_rule_that_is_done(name: str, part: Callable[[Identity], checked.Missing]) -> None:
    assert list(part(house_rules()[name])) == []


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = {**house_rules(), "rw.unfinished": (rule := Unfinished())}
    monkeypatch.setattr(documents, "house_rules", lambda: rules)
    told = "\n".join(what for part in PARTS for what in part(rule))
    for wanted in (
        "no case proves RW-99.1",
        "no case names rw.unfinished",
        "“1 tanks”",
        "source is empty",
        "it does nothing",
        "has no line for __init__.py",
    ):
        assert wanted in told


def test_the_file_of_its_document_is_read_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its summary is written beside the first rule, and `make lint` reads it."""
    read = list[list[str]]()

    class Content:
        def __init__(self, name: str, files: list[str]) -> None:
            read.append(files)

        def told(self) -> checked.Missing:
            yield from ()

    monkeypatch.setattr(checked, "Reader", Content)
    monkeypatch.setattr(checked, "games", lambda rule: iter(()))
    assert checked.check(house_rules()["rw.lost-transports"]) == []
    folder = "rules/house/warfare"
    assert read == [[f"{folder}/lost_transports.py", f"{folder}/__init__.py"]] * 3
