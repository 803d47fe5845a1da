"""The folders of the boards: what a board, and the editions and boards that it follows, say in their files (TOML)."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

_FOLDER = resources.files("rules") / "boards"
HEADS = {
    folder.name: tomllib.loads((folder / "board.toml").read_text("utf-8"))
    for folder in _FOLDER.iterdir()
    if (folder / "board.toml").is_file()
}
WHOLE = sorted(name for name, head in HEADS.items() if head.get("id", name) == name)
"""Every board, drafts too."""


def read(home: str, name: str) -> dict[str, Any]:
    """A file of a folder; of one that is not there nothing."""
    file = _FOLDER / home / f"{name}.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def said_in(home: str) -> dict[str, Any]:
    """What the head of a folder says: of a board, or of an edition that boards share."""
    return read(home, "board") or read(home, "edition")


@functools.cache
def homes(board: str) -> tuple[str, ...]:
    """The folders whose data and rules hold on a board: what it follows, the most general first, and its own."""
    follows = said_in(board).get("follows", ())
    before = (home for folder in ([follows] if isinstance(follows, str) else follows) for home in homes(folder))
    return (*dict.fromkeys(before), board)


@functools.cache
def drawn(board: str) -> tuple[str, ...]:
    """The homes whose map a board is played on: all of them, or from the last one on that draws its own (`own_map`)."""
    every = homes(board)
    own = [n for n, home in enumerate(every) if HEADS.get(home, {}).get("own_map")]
    return every[own[-1] :] if own else every


def head_of(board: str) -> dict[str, Any]:
    """What board.toml says, and behind it what is said by what the board follows."""
    head: dict[str, Any] = {"edition": {}, "options": {}}
    for home in reversed(homes(board)):
        said, long = said_in(home), _long(home) if home in drawn(board) else {}
        said["edition"] = _over(said.get("edition", {}) | long, head["edition"])
        said["options"] = _under(head["options"], said.get("options", {}))
        head = {**said, **head, "edition": said["edition"], "options": said["options"]}
    return head


def _long(home: str) -> dict[str, Any]:
    """Facts of an edition that fill a file of their own."""
    return {name: said for name in ("objectives",) if (said := read(home, name))}


def _over(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of an edition with what is said nearer: tables key by key, everything else as a whole. `"rows+"` adds to
    a list, an empty table takes all of it away."""
    found = dict(shared)
    for name, value in own.items():
        if name.endswith("+"):
            found[name[:-1]] = [*shared.get(name[:-1], ()), *value]
        elif isinstance(value, dict) and value and isinstance(shared.get(name), dict):
            found[name] = _over(shared[name], value)
        else:
            found[name] = value
    return found


def _under(own: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """Options as they are said nearer, then the others."""
    return {
        name: {**shared.get(name, {}), **own.get(name, {})} for name in (*own, *(n for n in shared if n not in own))
    }


def rows_of(board: str, file: str, kind: str) -> list[dict[str, Any]]:
    """The rows of a table in the homes of a board: a later one changes what an earlier one says, or says `absent`. An
    edition has an order of its own, a board keeps that which is there. Places are those of the board's own map."""
    rows: dict[str, dict[str, Any]] = {}
    for home in drawn(board) if file == "places" else homes(board):
        for row in read(home, file).get(kind, ()):
            known = rows.get(row["name"], {}) if home in HEADS else rows.pop(row["name"], {})
            rows[row["name"]] = {**known, **row}
    return [row for row in rows.values() if not row.pop("absent", False)]
