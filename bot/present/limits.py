"""Discord's limits on texts, and cutting texts to them."""

from __future__ import annotations

CONTENT, EMBED, CHOICE, CUSTOM_ID, LABEL, OPTIONS = 2000, 4096, 100, 100, 80, 25


def clip(text: str, most: int) -> str:
    """The text, cut with an ellipsis if it is too long."""
    return text if len(text) <= most else text[: most - 1] + "…"


def pages(text: str, most: int = CONTENT) -> list[str]:
    """The text in pieces of at most `most` characters, cut at line ends where possible."""
    found, page = [], ""
    for line in text.splitlines():
        for piece in _pieces(line, most):
            if page and len(page) + 1 + len(piece) > most:
                found.append(page)
                page = piece
            else:
                page = f"{page}\n{piece}" if page else piece
    return [*found, page] if page else found


def _pieces(line: str, most: int) -> list[str]:
    return [line[i : i + most] for i in range(0, len(line), most)] or [""]
