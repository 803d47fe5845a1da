"""Descriptions of commands, options and choices in the languages of servers and people: a file of words for each.

Names of commands stay as they are: they are written in every text and document. What a file lacks is shown in English.
"""

from __future__ import annotations

import functools
import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as At

FILES = {discord.Locale.german: "de.toml", discord.Locale.french: "fr.toml"}
"""Discord's language -> the file with its words."""
MESSAGE = 3
"""Discord's number for a command on a message."""
_TOLD = (At.command_description, At.group_description, At.parameter_description, At.choice_name)


@functools.cache
def words(locale: discord.Locale) -> Mapping[str, str]:
    """English text -> the same in a language; empty for a language without a file."""
    name = FILES.get(locale)
    return tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8")) if name else {}


class Languages(app_commands.Translator):
    """Hands the words of the files to Discord with the commands."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """See discord.py. None: it is shown in English."""
        if locale not in FILES:  # Discord has thirty more, and asks for a thousand texts in each
            return None
        of_message = isinstance(context.data, app_commands.ContextMenu)
        return words(locale).get(string.message) if context.location in _TOLD or of_message else None


def mark(tree: app_commands.CommandTree[Any]) -> str:
    """A fingerprint of all that Discord gets to know of the commands: the commands, and the words of each language. To have
    them translated for that would cost as much as sending them."""
    told = [[command.to_dict(tree) for command in tree.get_commands()], *(dict(words(locale)) for locale in FILES)]
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def texts_of(payload: Mapping[str, Any]) -> Iterator[str]:
    """The texts of a command, as Discord gets it, that have a translation: descriptions, names of choices, the name of a
    command on a message."""
    if payload.get("type") == MESSAGE and "options" not in payload and not payload.get("description"):
        yield str(payload["name"])
    if payload.get("description"):
        yield str(payload["description"])
    yield from (str(choice["name"]) for choice in payload.get("choices") or ())
    for option in payload.get("options") or ():
        yield from texts_of(option)
