"""Soak: random players play whole games through `Game.submit`; after every order the game is checked."""

from __future__ import annotations

from rules.soak.cli import main
from rules.soak.player import Player
from rules.soak.run import Report, Violation, play, play_on, soak

__all__ = ["Player", "Report", "Violation", "main", "play", "play_on", "soak"]
