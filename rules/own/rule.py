"""A sheet as rules of a game: its units and figures, its money and values, and its clauses."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from rules.battle.sides import ATTACKER
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Goal, Hold, IncomeLine, Rule
from rules.core.identity import LookUp
from rules.core.view import View
from rules.model.board import Board, Place
from rules.model.profiles import UnitType
from rules.model.ranks import Ranks
from rules.model.state import Battle, Unit
from rules.own import sheet, told
from rules.own.clauses import Clauses, Income
from rules.own.figures import Figures
from rules.own.sheet import Sheet

LAST = 1000


class OwnFigures(Rule):
    """What a sheet says of units, territories and money."""

    id = "own.figures"
    source = "Own rules of this game"
    priority = LAST

    def __init__(self, own: Sheet) -> None:
        self.title = own.title
        self.text = "\n".join(told.figures(own))
        self.units = own.units
        self._own = own
        self._values = dict(own.figures.values)
        self._sometimes = [c for c in own.figures.changes if not c.always]

    def change_unit(self, unit: UnitType) -> UnitType:
        """Figures that hold for everybody in every round."""
        for change in self._own.figures.changes:
            if change.unit == unit.name and change.always:
                unit = change.on(unit)
        return unit

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Figures of some powers or rounds."""
        for change in self._sometimes:
            mine = change.powers is None or power in change.powers
            if change.unit == unit.name and mine and view.state.turn.round in change.rounds:
                unit = change.on(unit)
        return unit

    def place_value(self, view: View, place: Place, value: int) -> int:
        """Values of territories."""
        return self._values.get(place.name, value)

    @moments.game_begins
    def _money(self, act: Act) -> None:
        """First money of treasuries."""
        for purse, money in self._own.figures.money:
            act.pay(purse, act.state.money.get(purse, 0) - money, "own rules")


class OwnClauses(Rule):
    """What a sheet says beside figures."""

    id = "own.clauses"
    source = "Own rules of this game"
    priority = LAST

    def __init__(self, own: Sheet) -> None:
        self.title = own.title
        self.text = "\n".join(told.clauses(own))
        titled = enumerate(told.titled(own.clauses), 1)
        self.look_ups = tuple(LookUp(f"{self.id}.{n}", title, text) for n, (title, text) in titled)
        self._own = own.clauses

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """Bonuses."""
        for bonus in self._own.bonus:
            ranks = ranks.each(functools.partial(bonus.number, view, battle, side == ATTACKER))
        return ranks

    def points(self, view: View, unit: Unit, points: int) -> int:
        """Movement."""
        for move in self._own.move:
            points = move.points(view, unit, points)
        return points

    def income(self, view: View, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """A line for each clause that is met, without its dice; what is lost leaves nothing below zero."""
        for clause in self._own.income:
            times = self._times(view, clause, purse)
            amount = max(clause.ipc * times, -sum(line.amount for line in lines))
            if amount:
                lines = (*lines, IncomeLine(clause.title, amount, self.id))
        return lines

    def income_dice(self, act: Act, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """Dice of IPC; and what is paid once is remembered."""
        for clause in self._own.income:
            times = self._times(act, clause, purse)
            if times and clause.dice:
                dice = act.roll(clause.dice * times, clause.title)
                lines = (*lines, IncomeLine(clause.title, sum(dice), self.id))
            if times and clause.once:
                act.set_flag(_paid(act, clause, purse), True)
        return lines

    def _times(self, view: View, clause: Income, purse: str) -> int:
        if clause.once and view.flag(_paid(view, clause, purse)):
            return 0
        return min(clause.times(view, purse, self.id), MOST_TIMES)

    def victory(self, view: View, moment: str, winner: str) -> str:
        """Who holds what a clause of victory asks for."""
        won = (v.side for v in self._own.victory if v.moment == moment and v.won(view))
        return winner or next(won, "")

    def goals(self, view: View, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
        """What clauses of victory ask for."""
        return (*goals, *(Goal(v.side, (Hold(tuple(sorted(v.places)), v.least),)) for v in self._own.victory))


MOST_TIMES = 20


def _paid(view: View, clause: Income, purse: str) -> str:
    power = view.board.purse_power[purse]
    return f"own.paid {clause.title} {power if purse == view.purses(power)[0] else purse}"


def rules(text: str, board: Board, known: Mapping[str, UnitType]) -> tuple[Rule, ...]:
    """The rules that a sheet makes for a board. known: the units there are without it. Raises SheetError."""
    if not text.strip():
        return ()
    own = sheet.read(text, board, known)
    made: list[Rule] = []
    if own.units or own.figures != Figures():
        made.append(OwnFigures(own))
    if own.clauses != Clauses():
        made.append(OwnClauses(own))
    return tuple(made)
