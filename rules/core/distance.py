"""How far places are from one another: spaces, as rockets, guns and menus count them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rules.core.view import View
from rules.model.board import Board

FAR = 99


def anywhere(place: str) -> bool:
    """Every place may be crossed."""
    return True


def within(board: Board, start: str, most: int, crossed: Callable[[str], bool] = anywhere) -> Mapping[str, int]:
    """Every place at most so many spaces away with its distance, nearest first; over what is impassable, or may not be
    `crossed`, there is no way."""
    far, front = {start: 0}, [start]
    for away in range(1, most + 1):
        reached = [p for here in front for p in board.near(here) if p not in far]
        far.update(dict.fromkeys(reached, away))
        front = [p for p in dict.fromkeys(reached) if not board.places[p].impassable and crossed(p)]
        if not front:
            break
    return far


def spaces(board: Board, start: str, goal: str, crossed: Callable[[str], bool] = anywhere) -> int:
    """Spaces from one place to another; 99 if there is no way."""
    return 1 if goal in board.near(start) else within(board, start, FAR, crossed).get(goal, FAR)


def joined(view: View, place: str, power: str) -> Mapping[str, int]:
    """Every place to which friendly land leads from one, with its distance."""
    return within(view.board, place, FAR, partial(view.friendly_land, power=power))
