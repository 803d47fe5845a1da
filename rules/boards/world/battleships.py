"""Battleships take two hits and are whole again when the turn ends (N-4)."""

from __future__ import annotations

from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.units.whole_again import WholeAgain
from rules.model.state import Unit


def _capital(view: View, unit: Unit) -> bool:
    return view.has(unit, "capital ship")


class Battleships(Rule):
    """A damaged battleship is a matter of one turn."""

    id = "world.battleships"
    title = "Battleships"
    text = (
        "A battleship takes two hits: the first damages it, the second sinks it. Whatever turn it was hit in, when that "
        "turn ends it is whole again. A carrier takes one hit."
    )
    source = "Anniversary, 1942 and Revised rulebooks: battleships"
    entries = ("N-4",)
    parts = (WholeAgain(id=id, heals=_capital),)


RULES = (Battleships(),)
