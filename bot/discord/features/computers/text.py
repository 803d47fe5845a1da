"""What computer players do, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.discord.text import words
from bot.discord.text.limits import CONTENT, clip, fitting
from bot.game.computers.computers import Computer, computers, pace
from bot.game.moderator.results import Accepted, Denied, Outcome
from bot.game.record.answers import label, plain
from bot.game.record.narration import as_one, events_of, orders_of, without_beginnings
from bot.game.record.rounds import by_rounds
from bot.store import Game as Row
from rules.core.table import Table
from rules.model.names import tidy
from rules.model.orders import DONE
from rules.model.state import Decision
from rules.play.game import Entry, Game
from rules.play.narrate import Line, order_text
from seats import Thought

# Characters of a message that are left for what comes of the orders.
RESULTS = 900
_PER_CENT = re.compile(r"(?<=\d)%")
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
        told = by_rounds(table, as_one(table, [entry for n in numbers for entry in foreseen[n]]))
        found = [Line(f"- {line.text.removeprefix(f'{power}: ')}", line.events) for line in told]
        untold = (thought.orders[n][0] for n in numbers if not by_rounds(table, as_one(table, foreseen[n])))
        found += [Ordered(f"- {say(table, text)}", order=text) for text in untold if text != str(DONE)]
        lines += [*found, Line(f"-# {_reason(table, why)}", events_of(found))] if why and found else found
    return lines


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


def acting(power: str, held: Computer, thought: Thought, told: Sequence[Line]) -> str:
    """What a computer orders, before it is carried out. told: the lines of its orders."""
    head = f"**{power}** ({held.title}): {words.phase(thought.phase)}"
    most = CONTENT - (RESULTS if thought.rolls else 0) - len(head) - len(MORE) - 2
    kept = fitting([line.text for line in told], most)
    return "\n".join([head, *kept, *([MORE] if len(kept) < len(told) else [])])


def brought(table: Table, outcome: Accepted, told: Iterable[Entry]) -> tuple[Line, ...]:
    """What came of orders for which dice fell, battles round by round. told: the entries that have been told before."""
    if not outcome.rolls:
        return ()
    said = {entry.number for entry in told}
    new = (line for line in outcome.lines if not said.issuperset(orders_of(line, outcome.entries) or (0,)))
    return by_rounds(table, without_beginnings(new))


def results(head: str, outcome: Outcome, came: Iterable[Line]) -> str:
    """The same with what came of them (`brought`)."""
    if isinstance(outcome, Denied):
        return clip(f"{head}\n*Not carried out: {outcome.refusal.message}*", CONTENT)
    if not outcome.rolls:
        return head
    lines = fitting([line.text for line in came], CONTENT - len(head) - 100, from_end=True)
    return clip(
        "\n".join([head, *lines, f"-# Rolled {words.dice_numbers(outcome.rolls)} · /dice verify checks it"]), CONTENT
    )


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
