"""Games between computer players, mirrored: the same seed with sides swapped."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from rules.dice.prng import Prng
from rules.dice.protocol import Dice
from rules.model.state import Turn
from rules.play.game import Game, Outcome
from rules.soak.player import Plays, Wanted
from seats.measure.guest import Guest
from seats.measure.roster import player
from seats.plans.playout import EvenDice
from seats.player import Player
from seats.position.standing import share, worths

STUCK = 400  # refusals in a row after which a game is given up
LIMIT = 60_000


class Watches(Protocol):
    """Whoever looks on."""

    def begins(self, game: Game) -> None:
        """The game begins."""

    def before(self, game: Game, wish: Wanted) -> None:
        """An order is about to be given."""

    def after(self, game: Game, turn: Turn) -> None:
        """It has been given, or refused. turn: whose it was before."""


@dataclass
class Played:
    """A game that was played: who won ("" nobody in time), the round it ended in, what each side was worth at the start
    and the end, seconds a turn, orders refused in a row at most, refusals of own orders."""

    seed: int
    winner: str
    round: int
    start: dict[str, int]
    end: dict[str, int]
    seconds: dict[str, float]
    longest: float = 0.0
    stuck: bool = False
    refused: dict[str, Counter[str]] = field(default_factory=dict)
    game: Game | None = None

    def share(self, side: str, end: bool = True) -> float:
        """A side's part of income and army together, 1 if it has won."""
        return share(self.end, side, self.winner) if end else share(self.start, side)


def play(
    board: str,
    seed: int,
    sides: Mapping[str, str],
    rounds: int,
    rules: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    watchers: Sequence[Watches] = (),
    even: bool = False,
) -> Played:
    """One game; sides: side -> name of its player. even: dice show each face as often as any other."""
    dice: Dice = EvenDice(seed) if even else Prng(seed * 7919)
    game = Game.new(board, rules, options, dice=dice)
    who = {side: player(name, seed + n) for n, (side, name) in enumerate(sorted(sides.items()))}
    start = worths(game.view)
    spent = dict.fromkeys(who, 0.0)
    turns: Counter[str] = Counter()
    refused = orders = 0
    began, longest = time.process_time(), 0.0
    for watcher in watchers:
        watcher.begins(game)
    while not game.state.winner and game.state.turn.round <= rounds and refused < STUCK and orders < LIMIT:
        side, turn = game.view.side(game.to_act), game.state.turn
        before = time.process_time()
        wish = who[side].next(game)
        spent[side] += time.process_time() - before
        for watcher in watchers:
            watcher.before(game, wish)
        answer = game.submit(wish.text, dice, wish.by)
        for watcher in watchers:
            watcher.after(game, turn)
        orders += 1
        refused = 0 if isinstance(answer, Outcome) else refused + 1
        if game.state.turn.power != turn.power:
            turns[side] += 1
            longest, began = max(longest, time.process_time() - began), time.process_time()
    refusals = {side: _done(one) for side, one in who.items()}
    return Played(
        seed,
        game.state.winner,
        game.state.turn.round,
        start,
        worths(game.view),
        {side: spent[side] / max(1, turns[side]) for side in who},
        longest,
        refused >= STUCK,
        refusals,
        game,
    )


def _done(one: Plays) -> Counter[str]:
    """The refusals of a player whose game is over."""
    if isinstance(one, Guest):
        one.close()
    return one.refused if isinstance(one, Player | Guest) else Counter()
