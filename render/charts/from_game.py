"""Charts from the engine: odds, luck, income and army value by round.

`events` are those of a game's log up to now, oldest first, from the game's beginning.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import sqrt

from render.charts import (
    Line,
    LuckChart,
    LuckRow,
    LuckTrail,
    LuckTurn,
    OddsChart,
    Outcome,
    RoundsChart,
    RunningLuck,
    TrailChart,
    army_chart,
    income_chart,
)
from render.charts.odds import Winner
from rules.core.view import View
from rules.economy.income import production
from rules.model.events import DiceRolled, Event, MoneyChanged, PhaseBegan, UnitPlaced
from rules.model.state import State
from rules.odds import Odds, Spread
from rules.play import luck
from rules.play.game import Entry, standing

# Stands for the round before the first.
START = 0
_SHOWN = 5
"""Results of a side that the odds chart shows one by one."""


# odds


def odds_chart(place: str, attacker: str, defender: str, odds: Odds) -> OddsChart:
    """The odds of a battle. A battle that breaks off after some rounds shows chances without survivors."""
    outcomes = () if odds.retreat else tuple(_outcomes(odds))
    swing = f"{odds.swing:+z.0f}".replace("-", "−")
    notes = [
        f"Expected losses: {attacker} {odds.attacker_loss:.0f} IPC, {defender} {odds.defender_loss:.0f} IPC. "
        f"Swing {swing} IPC, give or take {odds.swing_deviation:.0f}."
    ]
    if 0 < odds.takes < odds.win - 0.005:
        notes.append(f"The territory is taken in {odds.takes:.0%}.")
    if odds.retreat >= 0.0005:
        notes.append(f"Undecided when the attacker breaks off: {odds.retreat:.0%}.")
    if odds.played:
        notes.append(f"Simulated {odds.played} times, give or take {2 * odds.error:.1%}.")
    neither = odds.draw + odds.retreat
    return OddsChart(place, attacker, defender, odds.win, neither, odds.loss, outcomes, tuple(notes), odds.swings)


def _outcomes(odds: Odds) -> Iterator[Outcome]:
    yield from _of_side("attacker", odds.attackers, odds.win)
    if odds.draw >= 0.0005:
        yield Outcome("nobody", odds.draw)
    yield from _of_side("defender", odds.defenders, odds.loss)


def _of_side(winner: Winner, spread: Spread, chance: float) -> Iterator[Outcome]:
    likely = [(units, p) for units, p in spread if units and p >= 0.005][:_SHOWN]
    for units, p in likely:
        yield Outcome(winner, p, units)
    rest = chance - sum(p for _, p in likely)
    if rest >= 0.005:
        yield Outcome(winner, rest, label="other results" if likely else "any result")


# luck


def throws(events: Iterable[Event]) -> Iterator[luck.Throw]:
    """Dice that could hit, by power and number needed."""
    for event in events:
        if isinstance(event, DiceRolled):
            groups: defaultdict[int, list[int]] = defaultdict(list)
            for face, need in zip(event.dice, event.needs):
                groups[need].append(face)
            for need, faces in groups.items():
                if need > 0:
                    yield luck.Throw(event.who, need, tuple(faces))


def luck_chart(events: Iterable[Event], names: Mapping[str, str] | None = None) -> LuckChart:
    """Everybody's luck with dice. names: power -> what stands in its row (a player's name)."""
    tallies = luck.tally_by(throws(events))
    named = names or {}
    rows = tuple(
        LuckRow(named.get(who, who), who, t.dice, t.hits, t.expected, sqrt(t.variance)) for who, t in tallies.items()
    )
    return LuckChart(rows)


def trail_chart(events: Iterable[Event]) -> TrailChart:
    """How everybody's luck went, throw by throw."""
    sums: dict[str, luck.Tally] = {}
    trails: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for throw in throws(events):
        total = sums.setdefault(throw.who, luck.Tally())
        total.add(throw)
        trails[throw.who].append((total.dice, total.hits - total.expected))
    dice = sum(t.dice for t in sums.values())
    variance = sum(t.variance for t in sums.values()) / dice if dice else 0.22
    return TrailChart(tuple(LuckTrail(who, tuple(points)) for who, points in trails.items()), variance=variance)


def running_luck(view: View, log: Iterable[Entry], battles: Sequence[luck.BattleLuck]) -> RunningLuck:
    """Luck turn by turn. log: the game's, from its beginning. battles: those of `rules.odds.battle_lucks`. Only what stands
    counts."""
    first, second = (*_sides(view), "", "")[:2]
    begun = {one.entry: [b for b in battles if b.entry == one.entry] for one in battles}
    turns = groupby((e for e in standing(log) if e.number), key=lambda e: (e.turn.round, e.turn.power))
    rows = []
    for (number, power), group in turns:
        entries = list(group)
        fought = [b for e in entries for b in begun.get(e.number, ())]
        by_side = luck.tally_by(throws(r for e in entries for r in e.rolls), lambda t: view.side(t.who))
        rows.append(_luck_turn(number, power, view, fought, [by_side.get(s, luck.Tally()) for s in (first, second)]))
    return RunningLuck((first, second), tuple(rows))


def _luck_turn(
    number: int, power: str, view: View, fought: Sequence[luck.BattleLuck], tallies: Sequence[luck.Tally]
) -> LuckTurn:
    up = _sides(view)[0]
    gains = [b.luck_of(b.attacker) * (1 if view.side(b.attacker) == up else -1) for b in fought]
    most = max(zip(map(abs, gains), (b.place for b in fought)), default=(0.0, ""))[1]
    mine, theirs = tallies
    return LuckTurn(
        number, power, sum(gains), sqrt(sum(b.deviation**2 for b in fought)),
        (mine.hits - mine.expected, theirs.hits - theirs.expected), (mine.variance, theirs.variance), most,
    )  # fmt: skip


# rounds


def income_by_round(view: View, events: Sequence[Event]) -> RoundsChart:
    """What every power's land yields at the start, what it collected in each round, and the sides' sums."""
    now, found = 1, defaultdict[int, defaultdict[str, float]](lambda: defaultdict(float))
    for event in events:
        if isinstance(event, PhaseBegan):
            now = event.after.round
        elif isinstance(event, MoneyChanged) and event.why == "income":
            found[now][view.board.purse_power[event.purse]] += event.after - event.before
    start = View(view.table, _at_start(view, events))
    for purse, power in view.board.purse_power.items():
        found[START][power] += production(start, purse)
    return income_chart(*_table(view, found), "IPC collected each round; at the start, what the land yields")


def army_by_round(view: View, events: Sequence[Event]) -> RoundsChart:
    """What every power's units would cost at the start and at the end of each round, the last one as it stands now."""
    state = view.state.copy()
    found = {state.turn.round: _army(view, state)}
    for event in reversed(events):
        event.revert(state)
        if isinstance(event, PhaseBegan) and 0 < event.before.round < event.after.round:
            found[event.before.round] = _army(view, state)
    return army_chart(*_table(view, {START: _army(view, _at_start(view, events)), **found}))


def _at_start(view: View, events: Sequence[Event]) -> State:
    """The position when the units of the set-up stood, before anything was ordered."""
    state, begun = view.state.copy(), next((n for n, e in enumerate(events) if isinstance(e, PhaseBegan)), 0)
    placed = [n for n, e in enumerate(events[:begun], 1) if isinstance(e, UnitPlaced)]
    for event in reversed(events[max(placed, default=0) :]):
        event.revert(state)
    return state


def _army(view: View, state: State) -> Mapping[str, float]:
    worth: defaultdict[str, float] = defaultdict(float)
    for unit in state.units.values():
        worth[unit.owner] += view.table.units[unit.type].cost
    return worth


def _table(view: View, found: Mapping[int, Mapping[str, float]]) -> tuple[tuple[str, ...], tuple[Line, ...]]:
    """Rounds and lines: powers in order of play, then the sides."""
    rounds = sorted(found)
    lines = [Line(power, tuple(found[r].get(power, 0.0) for r in rounds)) for power in view.board.order]
    for side in _sides(view):
        sums = (sum(v for power, v in found[r].items() if view.side(power) == side) for r in rounds)
        lines.append(Line(side, tuple(map(float, sums)), total=True))
    return tuple("start" if number == START else str(number) for number in rounds), tuple(lines)


def _sides(view: View) -> tuple[str, ...]:
    return tuple(dict.fromkeys(view.side(power) for power in view.board.order))
