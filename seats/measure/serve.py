"""The players of any version, for a league in another process: lines of JSON in, orders out. It is run as a file with the
folder of that version first on the path, so it may use only what every version has."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from rules.play.game import Game, load_entry
from seats import KNOWN, Player


def serve(lines: Iterable[str]) -> Iterator[str]:
    """A line for each line. The first names level and seed. The others bring the game ("head" and "snapshot" the first
    time) and the entries since; the answer is the next order, why, who gives it, and how many own orders were refused."""
    lines = iter(lines)
    begin = json.loads(next(lines))
    player = Player(KNOWN[begin["level"]], begin["seed"])
    game: Game | None = None
    for line in lines:
        data: dict[str, Any] = json.loads(line)
        if "snapshot" in data:
            game = Game.load(data["head"], data["snapshot"], [load_entry(e) for e in data["log"]])
        assert game is not None, "the game comes first"
        for entry in data.get("entries", ()):
            game.replay(load_entry(entry))
        wish = player.next(game)
        yield json.dumps({"text": wish.text, "why": wish.why, "by": wish.by, "refused": dict(player.refused)})


if __name__ == "__main__":
    for reply in serve(sys.stdin):
        print(reply, flush=True)
