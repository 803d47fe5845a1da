"""What stands in the custom_id of our components: what to do, in which game, on which log entry, and a rest.

The whole state of a button is in its id, so it works after a restart; nothing in it is trusted.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.game.people.problems import PlayError

MARK = "a1"
LONGEST = 100


class NotOurs(PlayError):
    """A custom_id that none of our buttons, menus and forms has, or no longer has."""

    def __init__(self) -> None:
        super().__init__(
            "That button is from an older version of me, or not mine. `/game status` shows the present ones."
        )


@dataclass(frozen=True, slots=True)
class Press:
    """What was pressed. number: log entry on which it was offered (None: it does not matter).

    values: what was chosen in a menu. fields: what was typed into a form, by field id; picks: what was chosen in it; files:
    what was uploaded with it.
    """

    action: str
    game_id: str = ""
    number: int | None = None
    rest: str = ""
    values: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    picks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    files: tuple[discord.Attachment, ...] = ()

    def field(self, name: str) -> str:
        """What was typed into a field."""
        return dict(self.fields).get(name, "").strip()

    def chosen(self, name: str) -> tuple[str, ...]:
        """What was chosen in a field of a form."""
        return dict(self.picks).get(name, ())

    def parts(self, count: int, between: str = "|") -> list[str]:
        """The rest in so many parts. Raises NotOurs."""
        found = self.rest.split(between)
        if len(found) != count:
            raise NotOurs
        return found


def make(action: str, game_id: str = "", number: int | None = None, rest: str = "") -> str:
    """A custom_id. Raises ValueError if it is longer than Discord takes (see `fits`)."""
    text = f"{MARK}:{action}:{game_id}:{'' if number is None else number}:{rest}"
    if len(text) > LONGEST:
        raise ValueError(f"custom_id too long: {text}")
    return text


def fits(action: str, game_id: str, number: int | None, rest: str) -> bool:
    """Whether a custom_id of that would be short enough."""
    return len(f"{MARK}:{action}:{game_id}:{'' if number is None else number}:{rest}") <= LONGEST


def read(custom_id: str) -> Press | None:
    """The press behind a custom_id; None if it is none of ours."""
    parts = custom_id.split(":", 4)
    if len(parts) != 5 or parts[0] != MARK:
        return None
    _, action, game_id, number, rest = parts
    if number and not number.isdecimal():
        return None
    return Press(action, game_id, int(number) if number else None, rest)
