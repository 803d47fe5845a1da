"""Openings: what a board's `openings.toml` knows of the first rounds. Where no whole turns are tried one of a turn's openings
is drawn. Its attacks are left where they have no chance on the board at hand."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.dice.prng import Prng
from rules.model.board_files import read
from rules.model.state import Turn
from rules.play.game import Game
from seats.levels import Level
from seats.position.situation import Situation
from seats.turn.rehearsal import Rehearsal
from seats.wish import Wish


@dataclass(frozen=True, slots=True)
class Opening:
    """A plan for a power's turn of a round. weight: how often it is chosen among those of the same turn. buy: a purchase, in
    the words of an order ("": as usual). first: targets that come before all others; alone: that are left alone; home:
    places whose units do not attack. peace: no war is declared. why: what it is for, a clause."""

    power: str
    round: int
    name: str
    why: str
    weight: int = 1
    buy: str = ""
    first: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    home: tuple[str, ...] = ()
    peace: bool = False


@cache
def openings(board: str) -> tuple[Opening, ...]:
    """All openings of a board."""
    return tuple(_opening(row) for row in read(board, "openings").get("opening", ()))


def _opening(row: dict[str, Any]) -> Opening:
    said: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
    return Opening(**said)


def of_turn(game: Game) -> tuple[Opening, ...]:
    """The openings of a board for the turn that is played."""
    turn = game.state.turn
    return tuple(o for o in openings(game.table.board.id) if (o.power, o.round) == (turn.power, turn.round))


def book(level: Level, game: Game) -> tuple[Opening, ...]:
    """Those that a level may play."""
    return of_turn(game) if level.opens else ()


def drawn(known: Sequence[Opening], seed: int, turn: Turn) -> str:
    """The name of one of some openings, drawn by weight; "" where there is none."""
    chances = [o.name for o in known for _ in range(o.weight)]
    prng = Prng(zlib.crc32(f"{seed}|{turn.round}|{turn.power}".encode()))
    return prng.choice(chances) if chances else ""


def played(game: Game, level: Level) -> Opening | None:
    """The opening that a level plays this turn."""
    return next((o for o in of_turn(game) if o.name == level.opening), None)


def bought(s: Situation) -> list[Wish]:
    """The purchase of the opening, if it goes."""
    opening, rehearsal = played(s.game, s.level), Rehearsal(s.game)
    if opening and opening.buy and not s.besieged:
        rehearsal.give([Wish(f"buy {opening.buy}", f"{opening.name}: {opening.why}.")])
    return rehearsal.kept
