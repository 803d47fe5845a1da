"""The text of a sheet as people hand it in: TOML or lines of figures; in a code block, with curly quotes, or with the line
breaks that a command's field has lost."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from rules.own.words import SheetError

SHOWN = 60
_FENCE = re.compile(r"\A\s*```[a-z]*\s(.*?)\s*```\s*\Z", re.I | re.S)
_CURLY = str.maketrans("“”„‟‘’", '""""\'\'')
_PIECES = re.compile(r'"""(?:.*?)"""|"[^"]*"|\'[^\']*\'|\[\[\s*\w+\s*\]\]|[\w.-]+\s*=|[][{}#]', re.S)
_PLACE = re.compile(r" ?\(at (?:line (\d+), column \d+|end of document)\)")
HOW = (
    'Each `key = value` has a line of its own, names and texts stand in quotes ("tank"), yes and no are true and false.'
)


def tables(text: str) -> Mapping[str, Any]:
    """The tables of a sheet; of lines of figures alone, the figures. Raises SheetError with the line."""
    if fenced := _FENCE.match(text):
        text = fenced[1]
    lines = [line.strip() for line in text.splitlines()]
    if not any("=" in line or line.startswith("[") for line in lines):
        return {"figures": text}
    if len([line for line in lines if line]) == 1:
        text = _broken(text)
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        try:
            return tomllib.loads(text.translate(_CURLY))
        except (tomllib.TOMLDecodeError, RecursionError):
            raise SheetError(_told(error, text)) from None


def _broken(text: str) -> str:
    """A text of one line with a new line before each table and key. Raises SheetError for a remark within, which would
    take in all that follows."""
    made, depth, done = "", 0, 0
    text = text.translate(_CURLY)
    for piece in _PIECES.finditer(text):
        said, new = piece[0], ""
        if said == "#":
            if not re.search(r"[=\[]", text[piece.end() :]):
                break
            raise SheetError(
                "In one line a remark (#) hides all that follows it. Hand the sheet in as a file, or without remarks."
            )
        if said in "{[":
            depth += 1
        elif said in "}]":
            depth -= 1
        elif depth == 0 and said[0] not in "\"'":
            new = "\n"
        made += text[done : piece.start()] + new + said + ("\n" if said.startswith("[[") else "")
        done = piece.end()
    return made + text[done:]


def _told(error: Exception, text: str) -> str:
    """What is wrong and in which line, as it stands there."""
    where = _PLACE.search(str(error))
    what = _PLACE.sub("", str(error)) if isinstance(error, tomllib.TOMLDecodeError) else "too many brackets"
    plain = "".join(c for c in what if c.isprintable() and c not in "`*_@<>")
    if where is None or where[1] is None:
        return f"The sheet cannot be read: {plain}. {HOW}"
    line = text.splitlines()[int(where[1]) - 1 :][:1] or [""]
    shown = "".join(c for c in line[0].strip() if c.isprintable() and c not in "`@<>")[:SHOWN]
    return f"The sheet cannot be read: line {where[1]}, `{shown}`: {plain}. {HOW}"
