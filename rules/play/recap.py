"""What a turn brought, in figures: for whoever comes back to a game and wants to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from rules.core.table import Table
from rules.core.view import View
from rules.model import events as e
from rules.model.state import Battle, State, Unit, Verdict
from rules.play.game import Entry, standing
from rules.play.luck import Tally, Throw
from rules.play.narrate import untold

# Why a unit that left the board is no loss.
NO_LOSS = frozenset(
    ("setup", "undone", "swapped", "spent", "fired", "dropped", "laid", "home again", "neutral army stands")
)
# Why money goes for units, or comes back for them.
PRICES = frozenset(("purchase", "returned"))


@dataclass(slots=True)
class Side:
    """One side of a fight: units lost as (owner, type) -> count, what they cost, how its dice fell."""

    lost: Counter[tuple[str, str]] = field(default_factory=Counter)
    cost: int = 0
    dice: Tally = field(default_factory=Tally)


@dataclass(slots=True)
class Fight:
    """A battle or raid. outcome: "" while it goes on. called: what it is called beside its place ("" a plain battle)."""

    place: str
    kind: str
    attacker: str
    called: str = ""
    outcome: Verdict = ""
    attacking: Side = field(default_factory=Side)
    defending: Side = field(default_factory=Side)


@dataclass(slots=True)
class TurnRecap:
    """One turn, or the part of one that was asked for. first, last: numbers of its entries in the log.

    bought: type -> count of what was paid for. spent: IPC for units, repairs, upgrades; price: of it for what was bought.
    taken: territory -> (holder before, holder now); worth: territory -> its IPC. losses: units lost outside of battles, as
    in Side. income: purse -> IPC; other: (purse, why) -> IPC won or lost otherwise; holds: purse -> what is in it now.
    developed: technologies. wars: pairs that are at war from now on. news: what changes the game for good, in words.
    """

    round: int
    power: str
    first: int
    last: int
    bought: Counter[str] = field(default_factory=Counter)
    spent: int = 0
    price: int = 0
    fights: list[Fight] = field(default_factory=list)
    taken: dict[str, tuple[str | None, str | None]] = field(default_factory=dict)
    worth: dict[str, int] = field(default_factory=dict)
    losses: Side = field(default_factory=Side)
    income: Counter[str] = field(default_factory=Counter)
    other: Counter[tuple[str, str]] = field(default_factory=Counter)
    holds: dict[str, int] = field(default_factory=dict)
    developed: list[str] = field(default_factory=list)
    wars: list[str] = field(default_factory=list)
    news: list[str] = field(default_factory=list)


def recaps(table: Table, entries: Iterable[Entry]) -> list[TurnRecap]:
    """The turns that some entries of a log belong to, in order; orders that were taken back are left out."""
    turns = groupby(standing(entries), key=lambda entry: (entry.turn.round, entry.turn.power))
    return [_Reader(table, turn, list(group)).read() for turn, group in turns]


class _Reader:
    """Reads one turn's events in order; units' losses go to the fight they took part in."""

    def __init__(self, table: Table, turn: tuple[int, str], entries: Sequence[Entry]) -> None:
        self.table, self.entries = table, entries
        self.found = TurnRecap(*turn, entries[0].number, entries[-1].number)
        self.fights: dict[str, Fight] = {}
        self.part: dict[int, tuple[Fight, Side]] = {}

    def read(self) -> TurnRecap:
        """The recap of the turn."""
        for entry in self.entries:
            for event in entry.events:
                self._event(event, entry.turn.phase)
            self._news(entry.events)
        self.found.fights = [f for f in self.fights.values() if f.outcome or f.attacking.dice.dice]
        self.found.bought = +self.found.bought
        self.found.taken = {place: way for place, way in self.found.taken.items() if way[0] != way[1]}
        view = View(self.table, State(self.entries[-1].turn))
        self.found.worth = {place: view.value(place) for place in self.found.taken}
        return self.found

    def _event(self, event: e.Event, phase: str) -> None:
        match event:
            case e.PoolChanged() if event.power == self.found.power and phase != "mobilize":
                for sign, pool in ((1, event.after), (-1, event.before)):
                    for item in pool:
                        self.found.bought[item.type] += sign * item.count * bool(item.price)
                        self.found.price += sign * item.price
            case e.MoneyChanged():
                self._money(event)
            case e.BattleChanged() if event.after is not None and event.after.kind != "fire":
                self._battle(event.after)
            case e.DiceRolled():
                self._dice(event)
            case e.UnitRemoved() if event.why not in NO_LOSS:
                self._lost(event.unit)
            case e.OwnerChanged():
                before = self.found.taken.get(event.place, (event.before, None))[0]
                self.found.taken[event.place] = (before, event.after)
            case e.FlagChanged() if event.flag.startswith("tech."):
                new = [t for t in event.after or () if t not in (event.before or ())]
                self.found.developed += [f"{event.flag.removeprefix('tech.')}: {t}" for t in new]
            case e.RelationChanged() if event.after == "war":
                self.found.wars.append(event.pair)

    def _news(self, events: Sequence[e.Event]) -> None:
        """What has its own headline; territories that it tells of are not taken from anybody."""
        news = [event.text for event in events if isinstance(event, e.Noted) and event.data.get("news")]
        if news:
            kept = {event.place for event in untold(events) if isinstance(event, e.OwnerChanged)}
            gone = {event.place for event in events if isinstance(event, e.OwnerChanged)} - kept
            self.found.taken = {place: way for place, way in self.found.taken.items() if place not in gone}
            self.found.news += news

    def _money(self, event: e.MoneyChanged) -> None:
        change = event.after - event.before
        if event.why == "income":
            self.found.income[event.purse] += change
        elif event.why in PRICES:
            self.found.spent -= change
        else:
            self.found.other[event.purse, event.why] += change
        self.found.holds[event.purse] = event.after

    def _battle(self, battle: Battle) -> None:
        fight = self.fights.setdefault(battle.id, self._fight(battle))
        fight.outcome = battle.outcome or fight.outcome
        for unit in battle.attackers:
            self.part.setdefault(unit, (fight, fight.attacking))
        for unit in battle.defenders:
            self.part.setdefault(unit, (fight, fight.defending))

    def _fight(self, battle: Battle) -> Fight:
        return Fight(battle.place, battle.kind, battle.attacker, battle.called)

    def _dice(self, event: e.DiceRolled) -> None:
        fight = next((f for f in reversed(self.fights.values()) if f.place == event.place and not f.outcome), None)
        if fight is None:
            return
        side = fight.attacking if event.who == fight.attacker else fight.defending
        for die, need in zip(event.dice, event.needs, strict=False):
            if need:
                side.dice.add(Throw(event.who, need, (die,)))

    def _lost(self, unit: Unit) -> None:
        aboard = unit.carrier if unit.carrier in self.part else unit.id
        fight, side = self.part.get(aboard) or self._bombed(unit) or (None, self.found.losses)
        if fight is not None and fight.outcome:
            side = self.found.losses
        side.lost[unit.owner, unit.type] += 1
        side.cost += self.table.units[unit.type].cost

    def _bombed(self, unit: Unit) -> tuple[Fight, Side] | None:
        """The raid that hits a unit which takes no part in it."""
        raids = (f for f in self.fights.values() if f.kind == "raid" and f.place == unit.place and not f.outcome)
        return next(((f, f.defending) for f in raids if f.attacker != unit.owner and f.attacking.dice.dice), None)
