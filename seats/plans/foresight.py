"""A turn is tried in several ways on copies, and the round behind it by everybody: half of it, and for the best of them the
other half. That way is taken with which the side stands best when the power's next turn begins, the luck of battles taken
off."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from rules.core.view import View
from rules.dice.prng import Prng
from rules.model.state import Turn
from rules.play.game import Game
from rules.soak.player import Plays
from seats.levels import OFFICER, Level
from seats.plans.luck import Luck
from seats.plans.playout import EvenDice, played_on
from seats.position.standing import share, worths

MOST = 12
TRIES = 2  # turns that are tried at most for each that is played on: many ways come to the same
FINALISTS = 3  # ways that are played on to the end of the round
LARGE = 2_450  # size of a position from which on a single round takes too long
WEIGHED = (
    "fear",
    "bared",
    "back",
    "step",
    "hold",
    "seat",
    "bold",
    "naked",
    "haul",
    "berths",
    "held",
    "factory",
    "sortie",
)
"""Weights that differ from way to way; those of the officer are the middle."""
REPLIES = replace(OFFICER, blocks=False)
"""How everybody else is thought to play: a little quicker than an officer."""
STEPS, A_STEP = 4, 2**0.5
"""A weight is up to so many steps more or less, each by this factor."""


class Remembers(Plays, Protocol):
    """Who plays on a copy. memory: what it knows by then."""

    memory: dict[str, Any]


Pilot = Callable[[Level, Mapping[str, Any]], Remembers]
"""Gives a player of a level that knows so much."""


def too_large(view: View) -> bool:
    """Whether a round of a position takes too long to be tried at all."""
    return size(view) > LARGE


def size(view: View) -> int:
    """How much there is to think of in a position: what a turn takes on a copy goes with that."""
    return len(view.state.units) * len(view.board.powers)


def way_of(level: Level, seed: int, turn: Turn, number: int | None) -> Level:
    """A way to play a turn: 0 is the usual one, the others weigh things otherwise; None: nothing was tried, and the level
    plays by its own weights."""
    if number is None:
        return level
    return varied(level, OFFICER, seed, turn, number)


def varied(level: Level, middle: Level, seed: int, turn: Turn, number: int) -> Level:
    """A level with weights around those in the middle; 0: with these."""
    prng = Prng(zlib.crc32(f"{seed}|{turn.round}|{turn.power}|{number}".encode()))
    steps = {w: prng.between(-STEPS, STEPS) if number else 0 for w in WEIGHED}
    return replace(level, **{w: getattr(middle, w) * A_STEP ** steps[w] for w in WEIGHED})


def best_way(game: Game, level: Level, seed: int, memory: Mapping[str, Any], pilot: Pilot) -> int | None:
    """The number of the best way for the turn that begins; None where there is no time to try any. memory: what who plays it
    knows."""
    if too_large(game.view):
        return None
    turn = game.state.turn
    trials = Trials(game, lambda number: pilot(way_of(level, seed, turn, number), memory), pilot)
    for number in range(TRIES * MOST):
        trials.begin(number)
        if len(trials.begun) == MOST or trials.foreseen() > level.foresees:
            break
    best = sorted(trials.begun, key=lambda one: -one.stands())[:FINALISTS]
    for one in best if len(best) > 1 else ():
        one.finish()
    return max(best, key=Trial.stands).number


class Trials:
    """Ways to play a turn that are tried on copies. play: gives who plays in a way. begun: those that come to different
    turns, played until half of the others have had theirs."""

    def __init__(self, game: Game, play: Callable[[int], Remembers], pilot: Pilot) -> None:
        self.game, self.play, self.pilot = game, play, pilot
        self.begun: list[Trial] = []
        self._spent = self._own = self._half = 0  # orders: all, of a turn and of half the others' at most
        self._seen: set[str] = set()

    def begin(self, number: int) -> None:
        """Try a way; it is left at its own turn where that comes to the same as another's."""
        one = Trial(self.game, number, self.play(number), self.pilot)
        own = half = one.orders
        if one.game.hash not in self._seen:
            self._seen.add(one.game.hash)
            one.half()
            self.begun.append(one)
            half = one.orders
        self._spent, self._own, self._half = self._spent + half, max(self._own, own), max(self._half, half - own)

    def foreseen(self) -> int:
        """Orders that will have been given, about, if another way is tried and the best are played to their end."""
        return self._spent + self._own + self._half * (1 + FINALISTS)


class Trial:
    """A turn that is played in a way on a copy, and the round behind it as far as is asked. number: of the way. own: who
    plays it."""

    def __init__(self, game: Game, number: int, own: Remembers, pilot: Pilot) -> None:
        self.number, self.game, self._turn, self._before = number, game.copy(), game.state.turn, len(game.log)
        self._luck, self._side = Luck(), game.view.side(game.state.turn.power)
        played_on(self.game, lambda _: own, EvenDice(self._turn.round), self._gone_on, self._luck)
        self._ours, self._theirs = pilot(REPLIES, own.memory), pilot(REPLIES, {})
        self._dice = EvenDice(self._turn.round + 1)

    @property
    def orders(self) -> int:
        """Orders that were given on the copy."""
        return len(self.game.log) - self._before

    def half(self) -> None:
        """Play on until half of the others have had their turns."""
        half = 1 + (len(self.game.view.board.order) - 1) // 2
        self._on(lambda g: self._turns(g) >= half)

    def finish(self) -> None:
        """Play on until all others have had their turns."""
        self._on(lambda g: False)

    def _on(self, enough: Callable[[Game], bool]) -> None:
        """Allies know what we do, enemies nothing."""

        def over(g: Game) -> bool:
            return self._turns(g) == 0 or g.state.turn.round > self._turn.round + 1 or enough(g)

        played_on(self.game, self._who, self._dice, over, self._luck)

    def _gone_on(self, game: Game) -> bool:
        return self._turns(game) != 0 or game.state.turn.round > self._turn.round

    def _who(self, game: Game) -> Plays:
        return self._ours if game.view.side(game.to_act) == self._side else self._theirs

    def _turns(self, game: Game) -> int:
        """How many turns in the order of play whoever is active comes behind whose turn is tried."""
        order = game.view.board.order
        return (order.index(game.state.turn.power) - order.index(self._turn.power)) % len(order)

    def stands(self) -> float:
        """The side's share of everything, the luck of battles taken off; all of it where it has won."""
        return share(self._luck.taken_off(worths(self.game.view)), self._side, self.game.state.winner)
