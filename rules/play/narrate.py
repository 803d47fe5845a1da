"""Entries of the log as short plain English lines, for the bot, the terminal and the cases."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any

from rules.core.table import Table
from rules.model import events as e
from rules.model.names import several
from rules.model.state import Decision, Unit
from rules.play import asking, facts
from rules.play.facts import count as count
from rules.play.facts import units_text as units_text
from rules.play.game import Entry


@dataclass(frozen=True, slots=True)
class Line:
    """A line with the events that it tells: whoever gathers lines goes by these, and reads no words back."""

    text: str
    events: tuple[e.Event, ...] = ()

    def __str__(self) -> str:
        """Its text."""
        return self.text


@dataclass(frozen=True, slots=True)
class Heading(Line):
    """That a round, the turn of a power or a phase of it begins."""

    power: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Question(Line):
    """What a power is asked; where and what: ` in Poland: choose the losses (2 hits)`."""

    power: str = ""
    where_and_what: str = ""


Lines = Iterator[Line]


def narrate(table: Table, entry: Entry) -> list[str]:
    """What an entry's order brought about, one line a fact; empty for the set-up of a new game."""
    return [line.text for line in lines(table, entry)]


def lines(table: Table, entry: Entry, short: bool = False) -> list[Line]:
    """The same with the events that each line tells. short: facts that another line tells in its own words are left out."""
    if entry.number == 0:
        return [_remark(event) for event in entry.events if isinstance(event, e.Noted)]
    if entry.undoes:
        return [Line(f"Order {number} is taken back.") for number in entry.undoes]
    return told(table, untold(entry.events) if short else entry.events)


def told(table: Table, events: Iterable[e.Event]) -> list[Line]:
    """Events as lines."""
    return list(_Teller(table).tell(events))


def untold(events: Sequence[e.Event]) -> list[e.Event]:
    """Events without those that a line of the log tells in its own words (`Act.note(since=...)`); dice only where it says
    that it names them."""
    gone: dict[int, bool] = {}
    for number, event in enumerate(events):
        if isinstance(event, e.Noted):
            told = range(number - int(event.data.get("tells", 0)), number)
            gone |= dict.fromkeys(told, bool(event.data.get("dice")))
    return [event for at, event in enumerate(events) if at not in gone or _stands(event, gone[at])]


def _stands(event: e.Event, named: bool) -> bool:
    """Whether an event is told beside the line that tells what it is part of."""
    return isinstance(event, _ALWAYS) and not (named and isinstance(event, e.DiceRolled))


_ALWAYS = (e.Noted, e.DiceRolled, e.DecisionsChanged, e.BattleChanged, e.PhaseBegan, e.GameEnded)


def order_text(table: Table, text: str) -> str:
    """An order as people read it: `place 2 tank: Germany` as `Place 2 tanks: Germany`, `move 1 tank: A > B` as
    `Move 1 tank: A → B`."""
    names = "|".join(sorted(map(re.escape, table.units), key=len, reverse=True))
    said = re.sub(rf"\b([0-9]+) ({names})(?![\w-])", lambda item: count(table, int(item[1]), item[2]), text)
    return said[:1].upper() + said[1:].replace(" > ", " → ")


def dice_text(roll: e.DiceRolled) -> str:
    """A roll with each die beside the number it needed: `infantry at 1: 1✓ 4, armor at 3: 2✓`; dice of which only the best
    counts hang together: `heavy bomber at 4: 6/3✓`."""
    if not any(roll.needs):
        return " ".join(map(str, roll.dice))
    labels = roll.labels or ("",) * len(roll.dice)
    rows = ((labels[at], roll.needs[at], roll.dice[at : at + size]) for at, size in roll.groups())
    parts = []
    for (label, need), group in groupby(rows, key=lambda row: row[:2]):
        dice = " ".join("/".join(f"{die}✓" if die <= need else str(die) for die in faces) for *_, faces in group)
        parts.append(f"{label} at {need}: {dice}".strip())
    return f"{', '.join(parts)} → {hits_text(roll.hits)}"


# Fire whose name in the dice log says whose it is, which a line tells by the power.
_OF_A_SIDE = {f"first strike ({side})": "first strike" for side in ("attacker", "defender")}


def fire_text(why: str) -> str:
    """What dice were thrown for: `attack`, `first strike`."""
    return _OF_A_SIDE.get(why, why)


def hits_text(hits: int) -> str:
    """`no hit`, `2 hits`."""
    return several(hits, "hit") if hits else "no hit"


class _Teller:
    """Tells events one after the other; moves, placements and losses wait to be told together."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.moves: dict[int, list[e.UnitMoved | e.UnitChanged]] = {}
        self.same: list[e.UnitPlaced | e.UnitRemoved] = []
        self.hits: list[e.UnitChanged] = []

    def tell(self, events: Iterable[e.Event]) -> Lines:
        for event, parts in _runs(events):
            if isinstance(event, e.UnitMoved) or (isinstance(event, e.UnitChanged) and _aims(event)):
                yield from self._damage()
                yield from self._placements()
                self.moves.setdefault(event.after.id, []).append(event)
            elif isinstance(event, e.UnitChanged) and _damage_only(event):
                yield from self._moved()
                yield from self._placements()
                if self.hits and _hurt(self.hits[0]) != _hurt(event):
                    yield from self._damage()
                self.hits.append(event)
            elif isinstance(event, e.UnitPlaced | e.UnitRemoved):
                yield from self._moved()
                yield from self._damage()
                if self.same and _group(self.same[0]) != _group(event):
                    yield from self._placements()
                self.same.append(event)
            else:
                lines = list(self._lines(event, parts))
                if lines:
                    yield from self._waiting()
                    yield from lines
        yield from self._waiting()

    def _waiting(self) -> Lines:
        yield from self._moved()
        yield from self._damage()
        yield from self._placements()

    def _damage(self) -> Lines:
        """`Germany: king tiger in Belarus is damaged`, `Germany: 3 king tigers in Belarus are damaged`."""
        hits, self.hits = self.hits, []
        if not hits:
            return
        unit, how = hits[0].after, "damaged" if hits[0].after.damage > hits[0].before.damage else "repaired"
        number = len({hit.after.id for hit in hits})
        what = unit.type if number == 1 else count(self.table, number, unit.type)
        yield Line(f"{unit.owner}: {what} in {unit.place} {'is' if number == 1 else 'are'} {how}", tuple(hits))

    def _moved(self) -> Lines:
        ways: dict[tuple[str, str, str, str], list[list[e.UnitMoved | e.UnitChanged]]] = {}
        for steps in self.moves.values():
            before, after = steps[0].before, steps[-1].after
            if before.place != after.place or before.carrier != after.carrier or _landing(before, after):
                ways.setdefault((after.owner, before.place, after.place, _deck(before, after)), []).append(steps)
        self.moves = {}
        for (owner, start, end, deck), moved in ways.items():
            where = f"{start} → {end}" if start != end else start
            units = units_text(self.table, (steps[-1].after for steps in moved))
            yield Line(f"{owner}: {units}{deck}: {where}", tuple(chain.from_iterable(moved)))

    def _placements(self) -> Lines:
        same, self.same = self.same, []
        if not same:
            return
        first = same[0]
        owner, place, why = first.unit.owner, first.unit.place, first.why
        units = units_text(self.table, (s.unit for s in same))
        if isinstance(first, e.UnitPlaced):
            text = f"{owner}: {units} in {place}" + (f" ({why})" if why not in ("", "placed") else "")
        elif why == "neutral army stands":
            text = f"{owner}: {units} stay in {place}"
        else:
            text = f"{owner} loses {units} in {place}" + (f" ({why})" if why else "")
        yield Line(text, tuple(same))

    def _lines(self, event: e.Event, parts: tuple[e.Event, ...]) -> Lines:
        if isinstance(event, e.DecisionsChanged):
            yield from _questions(self.table, event)
        elif isinstance(event, e.PhaseBegan):
            yield from _headings(self.table, event)
        elif isinstance(event, e.Noted):
            yield _remark(event)
        elif isinstance(event, e.DiceRolled):
            where = f" in {event.place}" if event.place else ""
            yield Line(f"{event.who}, {fire_text(event.why)}{where}: {dice_text(event)}", parts)
        elif teller := facts.TELLERS.get(type(event)):
            yield from (Line(text, parts) for text in teller(self.table, parts))


def _runs(events: Iterable[e.Event]) -> Iterator[tuple[e.Event, tuple[e.Event, ...]]]:
    """Events and what they are made of: dice thrown one after another for the same (mines, as long as anything is left to
    hit) as one throw, facts that are alike as one."""
    for same, group in groupby(events, key=_alike):
        run = tuple(group)
        if same is None:
            yield from ((event, (event,)) for event in run)
        elif throws := [event for event in run if isinstance(event, e.DiceRolled)]:
            dice, needs, labels, sizes = (
                tuple(chain.from_iterable(of)) for of in zip(*map(_parts, throws), strict=True)
            )
            yield dataclasses.replace(throws[0], dice=dice, needs=needs, labels=labels, together=sizes), run
        else:
            yield run[0], run


def _parts(throw: e.DiceRolled) -> tuple[tuple[Any, ...], ...]:
    return throw.dice, throw.needs, throw.labels, tuple(size for _, size in throw.groups())


def _alike(event: e.Event) -> tuple[Any, ...] | None:
    if isinstance(event, e.DiceRolled):
        return event.who, event.why, event.place, set(event.needs), set(event.labels)
    return facts.alike(event)


def _group(event: e.UnitPlaced | e.UnitRemoved) -> tuple[Any, ...]:
    return type(event), event.unit.owner, event.unit.place, event.why


def _damage_only(event: e.UnitChanged) -> bool:
    before, after = event.before, event.after
    return before.damage != after.damage and (before.owner, before.type) == (after.owner, after.type)


def _hurt(event: e.UnitChanged) -> tuple[Any, ...]:
    after = event.after
    return after.owner, after.type, after.place, after.damage > event.before.damage


def _aims(event: e.UnitChanged) -> bool:
    """Whether a unit is ordered ashore from where it lies aboard, or to bomb where it has come."""
    return event.after.role in ("assault", "raid") and event.before.role != event.after.role


def _landing(before: Unit, after: Unit) -> bool:
    return after.role == "assault" != before.role


def _deck(before: Unit, after: Unit) -> str:
    if _landing(before, after):
        return f" to land in {after.target}"
    if after.role == "raid" != before.role:
        return f" to bomb the {after.target}"
    if before.carrier is None and after.carrier is not None:
        return " aboard"
    return " ashore" if before.carrier is not None and after.carrier is None else ""


def _remark(event: e.Noted) -> Line:
    return (Heading if event.data.get("heading") else Line)(event.text, (event,))


def _questions(table: Table, event: e.DecisionsChanged) -> Lines:
    for decision in event.after:
        if decision not in event.before:
            asked = _where_and_what(table, decision)
            yield Question(f"{decision.power} decides{asked}", (event,), decision.power, asked)


def _where_and_what(table: Table, decision: Decision) -> str:
    where = f" in {decision.place}" if decision.place else ""
    hits = decision.data.get("hits")
    count = sum(hits.values()) if isinstance(hits, Mapping) else 0
    tail = f" ({several(count, 'hit')})" if count else ""
    return f"{where}: {asking.asked(table, decision)}{tail}"


def _headings(table: Table, event: e.PhaseBegan) -> Lines:
    turn = event.after
    if turn.power != event.before.power or turn.round != event.before.round:
        text = f"Turn of {turn.power}, round {turn.round} ({table.board.round_name(turn.round)})"
        yield Heading(text, (event,), turn.power)
        if turn.phase == table.phases[0]:
            return  # the turn's first phase begins with an event of its own, and a power may skip it
    yield Heading(f"{turn.power}: {turn.phase}", (event,), turn.power, turn.phase)
