"""Turns of a game of ours as the summaries that TripleA's players post in forums.

Each order is told in TripleA's words; where these do not say all that the order says, it stands behind them in brackets. So
whoever reads it understands it, and what is written here can be read again as the same orders with the same dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rules.core.table import Table
from rules.model.events import BattleChanged, OwnerChanged, PhaseBegan, UnitRemoved
from rules.play.game import Entry, standing
from rules.play.recap import NO_LOSS, TurnRecap, recaps
from triplea import spelling
from triplea.orders_out import dice_lines, order_lines, whole
from triplea.told import EXACT

_STEPS: Mapping[str, str] = {
    "research": "Research Technology",
    "purchase": "Purchase Units",
    "combat move": "Combat Move",
    "conduct combat": "Combat",
    "noncombat move": "Non Combat Move",
    "mobilize": "Place Units",
    "collect income": "Collect Income",
}
_ENDS = {"attacker": "win", "defender": "lose", "draw": "fight to a draw", "retreat": "retreat"}
INDENT = "    "
HEAD = f"Game History\n{EXACT}"


def turn_summary(table: Table, entries: Sequence[Entry]) -> str:
    """One turn in words: purchases, moves, battles with dice and losses and what was taken, placements, income. entries:
    those of the turn; what was taken back is left out."""
    held = list(standing(entries))
    return "\n".join([HEAD, *_turn(table, held)]) + "\n" if held else ""


def game_summary(table: Table, entries: Sequence[Entry]) -> str:
    """Every turn of a game, as far as it has been played. entries: its log, from the first order on."""
    told = [HEAD]
    for _, turn in groupby(standing(entries), key=lambda entry: (entry.turn.round, entry.turn.power)):
        told += _turn(table, list(turn))
    return "\n".join(told) + "\n"


def _turn(table: Table, held: Sequence[Entry]) -> list[str]:
    """The lines of a turn, of entries that stand."""
    (recap,) = recaps(table, held)[:1]
    who, over = spelling.player(recap.power), _ends_turn(held[-1])
    lines, fights = ["", f"{INDENT}Round: {recap.round}"], _Fights(table, recap)
    sections = [(phase, list(part)) for phase, part in groupby(held, key=lambda entry: entry.turn.phase)]
    for number, (phase, part) in enumerate(sections):
        lines += ["", f"{2 * INDENT}{_STEPS.get(phase, phase.title())} - {who}"]
        last = number == len(sections) - 1
        for entry in part:
            said = entry.text != "done" or entry is not part[-1] or (last and not over)
            told = [*order_lines(table, entry), *dice_lines(entry)] if said else dice_lines(entry)
            lines += [3 * INDENT + line for line in whole(table, entry, phase, told, said)]
            lines += [3 * INDENT + line for line in fights.told(entry)]
    if over:
        lines += ["", f"{2 * INDENT}Turn Complete - {who}"]
        for purse, amount in recap.income.items():
            holds = recap.holds.get(purse, 0)
            lines.append(f"{3 * INDENT}{spelling.player(purse)} collect {amount} PUs; end with {holds} PUs")
    return lines


def _ends_turn(entry: Entry) -> bool:
    turns = [event.after for event in entry.events if isinstance(event, PhaseBegan)]
    return any((turn.round, turn.power) != (entry.turn.round, entry.turn.power) for turn in turns)


class _Fights:
    """How the battles of a turn end, told behind the order that ends each."""

    def __init__(self, table: Table, recap: TurnRecap) -> None:
        self.table, self.who = table, recap.power
        self.lost: dict[str, Counter[tuple[str, str]]] = {}

    def told(self, entry: Entry) -> Iterator[str]:
        """What is over with an order, and what it has cost."""
        over: dict[str, str] = {}
        taken = {e.place: (e.before, e.after) for e in entry.events if isinstance(e, OwnerChanged)}
        for event in entry.events:
            if isinstance(event, UnitRemoved) and event.why not in NO_LOSS:
                cost = self.lost.setdefault(event.unit.place, Counter())
                cost[event.unit.owner, event.unit.type] += 1
            if isinstance(event, BattleChanged) and event.after is not None and event.after.outcome:
                over[event.after.place] = event.after.outcome
        for name, outcome in over.items():
            yield from self._over(name, outcome, taken.get(name))

    def _over(self, name: str, outcome: str, taken: tuple[str | None, str | None] | None) -> Iterator[str]:
        who, place = spelling.player(self.who), spelling.place(name)
        if taken and taken[1] == self.who:
            yield f"{INDENT}{who} win, taking {place}{f' from {spelling.player(taken[0])}' if taken[0] else ''}"
        elif told := _ENDS.get(outcome):
            yield f"{INDENT}{who} {told}"
        lost = self.lost.pop(name, Counter())
        for owner in dict.fromkeys(owner for owner, _ in lost):
            units: Iterable[tuple[str, int]] = [(type_, n) for (whose, type_), n in lost.items() if whose == owner]
            yield f"{INDENT}Casualties for {spelling.player(owner)}: {spelling.listed(units)}"
