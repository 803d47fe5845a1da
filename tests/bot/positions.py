"""Positions of Global in which somebody is asked something, and what standing orders answer there; for tests."""

from __future__ import annotations

from desk import BORIS

from bot.game import standing
from bot.store.records import Policy
from rules.core.table import Table
from rules.model.state import Turn
from rules.play.game import Game

UK = "United Kingdom"


def left(power: str, kind: str, how: str, place: str = "", turn: Turn | None = None, user: int = BORIS) -> Policy:
    """A standing order."""
    return standing.made("g", power, user, Table("global1940"), kind, how, place, turn)


def told(game: Game, *policies: Policy) -> str | None:
    """What is answered."""
    found = standing.standing_answer(game, policies)
    return found.text if found else None
