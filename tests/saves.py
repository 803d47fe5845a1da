"""The corpus of saved games: python -m tests.saves [NAME ...] writes today's; tests/bot/test_saves.py replays all there are.

After a change of what a save looks like (rules/model/formats.py) the files of before stay, and new ones are written
beside them. As long as nothing has been released, they may be written anew instead.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rules.model.formats import FORMAT
from rules.play.game import Entry, Game, dump_entry
from rules.play.numbered import Numbered
from rules.soak.run import soak

FOLDER = Path(__file__).parent / "data" / "saves"
GAMES = {
    "classic": ("classic", ()),
    "classic-warfare": ("classic", ("rw",)),
    "global1940": ("global1940", ()),
    "global1940-basic": ("global1940", ("bx",)),
    "global1940-two": ("global1940", ("x2",)),
    "global1940-four": ("global1940", ("x4",)),
    "europe1943": ("europe1943", ()),
    "europe1943-document": ("europe1943", ("y43",)),
}


def opening(game: Game) -> Game:
    """The game before its first order."""
    state = game.state.copy()
    for entry in reversed(game.log[1:]):
        for event in reversed(entry.events):
            event.revert(state)
    return Game(game.table, state, Numbered(game.log[:1]))


def file_of(game: Game, name: str, log: Sequence[Entry] = ()) -> bytes:
    """The file that /export gives of a game. log: another that leads to the same position."""
    data = {
        "format": "adjutant game 1",
        "name": name,
        "head": game.head(),
        "start": opening(game).snapshot(),
        "log": [dump_entry(entry) for entry in log or game.log],
        "players": {},
        "state_hash": game.hash,
        "dice": [],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return gzip.compress(text, 9, mtime=0)


def main(names: Sequence[str]) -> None:
    """Write a game of each kind, or of those named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or GAMES:
        board, rules = GAMES[name]
        game = soak(board, 1, 11, rules, rounds=1).last
        assert game is not None
        (FOLDER / f"{name}.format-{FORMAT}.json.gz").write_bytes(file_of(game, name))


if __name__ == "__main__":
    main(sys.argv[1:])
