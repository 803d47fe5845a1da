"""A transaction on a game: reads like a View, changes through events, rolls, asks, refuses."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Concatenate, NoReturn, ParamSpec, Protocol

from rules.core import dice_modes
from rules.core.identity import Moment
from rules.core.table import Table
from rules.core.view import Memo, View
from rules.model.codec import freeze
from rules.model.events import (
    AgendaChanged,
    BattleChanged,
    BorderChanged,
    DecisionsChanged,
    DiceRolled,
    Event,
    FacilitiesChanged,
    FlagChanged,
    GameEnded,
    MoneyChanged,
    Noted,
    OwnerChanged,
    PoolChanged,
    RelationChanged,
    UnitChanged,
    UnitMoved,
    UnitPlaced,
    UnitRemoved,
)
from rules.model.names import tidy
from rules.model.refusals import Refusal, Refused
from rules.model.salvo import Salvo
from rules.model.state import Battle, Bought, Decision, Facility, Marker, State, Task, Unit, pair

P = ParamSpec("P")


class Dice(Protocol):
    """Where dice come from: always from outside."""

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """`count` dice of 1 to 6; as cards of a deck, where one is named."""
        ...


Mark = tuple[int, int, tuple[Task, ...]]
"""A moment within an act: how many events, the next unit's id, the agenda."""


@Moment
def lost(act: Act, unit: Unit, why: str) -> None:
    """A unit has been removed (why: "battle", "antiaircraft", "mine", "no landing", ...).

    Wish: do something when a unit is lost.
    Trap: It is called for every loss: ask `why` ("battle", "mine", ...), and look at cargo before it is gone.
    """


class Act(View):
    """Everything one order does. `events` collects what happened, but for the agenda: of that only what comes of it counts,
    and `closed` adds it. `rollback` takes it all back."""

    def __init__(self, table: Table, state: State, dice: Dice, by: str = "", memo: Memo | None = None) -> None:
        super().__init__(table, state, memo)
        self.dice, self.by, self._memo = dice, by, memo
        self.events: list[Event] = []
        # Where fire outside of battles is only foretold, not rolled: the salvos with the ids of whom they may hit.
        self.foretold: list[tuple[Salvo, tuple[int, ...]]] | None = None
        self._start = (0, state.next_id, state.agenda)

    # --- the transaction ------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Apply an event and remember it."""
        event.apply(self.state)
        if type(event) is not AgendaChanged:
            self.events.append(event)
        self.memo = None

    def closed(self) -> tuple[Event, ...]:
        """Everything that happened, for the log."""
        before, now = self._start[2], self.state.agenda
        return (*self.events, AgendaChanged(before, now)) if now != before else tuple(self.events)

    def mark(self) -> Mark:
        """Where the act stands now, for `rollback`."""
        return len(self.events), self.state.next_id, self.state.agenda

    def rollback(self, to: Mark | None = None) -> None:
        """Take back everything this act has done (since a `mark`)."""
        count, next_id, agenda = to or self._start
        while len(self.events) > count:
            self.events.pop().inverse().apply(self.state)
        self.state.next_id, self.state.agenda = next_id, agenda
        if not self.events and self.state.agenda == self._start[2]:
            self.memo = self._memo

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

    # --- units --------------------------------------------------------------------------------------------

    def place_unit(self, type_: str, owner: str, place: str, why: str = "placed", **fields: Any) -> Unit:
        """A new unit on the board."""
        unit = Unit(self.state.next_id, type_, owner, place).but(**fields)
        self.emit(UnitPlaced(unit, why))
        return unit

    def change(self, unit: Unit, **fields: Any) -> Unit:
        """A unit with other fields, those of its ledger too; a change of place or carrier counts as a move. Returns it."""
        before = self.state.units[unit.id]
        after = before.but(**fields)
        if after == before:
            return before
        moved = after.place != before.place or after.carrier != before.carrier
        self.emit(UnitMoved(before, after) if moved else UnitChanged(before, after))
        return after

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

    # --- other tables ---------------------------------------------------------------------------------

    def set_owner(self, place: str, owner: str | None, why: str) -> None:
        """Another controller; what the place was at the start of the turn is remembered."""
        before = self.state.owners.get(place)
        if before == owner:
            return
        captured: Mapping[str, Any] = self.flag("captured", {})
        if place not in captured:
            self.set_flag("captured", {**captured, place: before})
        self.emit(OwnerChanged(place, before, owner, why))

    def pay(self, purse: str, amount: int, why: str) -> None:
        """Money leaves (amount > 0) or enters (< 0) a purse. Raises ValueError where there is less: the caller checks."""
        before = self.state.money.get(purse, 0)
        if amount > before:
            raise ValueError(f"{purse} has {before} IPC, not {amount} ({why})")
        if amount:
            self.emit(MoneyChanged(purse, before, before - amount, why))

    def set_facilities(self, place: str, facilities: Sequence[Facility], why: str) -> None:
        """The facilities of a place."""
        before = self.state.facilities.get(place, ())
        if tuple(facilities) != before:
            self.emit(FacilitiesChanged(place, before, tuple(facilities), why))

    def set_markers(self, border: str, markers: Sequence[Marker], why: str) -> None:
        """The markers on a border or place; those with count 0 vanish."""
        before, after = self.state.borders.get(border, ()), tuple(m for m in markers if m.count > 0)
        if after != before:
            self.emit(BorderChanged(border, before, after, why))

    def set_relation(self, a: str, b: str, relation: str, why: str) -> None:
        """War ("war") or none ("") between two powers."""
        key = pair(a, b)
        before = self.state.relations.get(key, "")
        if before != relation:
            self.emit(RelationChanged(key, before, relation, why))

    def set_flag(self, name: str, value: Any) -> None:
        """A fact to remember (JSON value; None forgets)."""
        before, value = self.state.flags.get(name), freeze(value)
        if before != value:
            self.emit(FlagChanged(name, before, value))

    def set_pool(self, power: str, bought: Sequence[Bought]) -> None:
        """What a power has bought and not placed."""
        before, after = self.state.pool.get(power, ()), tuple(b for b in bought if b.count > 0)
        if before != after:
            self.emit(PoolChanged(power, before, after))

    def note(self, text: str, *, since: int | None = None, **data: Any) -> None:
        """A line in the log. since: a number of events; what happened after that many is told by this line in its own words,
        and by nothing else where texts are short (`narrate.untold`); with `dice=True` its dice too."""
        told = {} if since is None else {"tells": len(self.events) - since}
        self.emit(Noted(tidy(text), freeze({**data, **told})))

    def end_game(self, winner: str, why: str) -> None:
        """A side has won."""
        if not self.state.winner:
            self.emit(GameEnded("", winner, why))

    # --- battles ----------------------------------------------------------------------------------------

    def battle(self, id_: str) -> Battle:
        """A battle by its id."""
        return self.state.battles[id_]

    def set_battle(self, battle: Battle) -> Battle:
        """Store a new or changed battle."""
        before = self.state.battles.get(battle.id)
        if before != battle:
            self.emit(BattleChanged(battle.id, before, battle))
        return battle

    def update(self, id_: str, **fields: Any) -> Battle:
        """A battle with other fields."""
        battle = self.battle(id_)
        if all(getattr(battle, name) == value for name, value in fields.items()):
            return battle
        return self.set_battle(dataclasses.replace(battle, **fields))

    def set_facts(self, id_: str, **facts: Any) -> Battle:
        """Facts of a battle for later steps (None forgets)."""
        merged = {**self.battle(id_).facts, **freeze(facts)}
        return self.update(id_, facts={k: v for k, v in merged.items() if v is not None})

    def drop_battle(self, id_: str) -> None:
        """Put a battle away."""
        self.emit(BattleChanged(id_, self.state.battles[id_], None))

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
