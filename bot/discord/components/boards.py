"""Boards to choose from: those on one map together, each with what it is."""

from __future__ import annotations

from discord import app_commands

from rules.model.board import about, by_map, name_of

CHOICES = [app_commands.Choice(name=name_of(board), value=board) for board in by_map()]
"""By name alone."""


def told(board: str) -> str:
    """What a board is, for how many, how long it takes: a line."""
    said = about(board)
    return f"{said['what']}; {said['players']} players, {said['hours']} hours" if said else ""


def _told(board: str) -> str:
    name = name_of(board).removeprefix("Axis & Allies ").removeprefix("Axis and Allies ")
    return ": ".join(filter(None, (name, told(board))))[:100]


TOLD_CHOICES = [app_commands.Choice(name=_told(board), value=board) for board in by_map()]
"""With what each is."""
