"""The rest of a turn on a copy, battles about as they go on the mean: the engine itself plays it, with dice that show each
face as often as any other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from rules.play.game import Game, Outcome
from rules.soak.player import Plays

MOST = 400  # orders
REFUSED = 20  # in a row


class EvenDice:
    """Dice that show each face once in any six, low and high in turn, so that hits come as often as they should."""

    FACES = (3, 5, 1, 6, 2, 4)

    def __init__(self, turned: int = 0) -> None:
        """turned: by how many faces the rows begin later: other dice, as even."""
        turned %= len(self.FACES)
        self.faces = (*self.FACES[turned:], *self.FACES[:turned])
        self._decks: dict[str, Iterator[int]] = {}

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """The next faces; each kind of roll has a row of its own."""
        row = self._decks.setdefault(why, cycle(self.faces))
        return [next(row) for _ in range(count)]


def played_out(game: Game, player: Plays, turned: int = 0) -> Game:
    """The position when the turn of whoever is active is over, everybody being played by one player. The game is changed.
    turned: as of the dice."""
    dice, power, orders, refused = EvenDice(turned), game.state.turn.power, 0, 0
    while game.state.turn.power == power and not game.state.winner and orders < MOST and refused < REFUSED:
        wish = player.next(game)
        done = isinstance(game.submit(wish.text, dice, wish.by), Outcome)
        orders, refused = orders + 1, 0 if done else refused + 1
    return game
