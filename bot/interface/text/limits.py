"""Discord's limits on texts, and cutting texts to them."""

from __future__ import annotations

CONTENT, EMBED, EMBED_TITLE, FIELD, CHOICE, LABEL, OPTIONS, ALT = 2000, 4096, 256, 1024, 100, 80, 25, 1024
UPLOAD = 10 * 1024 * 1024


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


def fitting(lines: list[str], most: int, from_end: bool = False) -> list[str]:
    """As many whole lines as fit, the first ones or the last ones."""
    kept: list[str] = []
    left = most
    for line in reversed(lines) if from_end else lines:
        if len(line) + 1 > left:
            break
        kept.append(line)
        left -= len(line) + 1
    return kept[::-1] if from_end else kept


def _pieces(line: str, most: int) -> list[str]:
    return [line[i : i + most] for i in range(0, len(line), most)] or [""]
