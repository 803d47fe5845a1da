"""What people typed, made harmless before it is kept: one line, no Markdown, no links, nothing invisible."""

from __future__ import annotations

import re
import unicodedata

_MARKDOWN = re.compile(r"[\[\]<>*_~`|\\@#]")


def plain(text: str, most: int) -> str:
    """A name or a reason as it may be shown to everybody, at most so many characters long."""
    shown = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    shown = _MARKDOWN.sub("", shown).replace("://", ": ")
    return re.sub(r" +", " ", shown).strip()[:most].strip()
