"""A player as an older version had it, in a process of its own: `officer@90f0cab3` plays as the officer did in that
commit, with today's rules. So strength is measured against something that does not move while the players are worked on."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path
from typing import IO, Any

from rules.play.game import Game, dump_entry
from seats.wish import Wish

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "seats"


class Gone(RuntimeError):
    """The other process has ended, or the version is not to be had."""


class Guest:
    """Asks the other process for each order. It is told what has happened since by the entries of the log."""

    def __init__(self, level: str, commit: str, seed: int) -> None:
        self.refused: Counter[str] = Counter()
        self._game: Game | None = None
        self._told = 0
        path = os.pathsep.join((str(checked_out(commit)), str(ROOT)))
        command = [sys.executable, "-P", str(Path(__file__).with_name("serve.py"))]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
        )
        self._say({"level": level, "seed": seed})

    def next(self, game: Game) -> Wish:
        """The next order of whoever is to act."""
        found = self._ask(self._news(game))
        self.refused = Counter(found["refused"])
        return Wish(found["text"], found["why"], by=found["by"])

    def close(self) -> None:
        """The game is over."""
        self._pipe(self._process.stdin).close()
        self._process.wait()
        self._pipe(self._process.stdout).close()

    def _news(self, game: Game) -> dict[str, Any]:
        """What the other process does not know yet: all of the game, or the entries since."""
        log = [dump_entry(e) for e in game.log.since(self._told if game is self._game else 0).here]
        new, self._told = game is not self._game, len(game.log)
        self._game = game
        return {"head": game.head(), "snapshot": game.snapshot(), "log": log} if new else {"entries": log}

    def _say(self, data: dict[str, Any]) -> None:
        pipe = self._pipe(self._process.stdin)
        pipe.write(json.dumps(data) + "\n")
        pipe.flush()

    def _ask(self, data: dict[str, Any]) -> dict[str, Any]:
        self._say(data)
        answer = self._pipe(self._process.stdout).readline()
        if not answer:
            raise Gone(f"the other player has ended with {self._process.wait()}")
        found: dict[str, Any] = json.loads(answer)
        return found

    def _pipe(self, pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe


def checked_out(commit: str) -> Path:
    """A folder with the players of a commit, out of this checkout's history. Raises Gone."""
    folder = Path(tempfile.gettempdir()) / f"adjutant-players-{os.getuid()}" / commit
    if not (folder / FOLDER).exists():
        made = subprocess.run(["git", "archive", commit, FOLDER], cwd=ROOT, capture_output=True, check=False)
        if made.returncode:
            raise Gone(f"no players of {commit} here: {made.stderr.decode().strip()}")
        with tarfile.open(fileobj=io.BytesIO(made.stdout)) as archive:
            archive.extractall(folder, filter="data")
    return folder
