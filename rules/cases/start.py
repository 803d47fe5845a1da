"""A game that starts from a position: the one a case begins with, or one that another game has come to."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from rules.cases.file import Case, CaseError, read_text
from rules.cases.setup import build
from rules.cases.write import position_lines
from rules.core.act import Act, Dice
from rules.core.documents import TableError
from rules.core.hooks import Rule
from rules.core.position import heads, lexicon
from rules.core.table import Table
from rules.legal import consistency
from rules.model.board import BOARDS
from rules.model.parse import parse_items
from rules.model.refusals import Refused
from rules.model.state import MOST_UNITS
from rules.play import flow
from rules.play.game import Game
from rules.play.numbered import Numbered

LONGEST = 50_000
"""Characters of a position's text."""


def read(text: str, options: Mapping[str, Any] | None = None) -> Case:
    """The position of a text in the language of cases: the first case of a file, without its orders. options: those it has
    where it says nothing of them. Raises CaseError."""
    if len(text) > LONGEST:
        raise CaseError(f"a position has at most {LONGEST:,} letters")
    case = read_text(text)[0]
    if case.game not in BOARDS:
        raise CaseError(f"there is no board “{case.game[:40]}”; boards: {', '.join(BOARDS)}")
    case = dataclasses.replace(case, step=(), expect={}, options={**(options or {}), **case.options})
    _must_have_room(case)
    return case


def begin(case: Case, rules: Sequence[str], options: Mapping[str, Any], dice: Dice) -> Game:
    """The game that starts from a position, with rules and options of its own. At the first phase of a turn the turn
    begins, with what happens then by itself; in any other phase it goes on. Raises CaseError."""
    if options.get("bid"):
        raise CaseError("a bid goes with the printed set-up; put its units into the position, and the bid off")
    game = build(dataclasses.replace(case, rules=tuple(rules), options=options))
    turn, phases = game.state.turn, game.table.phases
    act = Act(game.table, game.state, dice)
    if turn.phase == next(p for p in phases if p != "setup"):
        flow.start_turn(act, new_round=turn.power == game.table.board.order[0])
    flow.run(act)
    ends = (game.table.fold(Rule.victory, "", act, moment) for moment in ("turn start", "turn end", "round end"))
    if won := game.state.winner or next(filter(None, ends), ""):
        raise CaseError(f"the {won} have won in that position")
    first = game.log[0]
    game.log = Numbered([dataclasses.replace(first, events=first.events + act.closed(), turn=game.state.turn)])
    return game


def oddities(game: Game) -> list[str]:
    """What no play would have led to, in words."""
    return list(dict.fromkeys(consistency.oddities(game.view)))


def text_of(game: Game, title: str) -> str:
    """A game's position in the language of cases, to start another game from."""
    return "\n".join(position_lines(game, "start", title)) + "\n"


def _must_have_room(case: Case) -> None:
    """Raises CaseError for more units than a game may have, before any is put on the board."""
    try:
        lex, units = lexicon(Table(case.game, case.rules, case.options)), 0
        for powers in (*case.units.values(), *case.borders.values()):
            for text in powers.values():
                units += sum(heads(item) for item in parse_items(text, lex)) if text.strip() else 0
    except (TableError, AttributeError) as error:
        raise CaseError(str(error) if isinstance(error, TableError) else "units are written POWER = units") from error
    except Refused as refused:
        raise CaseError(refused.refusal.message) from refused
    if units > MOST_UNITS:
        raise CaseError(f"a game has at most {MOST_UNITS} units; here are {units}")
