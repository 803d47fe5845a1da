"""A game analysed: its course with luck and decisions, and its turning points against what computers would have done."""

from __future__ import annotations

from collections.abc import Mapping

from analysis.chance import Model, model_for
from analysis.course import Course, TurnCourse, quick, turns_of, with_dice
from analysis.instead import Instead, compare
from rules.play.game import Game
from rules.play.numbered import Numbered
from seats.position.standing import sides

LEVEL = "officer"


Own = Mapping[str, Model] | None
"""Models of a league's own, by family; None: those that are there for everybody."""


def curve(game: Game, own: Own = None) -> Course:
    """The course without its dice: quick. game: with all of its log."""
    return Course(_sides(game), tuple(quick(model_for(game.table, own), game)), game.state.winner)


def course(game: Game, own: Own = None) -> Course:
    """The course with luck and decisions."""
    model, turns = model_for(game.table, own), list[TurnCourse]()
    for one, (_, entries, before, _) in zip(quick(model, game), turns_of(game)):
        then = Game(game.table, before.state, Numbered(game.log[: entries[0].number]))
        turns.append(with_dice(model, one, then, entries))
    return Course(_sides(game), tuple(turns), game.state.winner)


def instead(game: Game, turn: TurnCourse, level: str = LEVEL, own: Own = None) -> Instead | None:
    """One turn of a game's course against the computer's; None for a turn that is not in its log."""
    for now, entries, before, _ in turns_of(game):
        if entries[0].number == turn.first:
            first, then = game.view.side(now.power) == _sides(game)[0], Game(game.table, before.state.copy())
            return compare(model_for(game.table, own), turn, then, list(entries), first, level)
    return None


def _sides(game: Game) -> tuple[str, str]:
    first, second = sides(game.view)[:2]
    return first, second
