"""What one order does: a transaction that rolls, asks, refuses, tells the rules and keeps the agenda."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Concatenate, NoReturn, ParamSpec, Protocol

from rules.core import dice_modes
from rules.core.identity import Moment
from rules.core.table import Table
from rules.core.transaction import Transaction
from rules.core.view import Memo
from rules.model.codec import freeze
from rules.model.events import (
    DecisionsChanged,
    DiceRolled,
    UnitRemoved,
)
from rules.model.refusals import Refusal, Refused
from rules.model.salvo import Salvo
from rules.model.state import Decision, State, Task, Unit

P = ParamSpec("P")

# Who throws dice for the table and holds no power.
THE_TABLE = "The table"


class Dice(Protocol):
    """Where dice come from: always from outside."""

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """`count` dice of 1 to 6; as cards of a deck, where one is named."""
        ...


@Moment
def lost(act: Act, unit: Unit, why: str) -> None:
    """A unit has been removed (why: "battle", "antiaircraft", "mine", "no landing", ...).

    Wish: do something when a unit is lost.
    Trap: It is called for every loss: ask `why` ("battle", "mine", ...), and look at cargo before it is gone.
    """


class Act(Transaction):
    """Everything one order does. dice: where they come from; by: who gives the order."""

    def __init__(self, table: Table, state: State, dice: Dice, by: str = "", memo: Memo | None = None) -> None:
        super().__init__(table, state, memo)
        self.dice, self.by = dice, by
        # Where fire outside of battles is only foretold, not rolled: the salvos with the ids of whom they may hit.
        self.foretold: list[tuple[Salvo, tuple[int, ...]]] | None = None

    def refuse(self, code: str, message: str, rule: str = "", choices: Sequence[str] = ()) -> NoReturn:
        """Refuse the order (everything done so far is taken back by the game)."""
        raise Refused(code, message, rule, tuple(choices))

    def check(self, refusal: Refusal | None) -> None:
        """Refuse if a veto hook said so."""
        if refusal is not None:
            raise Refused(refusal.code, refusal.message, refusal.rule, refusal.choices)

    def tell(self, moment: Moment[Concatenate[Act, P]], *args: P.args, **named: P.kwargs) -> None:
        """Tell the rules that something has happened: each does what it wants to do about it."""
        for do in self.table.doing(moment):
            do(self, *args, **named)

    def remove(self, unit: Unit, why: str) -> None:
        """A unit is lost, and its cargo with it. Rules are told (`lost`), cargo last."""
        unit = self.state.units[unit.id]
        cargo = self.state.aboard(unit.id)
        self.emit(UnitRemoved(unit, why))
        for item in cargo:
            self.emit(UnitRemoved(item, f"{why}, aboard"))
        self.tell(lost, unit, why)
        for item in cargo:
            self.tell(lost, item, f"{why}, aboard")

    # --- dice, questions, tasks -------------------------------------------------------------------------

    def roll(
        self,
        count: int,
        why: str,
        place: str = "",
        who: str = "",
        needs: Sequence[int] = (),
        labels: Sequence[str] = (),
        together: Sequence[int] = (),
    ) -> tuple[int, ...]:
        """Roll dice and log them; `needs`, `labels` and `together` run along the dice (see DiceRolled)."""
        if not count:
            return ()
        said, power = f"{why}{f' in {place}' if place else ''}", who or self.active
        if self.option(dice_modes.DECK):
            dice = tuple(self.dice.roll(count, said, deck=power))
            deck = self.flag(f"deck.{power}", dice_modes.whole_deck())
            self.set_flag(f"deck.{power}", dice_modes.drawn(deck, dice))
        else:
            dice = tuple(self.dice.roll(count, said))
        self.emit(DiceRolled(power, why, place, dice, tuple(needs), tuple(labels), tuple(together)))
        return dice

    def throw(self, count: int, reason: str) -> None:
        """Dice for what the rules do not know: never cards of a deck, and nothing follows from them."""
        self.emit(DiceRolled(self.by or THE_TABLE, reason, "", tuple(self.dice.roll(count, reason))))

    def ask(self, kind: str, power: str, place: str = "", **data: Any) -> None:
        """Put a question to a power, behind those already waiting."""
        self._decisions((*self.state.pending, Decision(kind, power, place, freeze(data))))

    def ask_first(self, kind: str, power: str, place: str = "", **data: Any) -> None:
        """Put a question before those already waiting."""
        self._decisions((Decision(kind, power, place, freeze(data)), *self.state.pending))

    def answered(self) -> None:
        """The first question has been answered."""
        self._decisions(self.state.pending[1:])

    def drop_decision(self, decision: Decision) -> None:
        """Forget a question that has become void."""
        self._decisions(tuple(d for d in self.state.pending if d is not decision))

    def _decisions(self, decisions: tuple[Decision, ...]) -> None:
        if decisions != self.state.pending:
            self.emit(DecisionsChanged(self.state.pending, decisions))

    def then(self, *tasks: Task) -> None:
        """Put tasks before everything else the engine still has to do."""
        self._agenda((*tasks, *self.state.agenda))

    def later(self, *tasks: Task) -> None:
        """Put tasks behind everything else the engine still has to do."""
        self._agenda((*self.state.agenda, *tasks))

    def before(self, name: str, *tasks: Task) -> None:
        """Put tasks right before the first task of a name (at the end if there is none)."""
        agenda = self.state.agenda
        at = next((i for i, t in enumerate(agenda) if t.name == name), len(agenda))
        self._agenda((*agenda[:at], *tasks, *agenda[at:]))

    def next_task(self) -> Task:
        """Take the first task off the agenda."""
        task, *rest = self.state.agenda
        self._agenda(tuple(rest))
        return task

    def drop_tasks(self, drop: Callable[[Task], bool]) -> None:
        """Forget the tasks that a test names."""
        self._agenda(tuple(t for t in self.state.agenda if not drop(t)))

    def _agenda(self, tasks: tuple[Task, ...]) -> None:
        if tasks != self.state.agenda:
            self.state.agenda = tasks
            self.memo = None


def task(name: str, **data: Any) -> Task:
    """A task with its data."""
    return Task(name, freeze(data))


Handlers = Mapping[type[Any], Callable[[Act, Any], None]]
"""Which function carries out which kind of order."""
