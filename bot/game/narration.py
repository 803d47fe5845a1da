"""Entries of the log in words for messages: what the engine says twice is said once."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from bot.game.answers import plain
from rules.cases.edits import EDIT, said_of
from rules.core.table import Table
from rules.model.events import (
    BattleChanged,
    DecisionsChanged,
    DiceUnrolled,
    MoneyChanged,
    PhaseBegan,
    PoolChanged,
    UnitMoved,
)
from rules.model.names import sentence
from rules.model.orders import DONE, PASS
from rules.model.state import Bought
from rules.play.asking import named
from rules.play.game import Entry
from rules.play.narrate import count, narrate, units_text, untold
from rules.play.narrate import told as narrated
from rules.play.numbered import Numbered

_PAID = re.compile(r"(?P<who>.+): -\d+ IPC \(purchase\), now (?P<left>\d+)")
_BOUGHT = re.compile(r"(?P<who>.+) buys (?P<what>.+ \(\d+ IPC\))\.")
_ASKED = re.compile(r"\S.* decides( in .+)?: ")
_ROLLED = re.compile(r".+: .+ at \d: .+ → ")
# Answers that dice follow; what they mean is seen in the battle.
_ROLLING = ("casualties", "press", "pass", "reroll")
_OVER = re.compile(r"(?P<place>.+): the [a-z ]+ is over")
_ROUND = re.compile(r"(?P<place>.+), round \d+")
_FIRE = re.compile(r"(?P<who>[^,]+), (?P<why>.+) in (?P<place>.+?): .+ → (?P<hits>.+)")
_PLAIN = ("attack", "defense")
_LOST = re.compile(r"(?P<what>.+ loses .+) in (?P<place>.+) \(battle\)")
_DECLARES = re.compile(r"(?P<who>.+) declares war on (?P<whom>.+)\.")
_AT_WAR = re.compile(r"(?P<who>.+) and (?P<whom>.+) are at war \(declared\)")
_HANDS = re.compile(r"(?P<place>.+) (captured|liberated): now (?P<after>.+), before (?P<before>.+)")


def tell(table: Table, entries: Iterable[Entry], log: Numbered[Entry] | None = None) -> tuple[str, ...]:
    """What some entries brought about, in short lines. log: where an order that is taken back is found."""
    lines = [line for entry in entries for line in (_back(table, entry, log) or _told(table, entry))]
    # A question that was answered at once, by a standing order, need not be told.
    open_ = len(lines) - len(list(itertools.takewhile(_ASKED.match, reversed(lines))))
    return (*without_questions(lines[:open_]), *lines[open_:])


def without_questions(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines without those that only tell what is asked."""
    return tuple(line for line in lines if not _ASKED.match(line))


def without_dice(lines: Sequence[str]) -> Sequence[str]:
    """Lines without those that only tell dice, where that leaves something."""
    return [line for line in lines if not _ROLLED.match(line)] or lines


def _told(table: Table, entry: Entry) -> list[str]:
    """One order; an answer whose doing nothing else tells is told too."""
    found = brief(narrate(table, entry, short=True))
    answered = any(isinstance(e, DecisionsChanged) and e.before and e.before[0] not in e.after for e in entry.events)
    phases = {f"{e.after.power}: {e.after.phase}" for e in entry.events if isinstance(e, PhaseBegan)}
    unseen = not found or found[0] in phases or bool(_ASKED.match(found[0]))
    rolled = bool(found) and bool(_ROLLED.match(found[0])) and entry.text.split()[0] not in _ROLLING
    return [_answer(table, entry), *found] if answered and (unseen or rolled) else found


def _answer(table: Table, entry: Entry) -> str:
    """`Germany in Paris: intercept the raid? No`, or the answer in words."""
    changes = (e for e in entry.events if isinstance(e, DecisionsChanged) and e.before)
    decision = next((e.before[0] for e in changes if e.before[0] not in e.after), None)
    if decision is None or entry.text != str(PASS) or not (asks := named(table, decision)).endswith("?"):
        said = plain(table, entry.text)
        return f"{entry.by}: {said[:1].lower()}{said[1:]}"
    return f"{decision.power}{' ' if decision.place else ': '}{asks} No"


def as_one(table: Table, entries: Sequence[Entry]) -> tuple[str, ...]:
    """What some orders of one kind brought about, told as one: units that went the same way stand in one line."""
    lines = brief(narrated(table, untold([event for entry in entries for event in entry.events])))
    return without_beginnings(table, lines, entries)


def without_beginnings(table: Table, lines: Iterable[str], entries: Iterable[Entry]) -> tuple[str, ...]:
    """Lines of some entries without those that only tell that a phase or a battle begins, or what is asked."""
    events = [event for entry in entries for event in entry.events]
    begun = (e for e in events if isinstance(e, PhaseBegan) or (isinstance(e, BattleChanged) and e.before is None))
    gone = narrated(table, begun)
    return without_questions(line for line in lines if line not in gone)


def by_rounds(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines of battles with each round in one: `Libya, round 2: Italy no hit, France 1 hit; Italy loses 1 infantry`.
    What else a round brought stands behind it; one that brought nothing of its own is left out."""
    found, at, place = list[str](), -1, ""
    for line in lines:
        if started := _ROUND.fullmatch(line):
            at, place = len(found), started["place"]
            found.append(line)
        elif at >= 0 and (fire := _FIRE.fullmatch(line)) and fire["place"] == place:
            how = "" if fire["why"] in _PLAIN else f" by {fire['why']}"
            found[at] += f"{',' if ': ' in found[at] else ':'} {fire['who']} {fire['hits']}{how}"
        elif at >= 0 and (lost := _LOST.fullmatch(line)) and lost["place"] == place:
            found[at] += f"{';' if ': ' in found[at] else ':'} {lost['what']}"
        else:
            found.append(line)
    return tuple(line for line in found if not _ROUND.fullmatch(line))


def titled(entry: Entry, table: Table | None = None) -> str:
    """An entry in a list: `Germany: fight France`, `Game master: Germany has 20 IPC`; with a table in words:
    `Germany: Move 2 tanks: A → B`, `Germany: Done with purchase`."""
    if entry.text.startswith(EDIT):
        return f"Game master: {said_of(entry.text)}"
    said = entry.text
    if table is not None:
        said = f"Done with {entry.turn.phase}" if said == str(DONE) else plain(table, said)
    return f"{entry.by or 'Game master'}: {said}"


def _back(table: Table, entry: Entry, log: Numbered[Entry] | None) -> list[str]:
    """`Taken back: “buy 3 infantry”. USSR has 24 IPC again.`; of many orders only where it began."""
    rolls = sum(isinstance(e, DiceUnrolled) for e in entry.events)
    gone = "1 roll of dice no longer counts." if rolls == 1 else f"{rolls} rolls of dice no longer count."
    dice = [gone] if rolls else []
    if len(entry.undoes) > 1:
        return [" ".join([f"{len(entry.undoes)} orders are taken back, from order {entry.undoes[0]} on.", *dice])]
    if not entry.undoes or log is None or not log.start <= entry.undoes[0] < len(log):
        return []
    return [" ".join([f"Taken back: “{said_of(log[entry.undoes[0]].text)}”.", *dice, *_again(table, entry)])]


def _again(table: Table, entry: Entry) -> Iterable[str]:
    """What is had again by an order that was taken back: money, units in their places, units to be placed."""
    money = {e.purse: e.after for e in entry.events if isinstance(e, MoneyChanged)}
    yield from (f"{purse} has {amount} IPC again." for purse, amount in money.items())
    moved = {e.after.id: e.after for e in entry.events if isinstance(e, UnitMoved)}
    for place in dict.fromkeys(unit.place for unit in moved.values()):
        yield f"Back in {place}: {units_text(table, (u for u in moved.values() if u.place == place))}."
    for event in entry.events:
        if isinstance(event, PoolChanged) and (more := _bought(event.after) - _bought(event.before)):
            yield f"To be placed again: {', '.join(count(table, n, unit) for unit, n in more.items())}."


def _bought(pool: Iterable[Bought]) -> Counter[str]:
    total = Counter[str]()
    for item in pool:
        total[item.type] += item.count
    return total


def brief(lines: Sequence[str]) -> list[str]:
    """Lines of one order: purchases in one line, no announcements of what the next line tells."""
    told = _declared(_conquests(_purchases(list(lines))))
    return [line for n, line in enumerate(told) if not _idle(line, told, n)]


def _idle(line: str, lines: Sequence[str], number: int) -> bool:
    """Whether a line tells nothing that others don't. number: its place among them."""
    later = lines[number + 1 :]
    if line.startswith("Battle: ") or (later and later[0] == line and not any(map(str.isdigit, line))):
        return True
    if found := _OVER.fullmatch(line):
        place = found["place"].rstrip(".")
        return any(other.startswith(place) or f" takes {place}" in other for other in lines if other is not line)
    return False


def _conquests(lines: list[str]) -> list[str]:
    """That a battle is won, that the ground changes hands and who takes it: in one line, with who has lost it."""
    for found in [found for line in lines if (found := _HANDS.fullmatch(line))]:
        place, before = found["place"], found["before"]
        taken = re.compile(rf"(?P<who>.+) takes {re.escape(place.rstrip('.'))}(?P<whom> for .+?)?\.")
        hits = [(n, hit) for n, line in enumerate(lines) if (hit := taken.fullmatch(line))]
        for at, hit in hits[:1]:
            loser = f" from {before}" if before != "nobody" else ""
            lines[at] = sentence(f"{hit['who']} takes {place}{hit['whom'] or ''}{loser}")
            gone = {found[0], sentence(f"{place}: {hit['who']} has won")}
            lines = [line for line in lines if line not in gone]
    return lines


def _declared(lines: list[str]) -> list[str]:
    """A declaration of war without that there is war between the two."""
    words = [hit for line in lines if (hit := _DECLARES.fullmatch(line))]
    pairs = {frozenset((hit["who"], hit["whom"])) for hit in words}
    return [x for x in lines if not (hit := _AT_WAR.fullmatch(x)) or frozenset((hit["who"], hit["whom"])) not in pairs]


def _purchases(lines: list[str]) -> list[str]:
    """`USSR buys 3 infantry (9 IPC), 1 armor (5 IPC); 10 IPC left`."""
    bought = [found for line in lines if (found := _BOUGHT.fullmatch(line))]
    if not bought:
        return lines
    left = [found["left"] for line in lines if (found := _PAID.fullmatch(line))]
    said = {f"{b['who']} buys {b['what'].rsplit(' (', 1)[0]}" for b in bought}
    drop = said | {b[0] for b in bought}
    again = tuple(f"{b['who']} buys " for b in bought)
    rest = [line for line in lines if line not in drop and not line.startswith(again) and not _PAID.fullmatch(line)]
    what = ", ".join(b["what"] for b in bought)
    return [f"{bought[0]['who']} buys {what}" + (f"; {left[-1]} IPC left" if left else ""), *rest]
