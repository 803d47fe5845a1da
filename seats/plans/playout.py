"""Play that goes on on a copy, battles about as they go on the mean: the engine itself plays it, with dice that show each
face as often as any other."""

from __future__ import annotations

from collections.abc import Callable

from rules.dice.prng import Prng
from rules.play.game import Game, Outcome
from rules.soak.player import Plays, Wanted
from seats.plans.luck import Luck
from seats.wish import Wish

MOST = 3_000  # orders
REFUSED = 20  # in a row


class EvenDice:
    """Dice that show each face once in any six of a kind, in mixed order, so that hits come as often as they should."""

    def __init__(self, seed: int = 0) -> None:
        """seed: another one gives other dice, as even."""
        self._prng = Prng(seed)
        self._left: dict[str, list[int]] = {}

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """The next faces; each kind of roll has six of its own."""
        return [self._next(self._left.setdefault(why, [])) for _ in range(count)]

    def _next(self, left: list[int]) -> int:
        if not left:
            left += range(1, 7)
            self._prng.shuffle(left)
        return left.pop()


def played_on(
    game: Game, who: Callable[[Game], Plays], dice: EvenDice, until: Callable[[Game], bool], luck: Luck | None = None
) -> Game:
    """The position when something holds, or the game is over. The game is changed. who: gives the player of whoever acts.
    luck: looks on."""
    orders, refused = 0, 0
    while not until(game) and not game.state.winner and orders < MOST and refused < REFUSED:
        if luck:
            luck.look(game)
        wish = who(game).next(game)
        orders, refused = orders + 1, 0 if _given(game, wish, dice) else refused + 1
    if luck:
        luck.look(game)
    return game


def _given(game: Game, wish: Wanted, dice: EvenDice) -> bool:
    """Whether an order goes. What it brought when it was rehearsed, after the same orders, it brings again."""
    rehearsed = wish.rehearsed if isinstance(wish, Wish) else None
    if rehearsed and rehearsed.number == len(game.log):
        game.replay(rehearsed)
        return True
    return isinstance(game.submit(wish.text, dice, wish.by), Outcome)


def played_out(game: Game, player: Plays, seed: int = 0) -> Game:
    """The position when the turn of whoever is active is over, everybody being played by one player. The game is changed.
    seed: of the dice."""
    power = game.state.turn.power
    return played_on(game, lambda _: player, EvenDice(seed), lambda g: g.state.turn.power != power)
