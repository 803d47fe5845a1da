"""Discord's limits on texts, and cutting texts to them."""

from __future__ import annotations

CONTENT, EMBED, EMBED_TITLE, FIELD, CHOICE, LABEL, OPTIONS, ALT = 2000, 4096, 256, 1024, 100, 80, 25, 1024
BLOCK = "```"
UPLOAD = 10 * 1024 * 1024


def clip(text: str, most: int) -> str:
    """The text, cut with an ellipsis if it is too long; nothing that is set as code stays open behind it."""
    if len(text) <= most:
        return text
    if text[: most - 1].count(BLOCK) % 2:
        return f"{text[: most - 2 - len(BLOCK)]}…\n{BLOCK}"
    kept = text[: most - 1]
    return (kept[: kept.rindex("`")].rstrip() if kept.count("`") % 2 else kept) + "…"


def short_list(text: str, most: int = LABEL) -> str:
    """A list of things (`Lose 5 infantry, 3 tanks`), of which those at the end are counted where it is too long."""
    if len(text) <= most:
        return text
    parts = text.split(", ")
    for kept in range(len(parts) - 1, 0, -1):
        told = f"{', '.join(parts[:kept])} and {len(parts) - kept} more kinds"
        told = told.removesuffix("s") if kept == len(parts) - 1 else told
        if len(told) <= most:
            return told
    return clip(text, most)


def beginning(text: str, most: int) -> str:
    """As many whole sentences of a text as fit; else as many words, with an ellipsis."""
    if len(text) <= most:
        return text
    end = max(text.rfind(mark, 0, most) for mark in (". ", "; ", ": "))
    if end > most // 2:
        return text[:end].rstrip(".;:") + "."
    return text[: text.rfind(" ", 0, most - 1)].rstrip(",;:") + "…"


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
