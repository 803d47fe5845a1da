"""What people typed, made harmless before it is kept: one line, no Markdown, no links, no invitations, nothing invisible."""

from __future__ import annotations

import re
import unicodedata

_MARKDOWN = re.compile(r"[\[\]<>*_~`|\\@#]")
# Discord makes a card of an invitation even where no scheme stands before it.
_INVITATION = re.compile(r"(discord(?:app)?\.(?:gg|com|new))/", re.IGNORECASE)
_FOREIGN = re.compile(rf"[\[\]<*~`\\@]|^\s*#|://|{_INVITATION.pattern}", re.IGNORECASE)


def harmless(text: str) -> bool:
    """Whether a text may stand in the bot's own lines as it is: nothing invisible, no link, no name of a person, no
    Markdown that leads elsewhere. Whatever the rules say of a game is so."""
    return text.isprintable() and not _FOREIGN.search(text)


def plain(text: str, most: int) -> str:
    """A name or a reason as it may be shown to everybody, at most so many characters long."""
    shown = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    shown = _MARKDOWN.sub("", shown).replace("://", ": ")
    shown = _INVITATION.sub(r"\1 ", shown)
    return re.sub(r" +", " ", shown).strip()[:most].strip()
