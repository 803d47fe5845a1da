"""Entries of the log in words for messages: what the engine says twice is said once."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence

from bot.game.record.answers import plain
from bot.game.record.gathering import brief, is_fire, without_beginnings, without_questions
from rules.cases.edits import EDIT, said_of
from rules.core.table import Table
from rules.model.events import DecisionsChanged, DiceUnrolled, MoneyChanged, PoolChanged, UnitMoved
from rules.model.orders import DONE, PASS
from rules.model.state import Bought
from rules.play import narrate
from rules.play.asking import named
from rules.play.game import Entry
from rules.play.narrate import Heading, Line, Question, untold
from rules.play.numbered import Numbered

# Answers that dice follow; what they mean is seen in the battle.
_ROLLING = ("casualties", "press", "pass", "reroll")


def tell(table: Table, entries: Iterable[Entry], log: Numbered[Entry] | None = None) -> tuple[Line, ...]:
    """What some entries brought about, in short lines. log: where an order that is taken back is found."""
    lines = [line for entry in entries for line in (_back(table, entry, log) or _told(table, entry))]
    # A question that was answered at once, by a standing order, need not be told.
    open_ = len(lines) - len(list(itertools.takewhile(_asks, reversed(lines))))
    return (*without_questions(lines[:open_]), *lines[open_:])


def as_one(table: Table, entries: Sequence[Entry]) -> tuple[Line, ...]:
    """What some orders of one kind brought about, told as one: units that went the same way stand in one line."""
    events = untold([event for entry in entries for event in entry.events])
    return without_beginnings(brief(narrate.told(table, events)))


def _told(table: Table, entry: Entry) -> list[Line]:
    """One order; an answer whose doing nothing else tells is told too."""
    found = brief(narrate.lines(table, entry, short=True))
    answered = _answered(entry)
    unseen = not found or isinstance(found[0], Question) or (isinstance(found[0], Heading) and bool(found[0].phase))
    rolled = bool(found) and is_fire(found[0]) and entry.text.split()[0] not in _ROLLING
    return [_answer(table, entry, answered), *found] if answered and (unseen or rolled) else found


def _asks(line: Line) -> bool:
    return isinstance(line, Question)


def _answered(entry: Entry) -> DecisionsChanged | None:
    changes = (e for e in entry.events if isinstance(e, DecisionsChanged) and e.before)
    return next((e for e in changes if e.before[0] not in e.after), None)


def _answer(table: Table, entry: Entry, answered: DecisionsChanged) -> Line:
    """`Germany in Paris: intercept the raid? No`, or the answer in words."""
    decision = answered.before[0]
    asks = named(table, decision)
    if entry.text == str(PASS) and asks.endswith("?"):
        return Line(f"{decision.power}{' ' if decision.place else ': '}{asks} No", (answered,))
    said = plain(table, entry.text)
    return Line(f"{entry.by}: {said[:1].lower()}{said[1:]}", (answered,))


def titled(entry: Entry, table: Table | None = None) -> str:
    """An entry in a list: `Germany: fight France`, `Game master: Germany has 20 IPC`; with a table in words:
    `Germany: Move 2 tanks: A → B`, `Germany: Done with purchase`."""
    if entry.text.startswith(EDIT):
        return f"Game master: {said_of(entry.text)}"
    said = entry.text
    if table is not None:
        said = f"Done with {entry.turn.phase}" if said == str(DONE) else plain(table, said)
    return f"{entry.by or 'Game master'}: {said}"


def _back(table: Table, entry: Entry, log: Numbered[Entry] | None) -> list[Line]:
    """`Taken back: “buy 3 infantry”. USSR has 24 IPC again.`; of many orders only where it began."""
    rolls = sum(isinstance(e, DiceUnrolled) for e in entry.events)
    gone = "1 roll of dice no longer counts." if rolls == 1 else f"{rolls} rolls of dice no longer count."
    dice = [gone] if rolls else []
    if len(entry.undoes) > 1:
        return [Line(" ".join([f"{len(entry.undoes)} orders are taken back, from order {entry.undoes[0]} on.", *dice]))]
    if not entry.undoes or log is None or not log.start <= entry.undoes[0] < len(log):
        return []
    return [Line(" ".join([f"Taken back: “{said_of(log[entry.undoes[0]].text)}”.", *dice, *_again(table, entry)]))]


def _again(table: Table, entry: Entry) -> Iterable[str]:
    """What is had again by an order that was taken back: money, units in their places, units to be placed."""
    money = {e.purse: e.after for e in entry.events if isinstance(e, MoneyChanged)}
    yield from (f"{purse} has {amount} IPC again." for purse, amount in money.items())
    moved = {e.after.id: e.after for e in entry.events if isinstance(e, UnitMoved)}
    for place in dict.fromkeys(unit.place for unit in moved.values()):
        yield f"Back in {place}: {narrate.units_text(table, (u for u in moved.values() if u.place == place))}."
    for event in entry.events:
        if isinstance(event, PoolChanged) and (more := _bought(event.after) - _bought(event.before)):
            yield f"To be placed again: {', '.join(narrate.count(table, n, unit) for unit, n in more.items())}."


def _bought(pool: Iterable[Bought]) -> Counter[str]:
    total = Counter[str]()
    for item in pool:
        total[item.type] += item.count
    return total
