"""What computer players do, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.discord.features.record.recap_text import fight_line, turn_lines
from bot.discord.text import words
from bot.discord.text.limits import CONTENT, clip
from bot.game.computers.computers import Computer, computers, pace
from bot.game.moderator.results import Accepted, Denied, Outcome
from bot.game.record.answers import label, plain
from bot.game.record.narration import TellingLine, as_one, events_of, numbered, orders_of, without_beginnings
from bot.game.record.rounds import by_rounds
from bot.store import Game as Row
from rules.core.table import Table
from rules.model.events import BattleChanged, OwnerChanged, UnitChanged, UnitMoved
from rules.model.names import tidy
from rules.model.orders import DONE
from rules.model.state import Decision, Unit
from rules.play.game import Entry, Game
from rules.play.narrate import Line, order_text, units_text
from rules.play.recap import recaps
from seats import Thought

_PER_CENT = re.compile(r"(?<=\d)%")
_MOVES = UnitMoved | UnitChanged
MORE = "-# And more; `/log` has all."

Foreseen = Sequence[Sequence[Entry]]
"""What each order of a thought would bring: log entries, none from the first dice on."""


@dataclass(frozen=True, slots=True)
class Ordered(Line):
    """An order of which nothing can be told yet. order: as it was given."""

    order: str = ""


def told_orders(
    table: Table, power: str, thought: Thought, foreseen: Foreseen, say: Callable[[Table, str], str] = plain
) -> list[Line]:
    """The orders of a computer as anybody's orders are told, those of one reason together and the reason behind them; of
    those that bring nothing before dice fall, what is ordered (say: in words)."""
    lines = list[Line]()
    for (why, _), numbers in _by_reason(thought.orders).items():
        brought_ = [entry for n in numbers for entry in foreseen[n]]
        if (line := _towards(table, why, brought_)) and all(foreseen[n] for n in numbers):
            lines.append(line)
            continue
        told = by_rounds(table, as_one(table, brought_))
        found = [Line(f"- {line.text.removeprefix(f'{power}: ')}", line.events) for line in told]
        untold = (thought.orders[n][0] for n in numbers if not by_rounds(table, as_one(table, foreseen[n])))
        found += [Ordered(f"- {say(table, text)}", order=text) for text in untold if text != str(DONE)]
        lines += [*found, Line(f"-# {_reason(table, why)}", events_of(found))] if why and found else found
    return lines


def _towards(table: Table, why: str, entries: Sequence[Entry]) -> Line | None:
    """`SZ 112: 1 destroyer, 3 fighters: 77 % to win`: all that goes to a place of which the reason speaks, in one line; None
    where something else is ordered too."""
    place, _, reason = why.partition(": ")
    events = [event for entry in entries for event in entry.events]
    if not reason or place not in table.board.places or not events or not all(isinstance(e, _MOVES) for e in events):
        return None
    units = {e.after.id: e.after for e in events if isinstance(e, UnitMoved)}
    gone = [unit for unit in units.values() if not _carries(unit.id, units.values())]
    said = _reason(table, reason)
    text = f"- **{place}**: {units_text(table, gone)}: {said[:1].lower()}{said[1:]}"
    return Line(text, tuple(events)) if gone else None


def _carries(id_: int, units: Iterable[Unit]) -> bool:
    return any(unit.carrier == id_ for unit in units)


def numbers_of(line: Line, told: Sequence[Entry], entries: Iterable[Entry]) -> tuple[int, ...]:
    """The numbers of the orders of which a line tells. told: entries as they were foreseen; entries: what came of them."""
    if isinstance(line, Ordered):
        return tuple(entry.number for entry in entries if entry.text == line.order)
    return orders_of(line, told)


def words_of(game: Game, asked: Decision | None) -> Callable[[Table, str], str]:
    """How orders that bring nothing yet are told: an answer to a question as on its button."""
    if asked is None:
        return plain
    return lambda table, text: label(game.facing(asked), text.removeprefix(f"in {asked.place}: "), asked)


def _reason(table: Table, why: str) -> str:
    """A reason as everything else is written: units counted in words, a blank before per cent."""
    return _PER_CENT.sub(" %", order_text(table, tidy(why)))


def _by_reason(orders: Sequence[tuple[str, str]]) -> dict[tuple[str, int], list[int]]:
    """Reason and phase (from 0) -> the numbers of the orders that are given for it; an order without a reason belongs to
    that before it."""
    found, last, phase = dict[tuple[str, int], list[int]](), "", 0
    for number, (text, why) in enumerate(orders):
        phase += text == str(DONE)
        last = "" if text == str(DONE) else why or last
        found.setdefault((last, phase), []).append(number)
    return found


def acting(power: str, held: Computer) -> str:
    """Who acts: the first line of a computer's message."""
    return f"**{power}** ({held.title})"


def brought(table: Table, outcome: Outcome, told: Iterable[Entry]) -> list[TellingLine]:
    """What came of orders, with the orders of each line: for which dice fell, one battle round by round, of several how
    each ended. told: the entries that have been told before."""
    if isinstance(outcome, Denied):
        return [(f"*Not carried out: {outcome.refusal.message}*", ())]
    if not isinstance(outcome, Accepted) or not outcome.rolls:
        return []
    said = {entry.number for entry in told}
    new = without_beginnings(
        line for line in outcome.lines if not said.issuperset(orders_of(line, outcome.entries) or (0,))
    )
    fights = [fight for turn in recaps(table, outcome.entries) for fight in turn.fights]
    lines = numbered(by_rounds(table, new), outcome.entries)
    if len(fights) > 1:
        hands = [line for line in new if any(isinstance(e, OwnerChanged) for e in line.events)]
        lines = [(f"- {fight_line(table, one)}", _orders_at(one.place, outcome.entries)) for one in fights]
        lines += numbered(hands, outcome.entries)
    return [*lines, (f"-# Rolled {words.dice_numbers(outcome.rolls)} · /dice verify checks it", ())]


def _orders_at(place: str, entries: Iterable[Entry]) -> tuple[int, ...]:
    """The orders that changed a battle in a place."""
    changed = (
        (entry.number, e.after or e.before) for entry in entries for e in entry.events if isinstance(e, BattleChanged)
    )
    return tuple(dict.fromkeys(number for number, battle in changed if battle and battle.place == place))


def closing(after: Game, key: tuple[int, str]) -> list[TellingLine]:
    """What a turn (key: round and power) that is over took, cost and earned; nothing while it goes on."""
    turn = after.state.turn
    if (turn.round, turn.power) == key and not after.state.winner:
        return []
    entries = [entry for entry in after.log.here if (entry.turn.round, entry.turn.power) == key]
    told = [line for one in recaps(after.table, entries) for line in turn_lines(after.table, one)[1:]]
    return [(line, ()) for line in told if not line.startswith(("- ", "Bought", "Nothing was"))]


def plays(row: Row, power: str) -> str:
    """That it is a computer's turn, and when it goes on."""
    rest = pace(row)
    every = "each time somebody presses Next" if rest is None else f"every {words.span(rest)}, or with Next"
    return f"**{power}** ({computers(row)[power].title}) plays" + ("." if rest == 0 else f": a step {every}.")


def weighed(power: str, memory: Mapping[str, Any]) -> str:
    """What a computer weighed in its last combat move and did not do, by how much it fell short."""
    lines = memory.get("weighed") or ()
    if not lines:
        return f"The computer that plays {power} has weighed no other attacks lately."
    told = (f"- {_PER_CENT.sub(' %', line)}" for line in lines)
    return clip("\n".join([f"**{power}**: attacks that were weighed in the last combat move", *told]), CONTENT)


def given_up(row: Row, power: str, why: str) -> str:
    """A seat that the computer leaves."""
    return (
        f"<@{row.master}>: the computer can't go on for **{power}** ({why}). Somebody has to play it: "
        f"`/game replace power:{power}`, or give it another level with `/game seats`."
    )
