"""What is on the table.

A `State` is a handful of tables whose values are immutable; it changes only by events (rules/model/events.py),
each of which replaces one value by another. So copying is cheap, every change can be taken back, and one can be frozen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Literal

from rules.model.ledger import BLANK, NOTED, NOTES, Ledger, Role

COMBAT_MOVE, COMBAT, NONCOMBAT = "combat move", "conduct combat", "noncombat move"

BattleKind = Literal["land", "sea", "raid", "fire"]
BattleStatus = Literal["due", "on", "over"]
Verdict = Literal["", "attacker", "defender", "retreat", "draw", "stalemate"]


TYPED = "typed"  # the fact of a battle that is only typed in (`Battle.typed`)
# Units that a game may have, on its board and bought: what grows with them is reckoned while other games wait. The largest
# games played so far have some 1,200.
MOST_UNITS = 6000


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece: what it is, where it stands, and what it has done this turn (`turn`, read through the unit).

    damage: hits taken and not repaired. carrier: id of the transport it is aboard. marks: lasting or turn marks of
    rules ("elite", "one way", ...).
    """

    id: int
    type: str
    owner: str
    place: str
    damage: int = 0
    carrier: int | None = None
    marks: frozenset[str] = frozenset()
    turn: Ledger = BLANK

    def but(self, **changes: Any) -> Unit:
        """This unit with other fields, those of its ledger among them."""
        if not NOTED.isdisjoint(changes):
            turn = changes.get("turn", self.turn)
            changes["turn"] = Ledger(*map(changes.pop, NOTES, _notes_of(turn)))
        after = Unit(*map(changes.pop, _FIELDS, _fields_of(self)))
        if changes:
            raise TypeError(f"a unit has no {', '.join(changes)}")
        return after

    @property
    def fresh(self) -> bool:
        """Whether it has neither moved nor fought this turn."""
        return not (self.turn.moved or self.turn.spent or self.turn.fought)

    @property
    def route(self) -> tuple[str, ...]:
        """Places passed this turn, its start first."""
        return self.turn.route

    @property
    def spent(self) -> int:
        """Points used this turn."""
        return self.turn.spent

    @property
    def moved(self) -> str:
        """The phase in which it moved this turn."""
        return self.turn.moved

    @property
    def role(self) -> Role:
        """What it does this turn."""
        return self.turn.role

    @property
    def target(self) -> str:
        """Where it will land, or what it raids."""
        return self.turn.target

    @property
    def fought(self) -> bool:
        """Whether it took part in combat this turn."""
        return self.turn.fought

    @property
    def loaded(self) -> str:
        """The phase in which it was loaded this turn."""
        return self.turn.loaded

    @property
    def unloaded(self) -> str:
        """Where it has landed cargo this turn."""
        return self.turn.unloaded

    @property
    def start(self) -> str:
        """Where it stood when the turn began (or where it was placed)."""
        return self.route[0] if self.route else self.place


_FIELDS = tuple(f.name for f in fields(Unit))
_fields_of, _notes_of = attrgetter(*_FIELDS), attrgetter(*NOTES)


@dataclass(frozen=True, slots=True)
class Facility:
    """A complex or base in a place, with its damage and the marks of rules ("underground", ...).

    original: on the board since the start (Classic: unlimited production for its first owner).
    """

    type: str
    damage: int = 0
    original: bool = False
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Marker:
    """A counter on a border or place that is no unit: type, owner, count."""

    type: str
    owner: str
    count: int


@dataclass(frozen=True, slots=True)
class Bought:
    """Units paid for and not yet placed: type, count, purse, price paid for all, site where named.

    among: the only places it may be placed in (empty: any). rule: catalogue id of what says so.
    """

    type: str
    count: int
    purse: str
    price: int
    site: str = ""
    marks: frozenset[str] = frozenset()
    among: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is: round number, power, phase."""

    round: int
    power: str
    phase: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A question put to a power. kind and data are the asking step's; see rules/play/decisions.py."""

    kind: str
    power: str
    place: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Task:
    """Something the engine has still to do by itself: name of a registered step and its data."""

    name: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play that waits for answers while others go on: its questions, and what follows them."""

    pending: tuple[Decision, ...]
    agenda: tuple[Task, ...] = ()


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die that counts: who rolled it (0: a facility, a minefield), what it needed, how it fell, the class of the
    hit it makes, the unit it was aimed at (0: nobody in particular)."""

    unit: int
    need: int
    face: int
    hit_class: str = "any"
    target: int = 0

    @property
    def hit(self) -> bool:
        """Whether it hits."""
        return self.face <= self.need


@dataclass(frozen=True, slots=True)
class Volley:
    """A salvo (rules/model/salvo.py) that has been rolled and whose hits are still to be assigned.

    step, side, loss, targets, chooser, whole: as in the salvo. rolled: its dice.
    """

    step: str
    side: str
    rolled: tuple[Rolled, ...] = ()
    loss: str = "battle"
    targets: tuple[int, ...] | None = None
    chooser: str = ""
    whole: bool = False

    @property
    def hits(self) -> dict[str, int]:
        """Class -> hits that are aimed at nobody in particular."""
        found: dict[str, int] = {}
        for die in self.rolled:
            if die.hit and not die.target:
                found[die.hit_class] = found.get(die.hit_class, 0) + 1
        return found


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle or raid of this turn, or fire outside them for as long as somebody has to choose its losses.

    id: the place, "raid PLACE", "fire PLACE", or a rule's own word and the place. kind: "land" | "sea" | "raid" |
    "fire". status: "due" | "on" | "over". attackers, defenders: unit ids taking part, alive and present. hit: unit id
    -> hits taken in this round, not yet removed. fired: ids that have fired this round. aside: ids that left it alive
    (submerged, withdrawn, retreated). zones: where an assault lands from. optional: it need not be fought. hunters:
    sides that have a destroyer in this round. volley: fire whose losses are being chosen. pressed: the attacker has
    said already that he goes on. outcome: how it ended ("" before). facts: what rules remember.
    """

    id: str
    kind: BattleKind
    place: str
    attacker: str
    status: BattleStatus = "due"
    round: int = 0
    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    hit: Mapping[int, int] = field(default_factory=dict)
    fired: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    zones: tuple[str, ...] = ()
    optional: bool = False
    hunters: tuple[str, ...] = ()
    volley: Volley | None = None
    pressed: bool = False
    outcome: Verdict = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def called(self) -> str:
        """What it is called beside its place: "raid", a rule's own word; "" for a plain battle."""
        return self.id.removesuffix(self.place).strip()

    @property
    def typed(self) -> bool:
        """Whether its forces are typed in for their odds: they stand on no map, and nobody knows how they came."""
        return TYPED in self.facts

    @property
    def assault(self) -> bool:
        """Whether troops land in it."""
        return self.kind == "land" and bool(self.zones)

    def fact(self, name: str, default: Any = None) -> Any:
        """What a step or rule remembered for this battle."""
        return self.facts.get(name, default)


@dataclass(slots=True)
class State:
    """The tables. Change them only through events.

    owners: territory -> controlling power (None: nobody). facilities: territory -> its facilities.
    borders: "A | B" or a place -> markers. money: purse -> IPC. relations: "A|B" (sorted) -> "war".
    flags: facts of rules ("tech.Germany", "captured", ...), JSON values. pool: power -> bought units.
    battles: id -> battle. pending: open questions, the one asked first at the front. agenda: tasks to run once they
    are answered, first first. stalled: other lines of play that wait for answers (rules/play/lines.py). winner: side,
    or "" while play goes on. ids_by_place, ids_aboard (of each carrier), enemies: indexes,
    made of units and relations.
    """

    turn: Turn
    units: dict[int, Unit] = field(default_factory=dict)
    owners: dict[str, str | None] = field(default_factory=dict)
    facilities: dict[str, tuple[Facility, ...]] = field(default_factory=dict)
    borders: dict[str, tuple[Marker, ...]] = field(default_factory=dict)
    money: dict[str, int] = field(default_factory=dict)
    relations: dict[str, str] = field(default_factory=dict)
    flags: dict[str, Any] = field(default_factory=dict)
    pool: dict[str, tuple[Bought, ...]] = field(default_factory=dict)
    battles: dict[str, Battle] = field(default_factory=dict)
    pending: tuple[Decision, ...] = ()
    agenda: tuple[Task, ...] = ()
    stalled: tuple[Line, ...] = ()
    winner: str = ""
    next_id: int = 1
    rolls: int = 0
    ids_by_place: dict[str, frozenset[int]] = field(default_factory=dict)
    ids_aboard: dict[int, frozenset[int]] = field(default_factory=dict)
    enemies: dict[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.index_relations()

    def at(self, place: str) -> list[Unit]:
        """Units in a place, aboard or not, by id."""
        return [self.units[i] for i in sorted(self.ids_by_place.get(place, ()))]

    def aboard(self, carrier: int) -> list[Unit]:
        """Units aboard a transport, by id."""
        found = self.ids_aboard.get(carrier)
        if not found:
            return []
        units, place = self.units, self.units[carrier].place
        return [unit for i in sorted(found) if (unit := units[i]).place == place]

    def copy(self) -> State:
        """An independent copy (values are shared: they never change)."""
        twin: State = object.__new__(State)
        for name in TABLES:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, dict) else value)
        return twin

    def in_other_hands(self, changes: Mapping[str, str | None]) -> State:
        """The position with some territories in other hands, to look at only: all other tables are shared."""
        twin: State = object.__new__(State)
        for name in TABLES:
            setattr(twin, name, getattr(self, name))
        twin.owners = {**self.owners, **changes}
        return twin

    def index_relations(self) -> None:
        """Rebuild the index of the powers at war with each power."""
        wars = [key.split("|") for key, relation in self.relations.items() if relation == "war"]
        found: dict[str, set[str]] = {}
        for a, b in wars:
            found.setdefault(a, set()).add(b)
            found.setdefault(b, set()).add(a)
        self.enemies = {power: frozenset(others) for power, others in found.items()}

    def reindex(self) -> None:
        """Rebuild the indexes: units by place and carrier, enemies by power."""
        self.index_relations()
        self.index_units()

    def index_units(self) -> None:
        """Rebuild the indexes of the units in each place and aboard each carrier."""
        self.ids_by_place, self.ids_aboard = indexes(self.units.values())


TABLES = tuple(table.name for table in fields(State))


def indexes(units: Iterable[Unit]) -> tuple[dict[str, frozenset[int]], dict[int, frozenset[int]]]:
    """The ids of units by place, and by the ship that carries them."""
    here: dict[str, set[int]] = {}
    aboard: dict[int, set[int]] = {}
    for unit in units:
        here.setdefault(unit.place, set()).add(unit.id)
        if unit.carrier is not None:
            aboard.setdefault(unit.carrier, set()).add(unit.id)
    return {p: frozenset(found) for p, found in here.items()}, {c: frozenset(found) for c, found in aboard.items()}


def pair(a: str, b: str) -> str:
    """The key of two powers in `State.relations`."""
    return "|".join(sorted((a, b)))


def ids(units: Iterable[Unit]) -> tuple[int, ...]:
    """The ids of units, sorted."""
    return tuple(sorted(u.id for u in units))
