"""Game: the one door in. Orders go in as text or values; outcomes or refusals come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.core import moments, position
from rules.core.act import Act, Dice
from rules.core.changes import VERSION
from rules.core.table import Table
from rules.core.view import Memo, View
from rules.model import codec, formats
from rules.model.events import DiceRolled, Event, Noted, PhaseBegan
from rules.model.frozen import FrozenState, frozen
from rules.model.orders import UNDO, Order, Throw
from rules.model.refusals import Refusal, Refused
from rules.model.state import Decision, State, Turn
from rules.model.written import Written, written
from rules.play import flow, lines, reading
from rules.play.numbered import Numbered

TAKEN_OVER = "Taken over from a text."
"""What the log says of an order that was played elsewhere (`submit`, why)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted order: its number, who gave it, canonical text, the events it caused, the turn in
    which it was given, and the numbers of the entries it took back."""

    number: int
    by: str
    text: str
    events: tuple[Event, ...]
    turn: Turn
    undoes: tuple[int, ...] = ()

    @property
    def rolls(self) -> tuple[DiceRolled, ...]:
        """The dice that fell."""
        return tuple(e for e in self.events if isinstance(e, DiceRolled))

    @property
    def told(self) -> bool:
        """Whether it was played elsewhere and is told here, with its dice."""
        return any(isinstance(e, Noted) and e.text == TAKEN_OVER for e in self.events)

    @property
    def thrown(self) -> bool:
        """Whether it was dice for the table: they keep nobody from taking back what was ordered before them."""
        return self.text.startswith(f"{Throw.verb} ")


@dataclass(frozen=True, slots=True)
class Outcome:
    """An accepted order: its log entry."""

    entry: Entry

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return self.entry.events


class NoDice:
    """Dice for trials: sixes, counted as used."""

    def __init__(self) -> None:
        self.used = 0

    def roll(self, count: int, why: str, deck: str = "") -> list[int]:
        """`count` times the same face."""
        self.used += count
        return [6] * count


class Tried(Exception):
    """Orders were tried on a frozen game itself, not on a copy of it."""


# Whether a frozen game refuses to be tried: tests and long runs want it, so that whoever thinks about one does so on a copy
# of its own. Otherwise each try makes one, which is as safe, but slower, and holds up whoever waits for it.
strict = False


@dataclass
class Game:
    """A game: table, state, log (of which the oldest part may be elsewhere). Nothing outside changes the state; in a
    `frozen` game nothing at all does. memo: what holds until the next order, remembered by those who work it out. written:
    the texts of the position when its hash was last asked for, or of the one it was copied from."""

    table: Table
    state: State
    log: Numbered[Entry] = field(default_factory=Numbered)
    memo: Memo = field(default_factory=Memo, compare=False, repr=False)
    written: Written | None = field(default=None, compare=False, repr=False)

    @classmethod
    def new(
        cls,
        board: str,
        rules: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        dice: Dice | None = None,
        setup: bool = True,
        begin: bool = True,
    ) -> Game:
        """A new game at its first phase. `dice` is for what a rule rolls at the start (none in the base
        games). setup=False leaves all units out; begin=False stops before the first turn starts.
        Raises TableError when rules or options do not fit."""
        table = Table(board, rules, options)
        act = Act(table, _empty(table), dice or NoDice())
        _set_up(act, setup)
        act.tell(moments.game_begins)
        if begin:
            flow.start_turn(act, new_round=True)
            flow.run(act)
        game = cls(table, act.state)
        game.log.append(Entry(0, "", "new game", act.closed(), act.state.turn))
        return game

    @property
    def view(self) -> View:
        """The position, for questions."""
        return View(self.table, self.state, self.memo)

    @property
    def to_act(self) -> str:
        """The power that has to order or answer now."""
        return self.state.pending[0].power if self.state.pending else self.state.turn.power

    def facing(self, decision: Decision) -> Game:
        """This game as whoever is asked a question sees it: with that question as the first one."""
        if self.state.pending and self.state.pending[0] is decision:
            return self
        seen = Game(self.table, lines.facing(self.state, decision), self.log)
        return seen.frozen() if self.is_frozen else seen

    @property
    def is_frozen(self) -> bool:
        """Whether nobody can change it."""
        return isinstance(self.state, FrozenState)

    def frozen(self) -> Game:
        """This game as nobody can change it, so that any thread may read it; itself, or a copy."""
        return self if self.is_frozen else Game(self.table, frozen(self.state), self.log.copy(), written=self.written)

    def copy(self) -> Game:
        """An independent copy that takes orders."""
        return Game(self.table, self.state.copy(), self.log.copy(), written=self.written)

    def parse(self, text: str) -> Order:
        """Order text, or a sentence that can mean one order only in this position, to that order; raises Refused."""
        return reading.read(self.view, text, self.trial)

    def submit(self, order: Order | str, dice: Dice, by: str = "", why: str = "") -> Outcome | Refusal:
        """Carry out an order of `by` ("" = whoever is to act). A Refusal leaves everything as it was. why: a word
        about it that goes into the log before what it does."""
        act = Act(self.table, self.state, dice, by, self.memo)
        try:
            order = self.parse(order) if isinstance(order, str) else order
            if why:
                act.note(why)
            undoes = self._undo(act) if order == UNDO else ()
            if not undoes:
                flow.carry_out(act, order)
        except Refused as refused:
            act.rollback()
            return refused.refusal
        except BaseException:
            act.rollback()
            raise
        turn = _turn_before(act)
        entry = Entry(len(self.log), by or self._giver(act), str(order), act.closed(), turn, undoes)
        self.record(entry)
        return Outcome(entry)

    def _giver(self, act: Act) -> str:
        return act.active

    def _undo(self, act: Act) -> tuple[int, ...]:
        undone: set[int] = set()
        for entry in reversed(self.log.since(1).here):
            undone.update(entry.undoes)
            if entry.undoes or entry.number in undone or entry.thrown:
                continue
            if entry.turn != self.state.turn or self.state.pending:
                break
            if not flow.may_undo(entry.turn.phase):
                break
            if entry.rolls:
                act.refuse("too-late", f"Dice fell for “{entry.text}”: it stands, and what was ordered before it.")
            if act.by and entry.by != act.by:
                act.refuse("not-your-turn", f"The last order, “{entry.text}”, is not yours to take back.")
            for event in reversed(entry.events):
                act.emit(event.inverse())
            return (entry.number,)
        act.refuse("too-late", _nothing_to_undo(self.state))

    def back(self, number: int, text: str, by: str = "") -> Outcome | Refusal:
        """Take back a standing entry and all behind it, dice and other powers' orders too: an entry of its own, with
        `text`. Whether that may be is not asked here."""
        gone = [e for e in standing(self.log.since(1).here) if e.number >= number]
        if not gone or gone[0].number != number:
            return Refusal("too-late", f"There is no order {number} that stands.")
        act = Act(self.table, self.state, NoDice(), by)
        for entry in reversed(gone):
            for event in reversed(entry.events):
                act.emit(event.inverse())
        entry = Entry(len(self.log), by, text, act.closed(), self.state.turn, tuple(e.number for e in gone))
        self.record(entry)
        return Outcome(entry)

    def record(self, entry: Entry) -> None:
        """Take up the entry of a change that the position has already seen."""
        self.log.append(entry)
        self.memo.forget()

    def drop_last(self) -> None:
        """The last entry was never given: the position is as before it, and the log too."""
        for event in reversed(self.log.pop().events):
            event.revert(self.state)
        self.memo.forget()

    def trial(self, order: Order | str, by: str = "") -> Refusal | None:
        """What `submit` would say, without doing it. Raises Tried for a frozen game, where that is wanted (`strict`)."""
        kept: dict[tuple[Order | str, str], Refusal | None] = self.memo.facts.setdefault("trial", {})
        key = (order, by)
        if key not in kept:
            found = self._tried(order, by, flow.take)
            kept[key] = found if isinstance(found, Refusal) else None
        return kept[key]

    def rehearse(self, order: Order | str, by: str = "") -> Refusal | tuple[Event, ...]:
        """What an order would bring about, without doing it (dice all show sixes), or why it is refused."""
        return self._tried(order, by, flow.carry_out)

    def _tried(self, order: Order | str, by: str, do: Callable[[Act, Order], None]) -> Refusal | tuple[Event, ...]:
        act = Act(self.table, self._to_try_on(), NoDice(), by, self.memo)
        try:
            order = self.parse(order) if isinstance(order, str) else order
            if order == UNDO:
                self._undo(act)
            else:
                do(act, order)
            return act.closed()
        except Refused as refused:
            return refused.refusal
        finally:
            act.rollback()

    def _to_try_on(self) -> State:
        if not self.is_frozen:
            return self.state
        if strict:
            raise Tried(f"an order was tried on a frozen game, in {self.state.turn}")
        return self.state.copy()

    # --- saving --------------------------------------------------------------------------------------

    @property
    def hash(self) -> str:
        """Hash of the position."""
        self.written = written(self.state, self.written)
        return self.written.hash

    def head(self) -> dict[str, Any]:
        """What a saved game needs beside its entries: board, rules, options, rules version."""
        changed = {n: v for n, v in self.table.options.items() if v != self.table.known_options[n].default}
        return {
            "board": self.table.board.id,
            "rules": list(self.table.chosen),
            "options": changed,
            "version": VERSION,
        }

    def snapshot(self) -> dict[str, Any]:
        """The position as JSON, with the format it is written in."""
        return {"format": formats.FORMAT, **codec.dump_state(self.state)}

    @classmethod
    def load(cls, head: Mapping[str, Any], snapshot: Mapping[str, Any], log: Sequence[Entry] = ()) -> Game:
        """A game back from its head, a snapshot and the entries so far, or the last of them (Numbered)."""
        head = formats.head(head)
        table = Table(head["board"], head["rules"], head["options"])
        return cls(table, codec.load_state(formats.state(snapshot)), _numbered(log))

    def replay(self, entry: Entry) -> None:
        """Apply a stored entry to the position (its events already say what happened)."""
        for event in entry.events:
            event.apply(self.state)
        self.record(entry)


def standing(log: Iterable[Entry]) -> list[Entry]:
    """The entries that still hold: those taken back and those that took them back left out."""
    entries = list(log)
    undone = {number for e in entries for number in e.undoes}
    return [e for e in entries if not e.undoes and e.number not in undone]


def dump_entry(entry: Entry) -> dict[str, Any]:
    """An entry as JSON."""
    return {
        "number": entry.number,
        "by": entry.by,
        "text": entry.text,
        "events": [codec.dump_event(e) for e in entry.events],
        "turn": codec.dump(entry.turn),
        "undoes": list(entry.undoes),
        "format": formats.FORMAT,
    }


def load_entry(data: Mapping[str, Any]) -> Entry:
    """An entry back from JSON, of any format. Raises Unreadable."""
    if strange := data.keys() - _ENTRY:
        raise codec.Unreadable(f"an entry has no {', '.join(sorted(strange))[:100]}")
    written, given = data.get("format", 1), data["events"]
    events = codec.load_events(formats.event(e, written) for e in codec.rows(given))
    turn = codec.build(Turn, data["turn"])
    by, text = codec.build(str, data["by"]), codec.build(str, data["text"])
    return Entry(codec.build(int, data["number"]), by, text, events, turn, _undoes(data.get("undoes")))


def _undoes(data: Any) -> tuple[int, ...]:
    """Numbers of entries; one alone was once written without its list, none as 0."""
    found: tuple[int, ...] = codec.build(tuple[int, ...], data if isinstance(data, list) else [data] if data else [])
    return found


def _numbered(log: Sequence[Entry]) -> Numbered[Entry]:
    return log.copy() if isinstance(log, Numbered) else Numbered(log)


_ENTRY = {"number", "by", "text", "events", "turn", "undoes", "format"}


def _nothing_to_undo(state: State) -> str:
    """Why no order can be taken back."""
    if state.pending:
        return f"Nothing can be taken back while {state.pending[0].power} has a question to answer."
    if not flow.may_undo(state.turn.phase):
        return "Nothing can be taken back here: dice have fallen."
    return "Nothing has been ordered in this phase that could be taken back. What an ended phase brought stands."


def _turn_before(act: Act) -> Turn:
    """The turn in which the order was given (events may have moved on)."""
    first = next((e for e in act.events if isinstance(e, PhaseBegan)), None)
    return first.before if first else act.state.turn


def _empty(table: Table) -> State:
    board = table.board
    return State(
        turn=Turn(1, board.order[0], table.phases[0]),
        owners={p.name: p.owner for p in board.places.values() if p.is_land},
        money={purse.name: purse.money for power in board.powers.values() for purse in power.purses},
        facilities={
            place: position.read_facilities(table, text, original=True)
            for place, text in board.setup_facilities.items()
        },
        relations=_relations(table),
    )


def _relations(table: Table) -> dict[str, str]:
    war = table.board.relations.get("war", [])
    powers = table.board.powers.values()
    if war == "all":
        war = [(a.name, b.name) for a in powers for b in powers if a.side != b.side and a.name < b.name]
    return {"|".join(sorted(p)): "war" for p in war}


def _set_up(act: Act, units: bool) -> None:
    for place, powers in act.board.setup_units.items() if units else ():
        for owner, text in powers.items():
            position.put(act, place, owner, position.printed(act.table, text))
