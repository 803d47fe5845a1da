"""The workshop: `python -m rules new` begins a house rule, with its file and its first case."""

from __future__ import annotations

from rules.workshop.cli import main

__all__ = ["main"]
