"""Building buttons and menus (forms.py has forms). They only carry ids; bot/discord/components/router.py answers them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.discord.text.limits import CHOICE, LABEL, OPTIONS, clip, short_list

Button = discord.ui.Button[Any]
Select = discord.ui.Select[Any]
Item = discord.ui.Item[Any]

GREY, BLUE, GREEN, RED = (
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.primary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
)
ROW, ROWS = 5, 5


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu."""

    label: str
    value: str
    about: str = ""
    chosen: bool = False


def button(label: str, custom_id: str, style: discord.ButtonStyle = GREY, off: bool = False) -> Button:
    """A button."""
    return Button(label=short_list(label, LABEL), custom_id=custom_id, style=style, disabled=off)


def menu(placeholder: str, custom_id: str, choices: Sequence[Choice], most: int = 1, least: int = 1) -> Select:
    """A menu of up to 25 lines; more are left out, and values that are too long (offer another way to them)."""
    fitting = (choice for choice in choices if 0 < len(choice.value) <= CHOICE)
    unique = list({choice.value: choice for choice in fitting}.values())[:OPTIONS]
    options = [
        discord.SelectOption(label=label, value=c.value, description=clip(about, CHOICE) or None, default=c.chosen)
        for c in unique
        for label, about in [in_two_lines(c.label, c.about)]
    ]
    return Select(
        placeholder=clip(placeholder, 150),
        custom_id=custom_id,
        options=options,
        min_values=min(least, len(options)),
        max_values=min(most, len(options)),
    )


def in_two_lines(label: str, about: str) -> tuple[str, str]:
    """A line of a menu and what stands below it: a list that is too long for the line goes on there, before all else."""
    cut = label.rfind(", ", 0, CHOICE - 1)
    if len(label) <= CHOICE or cut < 0:
        return short_list(label, CHOICE), about
    rest = label[cut + 2 :]
    if len(rest) > CHOICE:
        return short_list(label, CHOICE), about
    return f"{label[:cut]},", " · ".join(part for part in (rest, about) if part)


def view(*rows: Iterable[Item] | Item | None) -> discord.ui.View | None:
    """Rows of components as a view; rows of more than five buttons go on in the next. None if empty. Of those that do the
    same the first one stays: Discord takes no message with two.

    The view is stopped at once: discord.py need not remember it, our router answers by custom_id.
    """
    made, at, known = discord.ui.View(timeout=None), 0, set[str]()
    for row in rows:
        items = [] if row is None else [row] if isinstance(row, discord.ui.Item) else list(row)
        items = [item for item in items if _is_new(item, known)]
        for start in range(0, len(items), ROW):
            for item in items[start : start + ROW]:
                if at < ROWS:
                    item.row = at
                    made.add_item(item)
            at += 1
    made.stop()
    return made if made.children else None


def _is_new(item: Item, known: set[str]) -> bool:
    """Whether a component does what none before it does; what it does is known from then on. Links do nothing of ours."""
    id_ = getattr(item, "custom_id", None)
    if id_ in known:
        return False
    known |= {id_} if id_ else set()
    return True
