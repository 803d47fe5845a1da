"""Games and texts for the tests of summaries that come in."""

from __future__ import annotations

from functools import cache

from rules.cases import edits
from rules.dice.prng import Prng
from rules.dice.protocol import ScriptedDice
from rules.play.game import Game, Outcome, standing
from rules.play.numbered import Numbered
from rules.soak import Player
from triplea import Retold, read_summary, retell

LIMIT = 2000
"""Orders in which a round is over."""


@cache
def played(board: str, *rules: str) -> Game:
    """The first round of a game, played by random players; nobody changes it. What it must keep on its way is looked at in
    other games (`make soak`)."""
    prng = Prng(2)
    game, player = Game.new(board, rules, dice=prng), Player(prng)
    for _ in range(LIMIT):
        wish = player.next(game)
        game.submit(wish.text, prng, wish.by)
        if game.state.turn.round > 1 or game.state.winner:
            break
    return game


def opening(game: Game) -> Game:
    """The game before its first order."""
    state = game.state.copy()
    for entry in reversed(game.log[1:]):
        for event in reversed(entry.events):
            event.revert(state)
    return Game(game.table, state, Numbered(game.log[:1]))


def orders_of(game: Game) -> list[tuple[str, tuple[tuple[int, ...], ...]]]:
    """The orders that stand, with their dice."""
    return [(e.text, tuple(rolled.dice for rolled in e.rolls)) for e in standing(game.log[1:])]


def told(found: Retold) -> list[tuple[str, tuple[tuple[int, ...], ...]]]:
    """The orders that a text was understood as, with their dice."""
    return [(one.order, one.dice) for one in found.orders]


def taken(text: str, game: Game) -> Retold:
    """A text carried out on a copy of a game."""
    return retell(read_summary(text, game.table), game)


def china() -> Game:
    """Global 1940, China's first turn, after Japan has taken Yunnan, with an artillery left there, and two places more."""
    game = Game.new("global1940")
    while game.state.turn.power != "China":
        assert isinstance(game.submit("done", ScriptedDice([])), Outcome)
    for change in (
        edits.remove_units("China", "4 infantry", "Yunnan"),
        edits.set_owner("Yunnan", "Japan"),
        edits.add_units("Japan", "1 artillery", "Yunnan"),
        edits.set_owner("Anhwe", "Japan"),
        edits.set_owner("Hunan", "Japan"),
    ):
        edits.carry_out(game, change, "as it was in that game")
    return game
