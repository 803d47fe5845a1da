"""A turn is tried in several ways on copies, and the round behind it by everybody: that way is taken with which the side
stands best when the power has had its next turn."""

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
from seats.plans.playout import EvenDice, played_on
from seats.position.standing import share, worths

MOST = 8
WEIGHED = ("fear", "bared", "back", "step", "hold", "seat", "bold", "naked", "haul", "berths")
"""Weights that differ from way to way; those of the officer are the middle."""
STEPS, A_STEP = 4, 2 ** (1 / 3)
"""A weight is up to so many steps more or less, each by this factor."""


class Remembers(Plays, Protocol):
    """Who plays on a copy. memory: what it knows by then."""

    memory: dict[str, Any]


Pilot = Callable[[Level, Mapping[str, Any]], Remembers]
"""Gives a player of a level that knows so much."""


def how_many(view: View, level: Level) -> int:
    """How many ways a level can try in a position: fewer where more units of more powers are played on."""
    return min(MOST, level.foresees // max(1, len(view.state.units) * len(view.board.powers)))


def way_of(level: Level, seed: int, turn: Turn, number: int | None) -> Level:
    """A way to play a turn: 0 is the usual one, the others weigh things otherwise; None: nothing was tried, and the level
    plays by its own weights."""
    if number is None:
        return level
    prng = Prng(zlib.crc32(f"{seed}|{turn.round}|{turn.power}|{number}".encode()))
    steps = {w: prng.between(-STEPS, STEPS) if number else 0 for w in WEIGHED}
    return replace(level, **{w: getattr(OFFICER, w) * A_STEP ** steps[w] for w in WEIGHED})


def best_way(game: Game, level: Level, seed: int, memory: Mapping[str, Any], pilot: Pilot) -> int | None:
    """The number of the best way for the turn that begins; None where there is no time to try any. memory: what who plays it
    knows."""
    many = how_many(game.view, level)
    if many < 2:
        return None
    ways = [way_of(level, seed, game.state.turn, number) for number in range(many)]
    found = [_stands(game, pilot(one, memory), pilot) for one in ways]
    return max(range(many), key=lambda n: (found[n], -n))


def _stands(game: Game, own: Remembers, pilot: Pilot) -> float:
    """The side's share of everything when a turn of one's own, everybody else's and the next of one's own are over. Allies
    know what we do, enemies nothing."""
    twin, me, round_ = game.copy(), game.state.turn.power, game.state.turn.round
    side, dice = game.view.side(me), EvenDice(round_)
    played_on(twin, lambda _: own, dice, lambda g: g.state.turn.power != me)
    ours, theirs = pilot(OFFICER, own.memory), pilot(OFFICER, {})

    def who(g: Game) -> Plays:
        return ours if g.view.side(g.to_act) == side else theirs

    played_on(twin, who, dice, lambda g: g.state.turn.power == me or g.state.turn.round > round_ + 1)
    played_on(twin, who, dice, lambda g: g.state.turn.power != me)
    return share(worths(twin.view), side, twin.state.winner)
