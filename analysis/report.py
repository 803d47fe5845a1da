"""A game analysed: its course with luck and decisions, and its turning points against what computers would have done."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.chance import model_for
from analysis.course import Course, TurnCourse, quick, turns_of, with_dice
from analysis.instead import Instead, compare
from analysis.standing import sides
from rules.model.state import State
from rules.play.game import Entry, Game
from rules.play.numbered import Numbered

LEVEL = "officer"


def curve(game: Game) -> Course:
    """The course without its dice: quick. game: with all of its log."""
    return Course(_sides(game), tuple(quick(model_for(game.table), game)), game.state.winner)


def course(game: Game) -> Course:
    """The course with luck and decisions."""
    model, turns = model_for(game.table), list[TurnCourse]()
    for one, (_, entries, before, _) in zip(quick(model, game), turns_of(game)):
        then = Game(game.table, before.state, Numbered(game.log[: entries[0].number]))
        turns.append(with_dice(model, one, then, entries))
    return Course(_sides(game), tuple(turns), game.state.winner)


def instead(game: Game, turn: TurnCourse, level: str = LEVEL) -> Instead | None:
    """One turn of a game's course against the computer's; None for a turn that is not in its log."""
    for now, entries, before, _ in turns_of(game):
        if entries[0].number == turn.first:
            return _compared(game, turn, before.state.copy(), entries, now.power, level)
    return None


def _compared(game: Game, turn: TurnCourse, state: State, entries: Sequence[Entry], power: str, level: str) -> Instead:
    model, first = model_for(game.table), game.view.side(power) == _sides(game)[0]
    return compare(model, turn, Game(game.table, state), list(entries), first, level)


def _sides(game: Game) -> tuple[str, str]:
    first, second = sides(game.view)[:2]
    return first, second
