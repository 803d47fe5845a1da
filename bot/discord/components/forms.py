"""Building forms: texts, menus, checkboxes and files in one. Their answers come to the router like those of buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.discord.components.build import Choice, in_two_lines, menu
from bot.discord.text.limits import CHOICE, clip

FIELDS = 5
"""As many fields as Discord takes in a form."""
SEEN_AT_ONCE = 10
"""As many lines as a group takes whose lines are all seen; more go into a menu."""
_TITLE, _LABEL, _ABOUT = 45, 45, 100


@dataclass(frozen=True, slots=True)
class Field:
    """A text."""

    id: str
    label: str
    value: str = ""
    hint: str = ""
    long: bool = False
    required: bool = True
    most: int = 4000


@dataclass(frozen=True, slots=True)
class Pick:
    """Lines to choose from: as many as fit into a menu. most: how many may be chosen; folded: a menu to open, however few."""

    id: str
    label: str
    choices: Sequence[Choice]
    about: str = ""
    hint: str = ""
    most: int = 1
    required: bool = True
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Upload:
    """A file."""

    id: str
    label: str
    about: str = ""
    required: bool = True


Part = Field | Pick | Upload


def form(title: str, custom_id: str, *parts: Part) -> discord.ui.Modal:
    """A form of up to five parts."""
    modal = discord.ui.Modal(title=clip(title, _TITLE), custom_id=custom_id, timeout=None)
    for part in parts[:FIELDS]:
        about = "" if isinstance(part, Field) else part.about
        label = clip(part.label, _LABEL)
        modal.add_item(discord.ui.Label(text=label, description=clip(about, _ABOUT) or None, component=_made(part)))
    modal.stop()
    return modal


def _made(part: Part) -> discord.ui.Item[Any]:
    if isinstance(part, Field):
        return discord.ui.TextInput(
            custom_id=part.id,
            style=discord.TextStyle.paragraph if part.long else discord.TextStyle.short,
            default=clip(part.value, part.most) or None,
            placeholder=clip(part.hint, 100) or None,
            required=part.required,
            max_length=part.most,
        )
    if isinstance(part, Upload):
        return discord.ui.FileUpload(custom_id=part.id, required=part.required, min_values=int(part.required))
    return _menu(part) if part.folded or len(_fitting(part)) > SEEN_AT_ONCE else _group(part)


def _fitting(part: Pick) -> list[Choice]:
    """The lines that Discord takes."""
    return list({c.value: c for c in part.choices if 0 < len(c.value) <= CHOICE}.values())


def _menu(part: Pick) -> discord.ui.Item[Any]:
    made = menu(part.hint, part.id, part.choices, most=part.most, least=int(part.required))
    made.required = part.required
    return made


def _group(part: Pick) -> discord.ui.Item[Any]:
    """Checkboxes; where one line is chosen of several, the group of which one can be."""
    lines = [(*in_two_lines(c.label, c.about), c) for c in _fitting(part)]
    if part.most == 1 and len(lines) > 1:
        return discord.ui.RadioGroup(
            custom_id=part.id,
            required=part.required,
            options=[
                discord.RadioGroupOption(
                    label=label, value=c.value, description=clip(about, CHOICE) or None, default=c.chosen
                )
                for label, about, c in lines
            ],
        )
    return discord.ui.CheckboxGroup(
        custom_id=part.id,
        required=part.required,
        min_values=int(part.required),
        max_values=min(part.most, len(lines)),
        options=[
            discord.CheckboxGroupOption(
                label=label, value=c.value, description=clip(about, CHOICE) or None, default=c.chosen
            )
            for label, about, c in lines
        ],
    )
