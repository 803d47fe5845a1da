"""Players by name: levels, levels with other weights, older versions, random play."""

from __future__ import annotations

import zlib
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from rules.dice.prng import Prng
from rules.play.game import Game
from rules.soak.player import Player as RandomPlayer
from rules.soak.player import Plays
from seats.levels import KNOWN, Level
from seats.measure.guest import Guest
from seats.player import Player
from seats.wish import Wish

RANDOM = "random"
TOOLS = ("__main__.py", "thinking.py", "measure")
"""What does not decide how a player plays."""
SAME: dict[tuple[str, str], str] = {
    ("7c687853", "classic"): "5aa5a064",
    ("7c687853", "global1940"): "083c9ce9",
    ("7c687853", "europe1943"): "083c9ce9",
}
"""Versions and boards -> an earlier version whose orders they give there, as whole games told (docs/league.md)."""


class Dummy:
    """Random play, as in the soak, for comparison."""

    def __init__(self, seed: int) -> None:
        self.player = RandomPlayer(Prng(seed))

    def next(self, game: Game) -> Wish:
        """A random order."""
        found = self.player.next(game)
        return Wish(found.text, by=found.by)


def player(name: str, seed: int) -> Plays:
    """A player by name: "random", a level ("officer"), one with other weights ("officer:fear=0.2,haul=2"), or as an
    older version had it ("officer@90f0cab3"). Raises KeyError, ValueError, Gone."""
    if name == RANDOM:
        return Dummy(seed)
    level, _, commit = name.partition("@")
    return Guest(level, commit, seed) if commit else Player(weighed(level), seed)


def weighed(name: str) -> Level:
    """A level, with other weights where its name says so. Raises KeyError, ValueError."""
    base, _, changes = name.partition(":")
    level = KNOWN[base]
    kinds: dict[str, Any] = {f.name: type(getattr(level, f.name)) for f in fields(Level)}
    weights: dict[str, Any] = {}
    for change in filter(None, changes.split(",")):
        weight, _, value = change.partition("=")
        if weight not in kinds:
            raise KeyError(f"a level has no {weight}")
        weights[weight] = kinds[weight](float(value))
    return replace(level, **weights)


@cache
def mark() -> str:
    """A mark of the players as they are written now, the tools that measure them apart."""
    folder = Path(__file__).parents[1]
    paths = sorted(p for p in folder.rglob("*.py") if p.relative_to(folder).parts[0] not in TOOLS)
    return f"{zlib.crc32(b''.join(path.read_bytes() for path in paths)):08x}"


def version(board: str) -> str:
    """The mark of the players, or of an earlier version where they give its orders on a board."""
    return SAME.get((mark(), board), mark())
