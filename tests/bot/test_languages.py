"""Commands in German and French: every description, option and choice, within Discord's limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from desk import Desk

from bot.discord.client import COGS, Adjutant
from bot.discord.languages import FILES, Languages, texts_of, words
from bot.services import Services
from bot.settings import Settings
from local_discord.limits_commands import check_commands

Json = dict[str, Any]
LANGUAGES = sorted(FILES, key=str)


@pytest.fixture
async def client(desk: Desk, tmp_path: Path) -> Adjutant:
    """The client with all its commands, not logged in."""
    settings = Settings(data_dir=tmp_path, _env_file=None)  # type: ignore[call-arg]
    made = Adjutant(Services.over(settings, desk.store, desk.moderator))
    for module in COGS:
        await module.setup(made, made.services)
    return made


@pytest.mark.parametrize("locale", LANGUAGES, ids=str)
async def test_every_text_has_its_words_and_no_word_is_left_over(client: Adjutant, locale: discord.Locale) -> None:
    texts = {text for command in client.tree.get_commands() for text in texts_of(command.to_dict(client.tree))}
    known = words(locale)
    assert sorted(texts - set(known)) == []
    assert sorted(set(known) - texts) == []
    assert [text for text in known.values() if not 1 <= len(text) <= 100] == []
    assert sum(theirs != ours for ours, theirs in known.items()) > len(known) * 0.9


async def test_discord_gets_them_all_and_takes_them(client: Adjutant) -> None:
    payload = [await command.get_translated_payload(client.tree, Languages()) for command in client.tree.get_commands()]
    check_commands(payload)
    told = list(_items(payload))
    assert len(told) > 400
    for item in told:
        for key in ("description", "name") if "value" in item else ("description",):
            if item.get(key):
                assert set(item.get(f"{key}_localizations") or {}) == {str(locale) for locale in LANGUAGES}, item
    named = [item for item in told if item.get("description") and item.get("name_localizations")]
    assert named == []  # what is typed stays as all texts and documents write it
    assert next(c for c in payload if c["name"] == "buy")["description_localizations"]["de"] == "Einheiten kaufen"


@pytest.mark.parametrize("locale", LANGUAGES, ids=str)
def test_examples_of_orders_stay_as_they_are_typed(locale: discord.Locale) -> None:
    for ours, theirs in words(locale).items():
        if ours.startswith("For example: "):
            assert theirs.endswith(ours.removeprefix("For example: ")), theirs
        for command in (word for word in ours.split() if word.startswith("/")):
            assert command.rstrip(";:,") in theirs, theirs


def _items(parts: list[Json]) -> Any:
    """Commands, options and choices."""
    for part in parts:
        if part.get("type") != 3 or part.get("description") or "value" in part:
            yield part
        yield from part.get("choices") or ()
        yield from _items(part.get("options") or [])
