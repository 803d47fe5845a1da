"""Positions of Global in which somebody is asked something, and what standing orders answer there; for tests."""

from __future__ import annotations

from typing import Any

from desk import BORIS

from bot.game import standing
from bot.store.records import Policy
from rules.cases.file import read_case
from rules.cases.setup import build
from rules.core.table import Table
from rules.model.state import Turn
from rules.play.game import Game, Outcome

UK = "United Kingdom"


class Faces:
    """Dice that show what they are told, then sixes."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        return [self.faces.pop(0) if self.faces else 6 for _ in range(count)]


def stand(power: str, *orders: str, dice: tuple[int, ...] = (), **case: Any) -> Game:
    """A position with nothing but what is named, after some orders."""
    whole = {"id": "X", "game": "global1940", "phase": "combat move", "power": power, "setup": "empty", "war": "all"}
    game, faces = build(read_case({**whole, **case})), Faces(*dice)
    for order in orders:
        assert isinstance(game.submit(order, faces), Outcome), order
    return game


def left(power: str, kind: str, how: str, place: str = "", turn: Turn | None = None, user: int = BORIS) -> Policy:
    """A standing order."""
    return standing.made("g", power, user, Table("global1940"), kind, how, place, turn)


def told(game: Game, *policies: Policy) -> str | None:
    """What is answered."""
    found = standing.standing_answer(game, policies)
    return found.text if found else None
