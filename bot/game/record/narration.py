"""Entries of the log in words for messages, gathered by the events they tell: what the engine says in several lines is
said in one, and once. And which message tells of which orders."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from bot.game.moderator.results import Accepted
from bot.game.moderator.table import turn_of
from bot.game.record.answers import plain
from bot.store import ForgetTold, PutTold, Step, Told
from rules.cases.edits import EDIT, said_of
from rules.core.table import Table
from rules.model.events import (
    BattleChanged,
    DecisionsChanged,
    DiceRolled,
    DiceUnrolled,
    Event,
    FacilitiesChanged,
    MoneyChanged,
    Noted,
    OwnerChanged,
    PhaseBegan,
    PoolChanged,
    UnitChanged,
    UnitMoved,
)
from rules.model.names import sentence
from rules.model.orders import DONE, PASS
from rules.model.state import Bought
from rules.play import narrate
from rules.play.asking import named
from rules.play.game import TAKEN_OVER, Entry
from rules.play.narrate import Heading, Line, Question, untold
from rules.play.numbered import Numbered

TellingLine = tuple[str, Sequence[int]]
"""A line of a message, and the numbers of the orders of which it tells."""

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
    found = brief([line for line in narrate.lines(table, entry, short=True) if line.text != TAKEN_OVER])
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


# --- kinds of lines ----------------------------------------------------------------------------------------------


def without_questions(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines without those that only tell what is asked."""
    return tuple(line for line in lines if not isinstance(line, Question))


def without_beginnings(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines without those that only tell that a phase or a battle begins, or what is asked."""
    return tuple(line for line in without_questions(lines) if not line.events or not all(map(_begins, line.events)))


def is_fire(line: Line) -> bool:
    """Whether a line tells dice with the numbers that they needed."""
    return any(isinstance(event, DiceRolled) and any(event.needs) for event in line.events)


def events_of(lines: Iterable[Line]) -> tuple[Event, ...]:
    """All that some lines tell."""
    return tuple(chain.from_iterable(line.events for line in lines))


def orders_of(line: Line, entries: Iterable[Entry]) -> tuple[int, ...]:
    """The numbers of the entries of which a line tells something. The events are those of the entries themselves: two
    orders may bring what is equal."""
    told = {id(event) for event in line.events}
    return tuple(entry.number for entry in entries if any(id(event) in told for event in entry.events))


# --- one order, or several of one kind --------------------------------------------------------------------------------


def brief(lines: Sequence[Line]) -> list[Line]:
    """Lines of one order: purchases in one line, no announcements of what another line tells."""
    told = _loot(_conquests(_purchases(lines)))
    again = {at + 1 for at, (one, next_) in enumerate(pairwise(told)) if one.text == next_.text and _uncounted(next_)}
    begun = {line.text: at for at, line in enumerate(told) if isinstance(line, Heading)}
    again |= {at for at, line in enumerate(told) if isinstance(line, Heading) and begun[line.text] > at}
    return [line for at, line in enumerate(told) if at not in again and not _announces(line, told)]


def _purchases(lines: Sequence[Line]) -> list[Line]:
    """`USSR buys 3 infantry (9 IPC), 1 armor (5 IPC); 10 IPC left`; what else is paid in between shows in what is left. Of
    several treasuries each by itself: `United Kingdom buys 2 tanks (12 IPC); UK Europe has 9 IPC left`."""
    bought = [note["bought"] for line in lines if "bought" in (note := _note(line))]
    if not bought:
        return list(lines)
    told, rest, left = list[Line](), list[Line](), dict[str, int]()
    for line in lines:
        if "bought" in (note := _note(line)):
            left[note["bought"]["purse"]] = note["bought"]["left"]
            told.append(line)
        elif paid := _payment(line, [one["purse"] for one in bought]):
            left[paid.purse] = paid.after
        else:
            rest.append(line)
    each = [(purse, ", ".join(one["what"] for one in bought if one["purse"] == purse), left[purse]) for purse in left]
    power = bought[0]["power"]
    said = [f"{power} buys {what}; {_has(purse, power)}{ipc} IPC left" for purse, what, ipc in each if what]
    return [Line(" · ".join(said), events_of(told)), *rest]


def _has(purse: str, power: str) -> str:
    """`UK Pacific has `: whose money is left, where a power has other treasuries than its own name's."""
    return "" if purse == power else f"{purse} has "


def _conquests(lines: Sequence[Line]) -> list[Line]:
    """That a battle is won, that the ground changes hands and who takes it: in one line, with who has lost it."""
    taken = {note["place"] for line in lines if "owner" in (note := _note(line))}
    hands = {event.place: event for line in lines if (event := _hands(line)) and event.place in taken}
    found = []
    for line in lines:
        note, event = _note(line), _hands(line)
        place = event.place if event else note.get("place")
        if place in hands and "owner" in note:
            found.append(_conquest(line, note, hands[place]))
        elif place not in hands or not (event or note.get("outcome") == "attacker"):
            found.append(line)
    return found


def _conquest(line: Line, note: Mapping[str, Any], hands: OwnerChanged) -> Line:
    """`USSR takes Ukraine S.S.R. from Germany.`"""
    ally = f" for {note['owner']}" if note["owner"] != note["by"] else ""
    loser = f" from {hands.before}" if hands.before not in (None, "", hands.place) else ""
    return Line(sentence(f"{note['by']} takes {note['place']}{ally}{loser}"), (*line.events, hands))


def _loot(lines: Sequence[Line]) -> list[Line]:
    """`The capital of France has fallen: Germany takes its 19 IPC, 49 IPC now`: the treasury's way in one line."""
    moved = [line for line in lines if any(isinstance(e, MoneyChanged) and e.why == "loot" for e in line.events)]
    told = next((line for line in lines if "amount" in _note(line) and "purse" in _note(line)), None)
    if told is None or not moved:
        return list(lines)
    won = [e for line in moved for e in line.events if isinstance(e, MoneyChanged) and e.after > e.before]
    now = f", {won[-1].after} IPC now" if won else ""
    whole = Line(sentence(told.text.rstrip(".") + now), (*told.events, *events_of(moved)))
    return [whole if line is told else line for line in lines if line not in moved]


def _announces(line: Line, lines: Sequence[Line]) -> bool:
    """Whether a line only tells that a battle is opened, or that it is over where another line tells how."""
    if _note(line).get("opened"):
        return True
    over = {e.after.place for e in line.events if isinstance(e, BattleChanged) and e.after and e.after.status == "over"}
    return any(place in over for other in lines if other is not line for place in _places(other))


def _uncounted(line: Line) -> bool:
    """Whether a line tells the same however often it is told: beginnings, and units' changes, of which none is counted."""
    return bool(line.events) and all(isinstance(event, UnitChanged | PhaseBegan) for event in line.events)


# --- what a line tells --------------------------------------------------------------------------------------------


def _note(line: Line) -> Mapping[str, Any]:
    """The figures of a remark; none for other lines."""
    return next((event.data for event in line.events if isinstance(event, Noted)), {})


def _payment(line: Line, purses: Sequence[str]) -> MoneyChanged | None:
    """What one of some purses has paid for units, repairs and the like."""
    changes = (event for event in line.events if isinstance(event, MoneyChanged))
    return next((event for event in changes if event.purse in purses and event.why == "purchase"), None)


def _hands(line: Line) -> OwnerChanged | None:
    """A change of hands by force."""
    changes = (event for event in line.events if isinstance(event, OwnerChanged))
    return next((event for event in changes if event.why in ("captured", "liberated")), None)


def _places(line: Line) -> Iterator[str]:
    """The places of which a line tells what has become of them."""
    for event in line.events:
        if isinstance(event, OwnerChanged | FacilitiesChanged) or (
            isinstance(event, DiceRolled) and not any(event.needs)
        ):
            yield event.place
        elif isinstance(event, Noted) and "place" in event.data:
            yield event.data["place"]
    if place := begun_round(line):
        yield place


def begun_round(line: Line) -> str:
    """The place of a battle of which a line tells that a round begins."""
    for event in line.events:
        if isinstance(event, BattleChanged) and event.before and event.after and event.after.round > event.before.round:
            return event.after.place
    return ""


def _begins(event: Event) -> bool:
    return isinstance(event, PhaseBegan) or (isinstance(event, BattleChanged) and event.before is None)


# --- which message tells of which orders ---------------------------------------------------------------------------


def numbered(
    lines: Iterable[Line], entries: Sequence[Entry], shown: Callable[[Line], str] = lambda line: line.text
) -> list[TellingLine]:
    """Lines as a message shows them, with the orders among some entries of which each tells."""
    return [(shown(line), orders_of(line, entries)) for line in lines]


def told_of(outcome: Accepted, told: Iterable[TellingLine], text: str, place: int, message: int) -> Told | None:
    """A message that tells of some orders; None: it tells of none. told: its lines that do, as they stand in its text."""
    lines = [(at, numbers) for at, numbers in _found(text, told) if numbers]
    return Told(outcome.game_id, outcome.entries[0].number, place, message, text, lines) if lines else None


def told_steps(log: Numbered[Entry], outcome: Accepted, told: Told | None) -> list[Step]:
    """Steps that note a message. Those whose orders the table no longer keeps are forgotten with each new turn."""
    if told is None:
        return []
    before = told.first - 1
    same = before >= log.start and turn_of(log[before]) == turn_of(outcome.entries[-1])
    return [*([] if same else [ForgetTold(told.game_id, log.start)]), PutTold(told)]


def _found(text: str, told: Iterable[TellingLine]) -> Iterator[tuple[int, Sequence[int]]]:
    """Lines by their place in a text; what has not found room in it is not among them."""
    free = dict(enumerate(text.split("\n")))
    for line, numbers in told:
        if (at := next((at for at, there in free.items() if there == line), None)) is not None:
            del free[at]
            yield at, numbers
