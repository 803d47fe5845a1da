"""Games as files, as `/export` writes them: gzipped JSON of head, first position, and every entry with its events."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.core import changes
from rules.model import formats
from rules.play.game import Game, dump_entry, load_entry
from rules.play.numbered import Numbered

FORMAT = "adjutant game 1"


def start_of(game: Game) -> Game:
    """The position in which a game's first order was given."""
    state = game.state.copy()
    for entry in reversed(game.log[1:]):
        for event in reversed(entry.events):
            event.revert(state)
    return Game(game.table, state, Numbered(game.log[:1]))


def position_after(game: Game, number: int | None) -> Game:
    """A game as it stood after an order of its log (None: the last). Raises ValueError."""
    if number is None:
        return game
    if not 0 <= number < len(game.log):
        raise ValueError(f"The log has orders 1 to {len(game.log) - 1}.")
    then = start_of(game)
    for entry in game.log[1 : number + 1]:
        then.replay(entry)
    return then


def pack(game: Game, name: str) -> bytes:
    """A game with all of its log as a file."""
    data = {
        "format": FORMAT,
        "name": name,
        "head": game.head(),
        "start": start_of(game).snapshot(),
        "log": [dump_entry(entry) for entry in game.log],
        "state_hash": game.hash,
        "dice": [],
    }
    return gzip.compress(json.dumps(data, separators=(",", ":")).encode(), 6, mtime=0)


def unpack(data: bytes) -> Game:
    """The game of a file with all of its log. For files of one's own: nothing in it is checked. Raises ValueError."""
    found = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    if found.get("format") != FORMAT:
        raise ValueError("that is no game file as /export writes it")
    head = changes.as_begun(formats.head(found["head"]), found["head"]["version"])
    entries = [load_entry(entry) for entry in found["log"]]
    game = Game.load(head, found["start"], entries[:1])
    for entry in entries[1:]:
        game.replay(entry)
    return game


def read(path: Path) -> Game:
    """The game of a file. Raises ValueError, OSError."""
    return unpack(path.read_bytes())


def setting_of(head: Mapping[str, Any]) -> str:
    """Board and rules of a game in a few words: `classic with rw`."""
    rules = ", ".join(head["rules"])
    return str(head["board"]) + (f" with {rules}" if rules else "")
