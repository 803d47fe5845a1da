"""Openings: what a board's `openings.toml` knows of the first rounds, as plans that are tried beside the others. One is
chosen when a power buys; its attacks are left when they do not stand nearly as well as the best plan."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.dice.prng import Prng
from rules.model.board_files import read
from rules.play.game import Game
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


def choose(s: Situation, seed: int) -> None:
    """Choose one of the openings of this turn, by weight and seed, and remember it."""
    turn, board = s.game.state.turn, s.view.board.id
    able = [o for o in openings(board) if (o.power, o.round) == (s.me, turn.round)]
    chances = [o for o in able for _ in range(o.weight)]
    prng = Prng(zlib.crc32(f"{seed}|{turn.round}|{s.me}".encode()))
    s.memory.setdefault("opening", {})[s.me] = [turn.round, prng.choice(chances).name] if chances else []


def chosen(game: Game, me: str, memory: dict[str, Any]) -> Opening | None:
    """The opening that is played this turn."""
    now = memory.get("opening", {}).get(me) or [0, ""]
    able = (o for o in openings(game.table.board.id) if [o.round, o.name] == list(now) and o.power == me)
    return next((o for o in able if o.round == game.state.turn.round), None)


def bought(s: Situation) -> list[Wish]:
    """The purchase of the opening, if it goes."""
    opening, rehearsal = chosen(s.game, s.me, s.memory), Rehearsal(s.game)
    if opening and opening.buy and not s.besieged:
        rehearsal.give([Wish(f"buy {opening.buy}", f"{opening.name}: {opening.why}.")])
    return rehearsal.kept
