"""Lines of the log gathered by the events they tell: what the engine says in several is said in one, and once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

from rules.core.table import Table
from rules.model.events import (
    BattleChanged,
    DiceRolled,
    Event,
    FacilitiesChanged,
    MoneyChanged,
    Noted,
    OwnerChanged,
    PhaseBegan,
    UnitChanged,
    UnitRemoved,
)
from rules.model.names import sentence
from rules.play.game import Entry
from rules.play.narrate import Line, Question, fire_text, hits_text, units_text

# What ordinary fire is for; other fire is told by its name.
_PLAIN = ("attack", "defense")


def without_questions(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines without those that only tell what is asked."""
    return tuple(line for line in lines if not isinstance(line, Question))


def without_dice(lines: Sequence[Line]) -> Sequence[Line]:
    """Lines without those that only tell dice, where that leaves something."""
    return [line for line in lines if not is_fire(line)] or lines


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
    return [line for at, line in enumerate(told) if at not in again and not _announces(line, told)]


def _purchases(lines: Sequence[Line]) -> list[Line]:
    """`USSR buys 3 infantry (9 IPC), 1 armor (5 IPC); 10 IPC left`; what else is paid in between shows in what is left."""
    bought = [note["bought"] for line in lines if "bought" in (note := _note(line))]
    if not bought:
        return list(lines)
    told, rest, left = list[Line](), list[Line](), 0
    for line in lines:
        if "bought" in (note := _note(line)):
            left = note["bought"]["left"]
            told.append(line)
        elif paid := _payment(line, bought[0]["purse"]):
            left = paid.after
        else:
            rest.append(line)
    what = ", ".join(one["what"] for one in bought)
    return [Line(f"{bought[0]['power']} buys {what}; {left} IPC left", events_of(told)), *rest]


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


# --- battles ------------------------------------------------------------------------------------------------------


@dataclass
class _Round:
    """A round of a battle with what its dice brought."""

    place: str
    lines: list[Line]
    told: str

    def line(self) -> Line:
        """`Libya, round 2: Italy no hit, France 1 hit; Italy loses 1 infantry`."""
        return Line(self.told, events_of(self.lines))

    def add(self, line: Line, text: str, separator: str) -> None:
        """Tell something more of it."""
        self.told += f"{separator if len(self.lines) > 1 else ':'} {text}"
        self.lines.append(line)


def by_rounds(table: Table, lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines of battles with each round in one. What else a round brought stands behind it; one that brought nothing of its
    own is left out."""
    found, now = list[Line | _Round](), None
    for line in lines:
        if place := _round(line):
            now = _Round(place, [line], line.text)
            found.append(now)
        elif now and (fire := _fire(line, now.place)):
            now.add(line, fire, ",")
        elif now and (loss := _loss(table, line, now.place)):
            now.add(line, loss, ";")
        else:
            found.append(line)
    return tuple(x.line() if isinstance(x, _Round) else x for x in found if isinstance(x, Line) or len(x.lines) > 1)


def _round(line: Line) -> str:
    """The place of a battle of which a line tells that a round begins."""
    for event in line.events:
        if isinstance(event, BattleChanged) and event.before and event.after and event.after.round > event.before.round:
            return event.after.place
    return ""


def _fire(line: Line, place: str) -> str:
    """`France 1 hit`: what fire in a place has brought."""
    rolls = [e for e in line.events if isinstance(e, DiceRolled) and any(e.needs) and e.place == place]
    if not rolls:
        return ""
    how = "" if rolls[0].why in _PLAIN else f" by {fire_text(rolls[0].why)}"
    return f"{rolls[0].who} {hits_text(sum(roll.hits for roll in rolls))}{how}"


def _loss(table: Table, line: Line, place: str) -> str:
    """`Italy loses 1 infantry`: what has fallen in a battle in a place."""
    units = [e.unit for e in line.events if isinstance(e, UnitRemoved) and e.why == "battle" and e.unit.place == place]
    return f"{units[0].owner} loses {units_text(table, units)}" if units else ""


# --- what a line tells --------------------------------------------------------------------------------------------


def _note(line: Line) -> Mapping[str, Any]:
    """The figures of a remark; none for other lines."""
    return next((event.data for event in line.events if isinstance(event, Noted)), {})


def _payment(line: Line, purse: str) -> MoneyChanged | None:
    """What a purse has paid for units, repairs and the like."""
    changes = (event for event in line.events if isinstance(event, MoneyChanged))
    return next((event for event in changes if (event.purse, event.why) == (purse, "purchase")), None)


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
    if place := _round(line):
        yield place


def _begins(event: Event) -> bool:
    return isinstance(event, PhaseBegan) or (isinstance(event, BattleChanged) and event.before is None)
