"""Soak: random players play whole games through `Game.submit`; after every order the game is checked."""

from __future__ import annotations

from rules.soak.cli import main
from rules.soak.run import Report, Violation, play, soak

__all__ = ["Report", "Violation", "main", "play", "soak"]
