"""A turn is tried in several ways on copies, and the round behind it by everybody: that way is taken with which the side
stands best when the power's next turn begins, the luck of battles taken off. When its battles are over the rest of the turn
is tried once more, with what came of them (`rest.py`)."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from rules.core.view import View
from rules.dice.prng import Prng
from rules.model.state import Turn
from rules.play.game import Game
from rules.soak.player import Plays
from seats.levels import OFFICER, Level
from seats.plans.luck import Luck
from seats.plans.openings import Opening, drawn
from seats.plans.playout import EvenDice, played_on
from seats.position.standing import share, worths

MOST = 6
TRIES = 2  # turns that are tried at most for each that is played on: many ways come to the same
KEPT_BACK = 2  # ways that could be tried with the orders that are kept for the rest of the turn
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
    "careful",
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


class Try(NamedTuple):
    """A turn that was played in a way. game: as it is over. own: who played it. luck: of its battles."""

    number: int
    game: Game
    own: Remembers
    luck: Luck


def too_large(view: View) -> bool:
    """Whether a round of a position takes too long to be tried at all."""
    return size(view) > LARGE


def size(view: View) -> int:
    """How much there is to think of in a position: what a turn takes on a copy goes with that."""
    return len(view.state.units) * len(view.board.powers)


def looks_ahead(level: Level, view: View) -> bool:
    """Whether a level tries whole turns in a position."""
    return bool(level.foresees) and not too_large(view)


def way_of(level: Level, seed: int, turn: Turn, number: int | None, known: Sequence[Opening] = ()) -> Level:
    """A way to play a turn: 0 is the usual one, the others weigh things otherwise; None: nothing was tried, and the level
    plays by its own weights, and by one of the known openings that is drawn."""
    if number is None:
        return replace(level, opening=drawn(known, seed, turn))
    return varied(level, OFFICER, seed, turn, number)


def varied(level: Level, middle: Level, seed: int, turn: Turn, number: int) -> Level:
    """A level with weights around those in the middle; 0: with these."""
    prng = Prng(zlib.crc32(f"{seed}|{turn.round}|{turn.power}|{number}".encode()))
    steps = {w: prng.between(-STEPS, STEPS) if number else 0 for w in WEIGHED}
    return replace(level, **{w: getattr(middle, w) * A_STEP ** steps[w] for w in WEIGHED})


def best_way(game: Game, level: Level, seed: int, memory: Mapping[str, Any], pilot: Pilot) -> int | None:
    """The number of the best way for the turn that begins; None where there is no time to try any. memory: what who plays it
    knows."""
    if not looks_ahead(level, game.view):
        return None
    turn = game.state.turn
    trials = Trials(game, lambda number: pilot(way_of(level, seed, turn, number), memory), pilot)
    for number in range(TRIES * MOST):
        trials.once(number)
        if len(trials.stands) == MOST or trials.spent + trials.dearest * (1 + KEPT_BACK) > level.foresees:
            break
    return max(trials.stands, key=lambda number: trials.stands[number])


class Trials:
    """Ways to play a turn that are tried on copies. play: gives who plays in a way. stands: number of a way ->
    how the side stands with it. spent: orders that were given. dearest: how many a way took at most."""

    def __init__(self, game: Game, play: Callable[[int], Remembers], pilot: Pilot) -> None:
        self.game, self.play, self.pilot = game, play, pilot
        self.spent = self.dearest = 0
        self.stands: dict[int, float] = {}
        self._seen: dict[str, int] = {}

    def once(self, number: int) -> None:
        """Try a way; it is left at its own turn where that comes to the same as another's."""
        one = _tried(self.game, self.play(number), number)
        if self._seen.setdefault(one.game.hash, number) == number:
            self.stands[number] = outlook(one, self.game.state.turn, self.pilot)
        orders = len(one.game.log) - len(self.game.log)
        self.spent, self.dearest = self.spent + orders, max(self.dearest, orders)


def _tried(game: Game, own: Remembers, number: int) -> Try:
    """A turn played to its end."""
    twin, turn, luck = game.copy(), game.state.turn, Luck()
    played_on(twin, lambda _: own, EvenDice(turn.round), lambda g: g.state.turn.power != turn.power, luck)
    return Try(number, twin, own, luck)


def outlook(tried: Try, turn: Turn, pilot: Pilot) -> float:
    """The side's share of everything when everybody else's turn is over; all of it where it has won. Allies know what we do,
    enemies nothing."""
    game, me, dice = tried.game, turn.power, EvenDice(turn.round + 1)
    side, ours, theirs = game.view.side(me), pilot(REPLIES, tried.own.memory), pilot(REPLIES, {})

    def who(g: Game) -> Plays:
        return ours if g.view.side(g.to_act) == side else theirs

    def over(g: Game) -> bool:
        return g.state.turn.power == me or g.state.turn.round > turn.round + 1

    played_on(game, who, dice, over, tried.luck)
    return share(tried.luck.taken_off(worths(game.view)), side, game.state.winner)
