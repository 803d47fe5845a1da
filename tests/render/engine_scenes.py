"""Short fights and games for the tests of pictures made from the engine."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle import casualties, losses
from rules.cases.file import read_text
from rules.cases.setup import build
from rules.model.events import Event
from rules.play.game import Game, Outcome

_HEAD = """
id = "X-1.a"
title = "a scene"
game = "{board}"
setup = "empty"
war = "all"
round = 3
power = "{power}"
phase = "combat move"
"""


class Faces:
    """Dice that fall as told, then threes."""

    def __init__(self, faces: Sequence[int] = ()) -> None:
        self._faces = list(faces)

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """The next dice."""
        found, self._faces = self._faces[:count], self._faces[count:]
        return [*found, *[3] * (count - len(found))]


def position(board: str, power: str, body: str) -> Game:
    """A position in a case's words, in combat move."""
    return build(read_text(_HEAD.format(board=board, power=power) + body)[0])


def play(game: Game, *orders: str, dice: Sequence[int] = ()) -> Game:
    """Carry out orders that must be legal."""
    faces = Faces(dice)
    for order in orders:
        outcome = game.submit(order, faces)
        assert isinstance(outcome, Outcome), outcome
    return game


def take_default_losses(game: Game) -> Game:
    """Answer questions about losses as recommended until none is left."""
    while game.state.pending and game.state.pending[0].kind == "casualties":
        asked = game.state.pending[0]
        battle = game.state.battles[asked.data["battle"]]
        chosen = losses.default(game.view, battle, asked.data["side"], asked.data["hits"])
        play(game, casualties.text_of(game.view, battle, chosen))
    return game


def events(game: Game) -> list[Event]:
    """All events of the log."""
    return [event for entry in game.log for event in entry.events]
