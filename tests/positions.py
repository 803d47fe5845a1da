"""Positions of Global with nothing but what a test names, after some orders with scripted dice."""

from __future__ import annotations

from typing import Any

from rules.cases.file import read_case
from rules.cases.setup import build
from rules.play.game import Game, Outcome


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
